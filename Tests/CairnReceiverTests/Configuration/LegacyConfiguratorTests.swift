import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Configurator, messages before configuration keys")
struct LegacyConfiguratorTests {
  private func value(_ key: ConfigurationKey, _ number: Int) throws -> ConfigurationValue {
    try #require(ConfigurationValue(key, number))
  }

  private func run(
    _ wishes: [ConfigurationValue], _ receiver: LegacyReceiver,
    persistence: ConfigurationLayers = []
  ) throws -> (report: ConfigurationReport, line: ScriptedLine<LegacyReceiver>, time: Duration) {
    var setup = ReceiverSetup()
    setup.persistence = persistence
    var line = ScriptedLine(receiver)
    var configurator = Configurator(
      wishes: wishes, identity: ReceiverIdentity(dialect: .uBloxLegacy), setup: setup,
      baudRate: receiver.baudRate)
    let time = line.run(&configurator)
    return (try #require(configurator.outcome), line, try #require(time))
  }

  @Test func `wishes become bits of messages, and nothing else in them changes`() throws {
    let wishes = [
      try value(.measurementPeriod, 200), try value(.dynamicModel, 4),
      try value(.navPVT.on(port: .uart1), 1), try value(.gga.on(port: .uart1), 0),
      try value(.outputNMEA.on(port: .uart1), 0), try value(.inputRTCM3.on(port: .uart1), 1),
      try value(.usesGLONASS, 1), try value(.powerMode, 2), try value(.powerUpdatePeriod, 5),
      try value(.pulsePeriod, 1_000_000), try value(.minimumElevation, -3),
    ]
    let before = LegacyReceiver()
    let (report, line, _) = try run(wishes, before)
    #expect(report.isComplete)
    #expect(report.applied == 10)
    // GGA was off already.
    #expect(report.unchanged == 1)
    let after = line.receiver.messages
    #expect(after[[0x08]] == [200, 0, 1, 0, 1, 0])
    #expect(after[[0x01, 1, 7]] == [1, 7, 0, 1, 0, 0, 0, 0])
    #expect(after[[0x24]]?[2] == 4)
    #expect(after[[0x24]]?[12] == 0xFD)
    #expect(after[[0x24]]?[3] == 3)
    #expect(after[[0x00, 1]]?[12] == 0x27)
    #expect(after[[0x00, 1]]?[14] == 1)
    #expect(after[[0x00, 1]]?[4] == 0xD0)
    #expect(after[[0x3E]]?[24] == 1)
    #expect(after[[0x3E]]?.prefix(24) == before.messages[[0x3E]]?.prefix(24))
    #expect(after[[0x11]] == [0, 1])
    #expect(after[[0x3B]]?[6] == 2)
    #expect(after[[0x3B]]?[8...11] == [0x88, 0x13, 0, 0])
    #expect(after[[0x31, 0]]?[8...11] == [0x40, 0x42, 0x0F, 0])
  }

  @Test func `a second run writes nothing`() throws {
    let wishes = [try value(.measurementPeriod, 200), try value(.dynamicModel, 4)]
    let (_, line, _) = try run(wishes, LegacyReceiver())
    let (second, again, _) = try run(wishes, line.receiver, persistence: [.flash])
    #expect(second.unchanged == 2)
    #expect(again.receiver.writes == line.receiver.writes)
    #expect(again.receiver.saved.isEmpty)
  }

  @Test func `a key without a place is unsupported, and one whose message is not known too`() throws
  {
    var receiver = LegacyReceiver()
    receiver.faults.unknownMessages = [0x3E]
    let strange = try value(ConfigurationKey(rawValue: 0x1017_0001), 1)
    let systems = try value(.usesGLONASS, 1)
    let (report, _, _) = try run([strange, systems, try value(.measurementPeriod, 500)], receiver)
    #expect(
      report.refused == [RefusedWish(strange, .unsupported), RefusedWish(systems, .unsupported)])
    #expect(report.applied == 1)
  }

  @Test func `a message that is not taken names its wishes`() throws {
    var receiver = LegacyReceiver()
    receiver.refusedMessages = [0x08]
    let period = try value(.measurementPeriod, 1)
    let (report, _, _) = try run([period, try value(.dynamicModel, 3)], receiver)
    #expect(report.refused == [RefusedWish(period, .refused)])
    #expect(report.applied == 1)
  }

  @Test(arguments: 0...6)
  func `lost acknowledgements change nothing of the result`(count: Int) throws {
    var receiver = LegacyReceiver()
    receiver.faults.lostAcknowledgements = count
    receiver.refusedMessages = [0x08]
    let period = try value(.measurementPeriod, 1)
    let wishes = [
      period, try value(.dynamicModel, 3), try value(.navPVT.on(port: .uart1), 1),
      try value(.inputRTCM3.on(port: .uart1), 1),
    ]
    let (report, _, _) = try run(wishes, receiver)
    #expect(report.refused == [RefusedWish(period, .refused)])
    #expect(report.applied == 3)
  }

  @Test(arguments: Faults.RateAnswer.allCases)
  func `the speed goes last, and is saved once it is proven`(answer: Faults.RateAnswer) throws {
    var receiver = LegacyReceiver()
    receiver.faults.rateAnswer = answer
    let wishes = [try value(.uart1BaudRate, 115_200), try value(.outputNMEA.on(port: .uart1), 0)]
    let (report, line, _) = try run(wishes, receiver, persistence: [.batteryBacked, .flash])
    #expect(report.isComplete)
    #expect(report.applied == 2)
    #expect(line.hostBaudRate == 115_200)
    #expect(line.receiver.baudRate == 115_200)
    #expect(line.receiver.saved.count == 1)
    #expect(line.receiver.saved.first?[12] == 3)
  }

  @Test func `a receiver that is not heard at the new speed comes back`() throws {
    var receiver = LegacyReceiver()
    receiver.faults.muteAt = 115_200
    let (report, line, _) = try run([try value(.uart1BaudRate, 115_200)], receiver)
    #expect(report.refused.map(\.reason) == [.rateNotReached])
    #expect(report.isReachable)
    #expect(line.hostBaudRate == 9600)
    #expect(line.receiver.baudRate == 9600)
  }

  @Test func `a receiver that says nothing is given up`() throws {
    var receiver = LegacyReceiver()
    receiver.faults.isSilent = true
    let (report, _, time) = try run([try value(.measurementPeriod, 500)], receiver)
    #expect(report.refused.map(\.reason) == [.noAnswer])
    #expect(!report.isReachable)
    #expect(time < .seconds(8))
  }
}
