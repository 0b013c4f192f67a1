@testable import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Configurator, random wishes and faults")
struct KeyPropertyTests {
  /// One run: what is wished, what is wrong, and what must come of it.
  private struct Case {
    var receiver = KeyReceiver(baudRate: 38_400)
    var wishes: [ConfigurationValue] = []
    var setup = ReceiverSetup()
    var bad: [UInt32: WishRefusal] = [:]

    init(_ random: inout SeededGenerator, hasLoss: Bool) {
      receiver = KeyReceiver(
        baudRate: [9600, 38_400, 115_200].randomElement(using: &random) ?? 38_400)
      let count = Int.random(in: 0...150, using: &random)
      let badPercent = [0, 3, 20].randomElement(using: &random) ?? 0
      for index in 0..<count {
        let key = ConfigurationKey(
          rawValue: [0x1045, 0x2045, 0x3045, 0x4045, 0x5045].randomElement(using: &random)
            .map { UInt32($0) << 16 | UInt32(index + 1) } ?? 0)
        guard
          let wish = ConfigurationValue(
            key, key.isFlag ? 1 : Int.random(in: 1...100, using: &random))
        else { continue }
        wishes.append(wish)
        if Bool.random(using: &random) { receiver[key] = wish.bits }
        guard Int.random(in: 0..<100, using: &random) < badPercent else { continue }
        receiver[key] = 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          receiver.faults.unknown.insert(key.rawValue)
          bad[key.rawValue] = .unsupported
        case 1:
          receiver.faults.refused.insert(key.rawValue)
          bad[key.rawValue] = .refused
        default:
          receiver.faults.unkept.insert(key.rawValue)
          bad[key.rawValue] = .notKept(found: 0)
        }
      }
      let rates: [UInt32] = [9600, 38_400, 115_200, 460_800]
      if let rate = rates.randomElement(using: &random),
        let wish = ConfigurationValue(.uart1BaudRate, rate)
      {
        wishes.append(wish)
        receiver.faults.rateAnswer = .allCases.randomElement(using: &random) ?? .never
        if rate != receiver.baudRate, Int.random(in: 0..<4, using: &random) == 0 {
          receiver.faults.muteAt = rate
          bad[wish.key.rawValue] = .rateNotReached
        }
      }
      wishes.shuffle(using: &random)
      setup.persistence =
        [[], [.batteryBacked], [.batteryBacked, .flash]].randomElement(using: &random) ?? []
      if hasLoss {
        receiver.faults.lossPercent = [2, 10, 30].randomElement(using: &random) ?? 2
        receiver.faults.latePercent = [0, 5].randomElement(using: &random) ?? 0
      } else {
        receiver.faults.lostAcknowledgements = Int.random(in: 0...2, using: &random)
      }
    }
  }

  @Test(arguments: 1...150 as ClosedRange<UInt64>)
  func `exactly the wishes at fault are reported, each with its reason`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let test = Case(&random, hasLoss: false)
    var line = ScriptedLine(test.receiver, seed: seed)
    var configurator = Configurator(
      wishes: test.wishes, identity: ReceiverIdentity(dialect: .uBloxKeys), setup: test.setup,
      baudRate: test.receiver.baudRate)
    #expect(line.run(&configurator) != nil, "seed \(seed)")
    let report = try #require(configurator.outcome, "seed \(seed)")
    var found: [UInt32: WishRefusal] = [:]
    for wish in report.refused { found[wish.key.rawValue] = wish.reason }
    #expect(found == test.bad, "seed \(seed)")
    #expect(report.applied + report.unchanged + report.refused.count == test.wishes.count)
    #expect(report.layerWarnings.isEmpty || !test.setup.persistence.isEmpty)
    for wish in test.wishes where test.bad[wish.key.rawValue] == nil {
      #expect(line.receiver[wish.key] == wish.bits, "seed \(seed), \(wish.key)")
    }
    #expect(line.hostBaudRate == line.receiver.baudRate, "seed \(seed)")
    #expect(report.baudRate == line.hostBaudRate, "seed \(seed)")
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `with frames lost and late it ends, blames nobody wrongly, and stays reachable`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed &+ 1000)
    let test = Case(&random, hasLoss: true)
    var line = ScriptedLine(test.receiver, seed: seed)
    var configurator = Configurator(
      wishes: test.wishes, identity: ReceiverIdentity(dialect: .uBloxKeys), setup: test.setup,
      baudRate: test.receiver.baudRate)
    let time = line.run(&configurator)
    #expect(time != nil, "seed \(seed)")
    let report = try #require(configurator.outcome, "seed \(seed)")
    #expect(report.applied + report.unchanged + report.refused.count == test.wishes.count)
    for wish in report.refused where wish.reason != .noAnswer && wish.reason != .rateNotReached {
      #expect(test.bad[wish.key.rawValue] == wish.reason, "seed \(seed), \(wish.key)")
    }
    let refused = report.refused.map(\.key)
    for wish in test.wishes where !refused.contains(wish.key) {
      #expect(line.receiver[wish.key] == wish.bits, "seed \(seed), \(wish.key)")
    }
    if report.isReachable {
      #expect(line.hostBaudRate == line.receiver.baudRate, "seed \(seed)")
    }
    // An unproven speed is in no memory.
    for layer in 1...2 where refused.contains(.uart1BaudRate) {
      #expect(line.receiver.memories[layer][ConfigurationKey.uart1BaudRate.rawValue] == nil)
    }
  }
}
