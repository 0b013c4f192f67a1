import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Configurator, configuration keys")
struct KeyConfiguratorTests {
  let identity = ReceiverIdentity(dialect: .uBloxKeys)
  /// Twenty settings that need nothing of each other.
  static let wishes: [ConfigurationValue] = (0..<20).compactMap {
    ConfigurationValue(ConfigurationKey(rawValue: 0x2091_0100 + UInt32($0)), 1 + $0)
  }

  func run<Receiver: ScriptedReceiver>(
    _ wishes: [ConfigurationValue], on line: inout ScriptedLine<Receiver>,
    setup: ReceiverSetup = ReceiverSetup(), identity: ReceiverIdentity? = nil
  ) throws -> (report: ConfigurationReport, time: Duration) {
    var configurator = Configurator(
      wishes: wishes, identity: identity ?? self.identity, setup: setup,
      baudRate: line.hostBaudRate)
    let time = line.run(&configurator)
    return (try #require(configurator.outcome), try #require(time))
  }

  func value(_ key: ConfigurationKey, _ number: Int) throws -> ConfigurationValue {
    try #require(ConfigurationValue(key, number))
  }

  @Test func `twenty wishes take less than a second at 38,400 baud`() throws {
    var line = ScriptedLine(KeyReceiver())
    let (report, time) = try run(Self.wishes, on: &line)
    #expect(report.isComplete)
    #expect(report.applied == 20)
    #expect(time < .seconds(1))
    #expect(Self.wishes.allSatisfy { line.receiver[$0.key] == $0.bits })
    #expect(line.receiver.writes == 1)
  }

  @Test func `a receiver that has every wish is not written to`() throws {
    var receiver = KeyReceiver()
    for wish in Self.wishes { receiver[wish.key] = wish.bits }
    var line = ScriptedLine(receiver)
    let (report, _) = try run(Self.wishes, on: &line)
    #expect(report.unchanged == 20)
    #expect(report.isComplete)
    #expect(line.receiver.writes == 0)
    // One question about them, and twice the one behind whose answer no other comes.
    #expect(line.sent.count == 3)
  }

  @Test func `only what differs is written`() throws {
    var receiver = KeyReceiver()
    for wish in Self.wishes.dropFirst(2) { receiver[wish.key] = wish.bits }
    var line = ScriptedLine(receiver)
    let (report, _) = try run(Self.wishes, on: &line)
    #expect(report.unchanged == 18)
    #expect(report.applied == 2)
    #expect(
      line.settings == [CfgValSet([ConfigurationValue](Self.wishes.prefix(2)), in: .ram)])
  }

  @Test func `two hundred wishes go in groups of sixty-four`() throws {
    let wishes: [ConfigurationValue] = (0..<200).compactMap {
      ConfigurationValue(ConfigurationKey(rawValue: 0x2091_0000 + UInt32($0)), 7)
    }
    var line = ScriptedLine(KeyReceiver(baudRate: 9600))
    let (report, _) = try run(wishes, on: &line)
    #expect(report.applied == 200)
    #expect(line.receiver.writes == 4)
  }

  @Test(arguments: [0, 7, 19])
  func `one key that is not known is named, and the others are set`(index: Int) throws {
    var receiver = KeyReceiver()
    let bad = Self.wishes[index]
    receiver.faults.unknown = [bad.key.rawValue]
    var line = ScriptedLine(receiver)
    let (report, _) = try run(Self.wishes, on: &line)
    #expect(report.refused == [RefusedWish(bad, .unsupported)])
    #expect(report.applied == 19)
  }

  @Test(arguments: [0, 7, 19])
  func `one value that is not taken is named, and the others are set`(index: Int) throws {
    var receiver = KeyReceiver()
    let bad = Self.wishes[index]
    receiver.faults.refused = [bad.key.rawValue]
    var line = ScriptedLine(receiver)
    let (report, _) = try run(Self.wishes, on: &line)
    #expect(report.refused == [RefusedWish(bad, .refused)])
    #expect(report.applied == 19)
  }

  @Test func `a value that is acknowledged and not kept is named with what is there`() throws {
    var receiver = KeyReceiver()
    let bad = Self.wishes[3]
    receiver.faults.unkept = [bad.key.rawValue]
    receiver[bad.key] = 99
    var line = ScriptedLine(receiver)
    let (report, _) = try run(Self.wishes, on: &line)
    #expect(report.refused == [RefusedWish(bad, .notKept(found: 99))])
    #expect(report.applied == 19)
  }

  @Test(arguments: 1...8)
  func `lost acknowledgements change nothing of the result`(count: Int) throws {
    var receiver = KeyReceiver()
    receiver.faults.lostAcknowledgements = count
    receiver.faults.refused = [Self.wishes[5].key.rawValue]
    var line = ScriptedLine(receiver)
    let (report, _) = try run(Self.wishes, on: &line)
    #expect(report.refused == [RefusedWish(Self.wishes[5], .refused)])
    #expect(report.applied == 19)
  }

  @Test func `a receiver that says nothing is given up, by name`() throws {
    var receiver = KeyReceiver()
    receiver.faults.isSilent = true
    var line = ScriptedLine(receiver)
    let (report, time) = try run(Self.wishes, on: &line)
    #expect(report.refused == Self.wishes.map { RefusedWish($0, .noAnswer) })
    #expect(!report.isReachable)
    #expect(time < .seconds(8))
    #expect(line.receiver.writes == 0)
  }

  @Test func `of two values for one key the last counts`() throws {
    var line = ScriptedLine(KeyReceiver())
    let wishes = [try value(.measurementPeriod, 1000), try value(.measurementPeriod, 200)]
    let (report, _) = try run(wishes, on: &line)
    #expect(report.applied == 1)
    #expect(line.receiver[.measurementPeriod] == 200)
  }

  @Test func `what would deafen the receiver on our port is not sent`() throws {
    let wishes = [
      try value(.inputUBX.on(port: .uart1), 0), try value(.outputUBX.on(port: .uart1), 0),
      try value(.uart1IsOn, 0), try value(.uart1DataBits, 1), try value(.uart1Parity, 1),
      try value(.uart1StopBits, 0), try value(.uart1BaudRate, 0),
    ]
    let harmless = [try value(.inputUBX.on(port: .uart2), 0), try value(.uart1StopBits, 1)]
    var line = ScriptedLine(KeyReceiver())
    let (report, _) = try run(wishes, on: &line)
    #expect(report.refused == wishes.map { RefusedWish($0, .wouldDeafen) })
    #expect(line.receiver.writes == 0)
    let (second, _) = try run(harmless, on: &line)
    #expect(second.refused.isEmpty)
  }

  @Test func `a receiver that understands no command is not written to`() throws {
    var line = ScriptedLine(KeyReceiver())
    let (report, _) = try run(Self.wishes, on: &line, identity: ReceiverIdentity())
    #expect(report.refused == Self.wishes.map { RefusedWish($0, .notPermitted) })
    #expect(line.sent.isEmpty)
  }

  @Test func `a port that may not be written to is not`() throws {
    var line = ScriptedLine(KeyReceiver())
    var setup = ReceiverSetup()
    setup.permission = .never
    let (report, _) = try run(Self.wishes, on: &line, setup: setup)
    #expect(report.refused.count == 20)
    #expect(line.sent.isEmpty)
  }
}
