import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Configurator, line speed and memories")
struct KeyRateTests {
  private let other = ConfigurationKey.measurementPeriod

  private func run(
    _ receiver: KeyReceiver, to baudRate: UInt32, seed: UInt64 = 1, also: Int? = 200,
    persistence: ConfigurationLayers = []
  ) throws -> (report: ConfigurationReport, line: ScriptedLine<KeyReceiver>, time: Duration) {
    var wishes = [try #require(ConfigurationValue(.uart1BaudRate, baudRate))]
    if let also { wishes.append(try #require(ConfigurationValue(other, also))) }
    var setup = ReceiverSetup()
    setup.persistence = persistence
    var line = ScriptedLine(receiver, seed: seed)
    var configurator = Configurator(
      wishes: wishes, identity: ReceiverIdentity(dialect: .uBloxKeys), setup: setup,
      baudRate: receiver.baudRate)
    let time = line.run(&configurator)
    return (try #require(configurator.outcome), line, try #require(time))
  }

  @Test(arguments: Faults.RateAnswer.allCases)
  func `the speed is changed however the change is acknowledged`(_ answer: Faults.RateAnswer) throws
  {
    var receiver = KeyReceiver()
    receiver.faults.rateAnswer = answer
    let (report, line, time) = try run(receiver, to: 115_200)
    #expect(report.isComplete)
    #expect(report.applied == 2)
    #expect(report.baudRate == 115_200)
    #expect(line.hostBaudRate == 115_200)
    #expect(line.receiver.baudRate == 115_200)
    #expect(time < .seconds(1))
  }

  @Test func `the speed goes last and alone`() throws {
    let (_, line, _) = try run(KeyReceiver(), to: 115_200)
    #expect(line.settings.map { $0.values.map(\.key) } == [[other], [.uart1BaudRate]])
    #expect(line.settings.allSatisfy { $0.layers == .ram })
  }

  @Test func `a speed that the receiver has already is not sent`() throws {
    let (report, line, _) = try run(KeyReceiver(), to: 38_400, also: nil)
    #expect(report.unchanged == 1)
    #expect(line.receiver.writes == 0)
  }

  @Test(arguments: [9600, 38_400] as [UInt32])
  func `a receiver that is not heard at the new speed comes back`(from old: UInt32) throws {
    var receiver = KeyReceiver(baudRate: old)
    receiver.faults.muteAt = 921_600
    let (report, line, time) = try run(receiver, to: 921_600, persistence: [.flash])
    #expect(report.refused.map(\.reason) == [.rateNotReached])
    #expect(report.isReachable)
    #expect(report.applied == 1)
    #expect(report.baudRate == old)
    #expect(line.hostBaudRate == old)
    #expect(line.receiver.baudRate == old)
    #expect(line.receiver[.uart1BaudRate] == UInt64(old))
    // What was not proven is in no memory.
    #expect(line.receiver.memories[2][ConfigurationKey.uart1BaudRate.rawValue] == nil)
    #expect(line.receiver.memories[2][other.rawValue] == 200)
    #expect(time < .seconds(8))
  }

  @Test func `a receiver that is deaf at the new speed has it in RAM only`() throws {
    var receiver = KeyReceiver()
    receiver.faults.deafAt = 921_600
    let (report, line, time) = try run(
      receiver, to: 921_600, persistence: [.batteryBacked, .flash])
    #expect(!report.isReachable)
    #expect(report.refused.map(\.reason) == [.rateNotReached])
    #expect(line.hostBaudRate == 38_400)
    #expect(line.receiver.memories[1].isEmpty)
    #expect(line.receiver.memories[2].isEmpty)
    #expect(time < .seconds(20))
  }

  @Test func `a speed that the receiver refuses is reported`() throws {
    var receiver = KeyReceiver()
    receiver.faults.refused = [ConfigurationKey.uart1BaudRate.rawValue]
    let (report, line, _) = try run(receiver, to: 115_200)
    #expect(report.refused.map(\.reason) == [.rateNotReached])
    #expect(report.applied == 1)
    #expect(line.hostBaudRate == line.receiver.baudRate)
  }

  @Test func `memories get what RAM has proven to take`() throws {
    let (report, line, _) = try run(
      KeyReceiver(), to: 115_200, persistence: [.batteryBacked, .flash])
    #expect(report.isComplete)
    for layer in 1...2 {
      #expect(line.receiver.memories[layer][ConfigurationKey.uart1BaudRate.rawValue] == 115_200)
      #expect(line.receiver.memories[layer][other.rawValue] == 200)
    }
  }

  @Test func `memories that hold the wishes are not written again`() throws {
    var receiver = KeyReceiver(baudRate: 115_200)
    for layer in 0...2 {
      receiver.memories[layer][ConfigurationKey.uart1BaudRate.rawValue] = 115_200
      receiver.memories[layer][other.rawValue] = 200
    }
    let (report, line, _) = try run(
      receiver, to: 115_200, persistence: [.batteryBacked, .flash])
    #expect(report.isComplete)
    #expect(line.receiver.writes == 0)
  }

  @Test func `a memory that is not there is a warning by name`() throws {
    var receiver = KeyReceiver()
    receiver.faults.hasNoFlash = true
    let (report, line, _) = try run(
      receiver, to: 115_200, persistence: [.batteryBacked, .flash])
    #expect(report.layerWarnings == [LayerWarning(.flash, .refused)])
    #expect(report.applied == 2)
    #expect(line.receiver.memories[1][other.rawValue] == 200)
    #expect(!report.isComplete)
  }

  @Test func `without a speed of the line its key is a setting as any other`() throws {
    var line = ScriptedLine(KeyReceiver())
    var configurator = Configurator(
      wishes: [try #require(ConfigurationValue(.uart1BaudRate, 38_400))],
      identity: ReceiverIdentity(dialect: .uBloxKeys), setup: ReceiverSetup(), baudRate: nil)
    _ = line.run(&configurator)
    #expect(configurator.outcome?.unchanged == 1)
  }
}
