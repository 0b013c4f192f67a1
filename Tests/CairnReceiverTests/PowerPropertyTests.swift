@testable import CairnReceiver
import CairnTypes
import Testing

@Suite("Receiver power, whatever happens")
struct PowerPropertyTests {
  private func traits(_ generator: inout SeededGenerator) -> ReceiverPowerTraits {
    var traits = ReceiverPowerTraits.m10
    traits.hasSupplySwitch = Bool.random(using: &generator)
    traits.keepsBackupSupply = Bool.random(using: &generator)
    if Bool.random(using: &generator) { traits.softwareBackupMilliwatts = nil }
    if Bool.random(using: &generator) { traits.standbyMilliwatts = 3 }
    if Int.random(in: 0..<4, using: &generator) == 0 { traits.wakeSources = [] }
    return traits
  }

  private func faults(_ generator: inout SeededGenerator) -> SleepyReceiver.Faults {
    var faults = SleepyReceiver.Faults()
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: faults.lostRequests = Int.random(in: 1...5, using: &generator)
    case 1: faults.isSleepless = true
    case 2: faults.knowsShortFormOnly = true
    case 3: faults.lostWakes = Int.random(in: 1...8, using: &generator)
    case 4: faults.isDeaf = true
    case 5: faults.isDumb = true
    case 6: faults.restless = (.seconds(Int.random(in: 1...30, using: &generator)), 4)
    case 7: faults.isSwitchDead = true
    default: break
    }
    return faults
  }

  /// It has a deadline, or sleeps where `wake` reaches it, or is awake.
  private func check(_ bench: PowerBench, _ seed: UInt64) {
    let power = bench.power
    if let deadline = power.nextDeadline {
      #expect(deadline >= bench.now, "seed \(seed)")
      return
    }
    #expect(power.state != .waking, "seed \(seed): waking without a deadline")
    guard power.state.isAsleep else { return }
    let method: SleepMethod =
      switch power.state {
      case .backup(.software): .backupCommand
      case .standby: .stopCommand
      default: .supply
      }
    #expect(
      power.setup.traits.state(by: method, power.setup.dialect) == power.state,
      "seed \(seed): asleep without a way to wake")
    // Backup by command always ends by itself.
    #expect(power.state != .backup(.software), "seed \(seed): backup without an end")
  }

  @Test(arguments: 0..<200)
  func `it is never stuck and never asleep without a way to wake`(number: Int) {
    let seed = UInt64(number) &+ 1
    var generator = SeededGenerator(seed: seed)
    let speeds =
      Bool.random(using: &generator)
      ? LineSpeeds(working: 115_200, atStart: 9600) : LineSpeeds(working: 9600)
    var bench = PowerBench(traits(&generator), speeds: speeds)
    for _ in 0..<60 {
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: _ = bench.sleep(for: .seconds(Int.random(in: 1...2000, using: &generator)))
      case 1: _ = bench.sleep(for: nil)
      case 2, 3: bench.wake()
      case 5: bench.setSky(Bool.random(using: &generator))
      case 6: bench.receiver.faults = faults(&generator)
      default: break
      }
      check(bench, seed)
      bench.run(for: .milliseconds(Int.random(in: 0...60_000, using: &generator)))
      check(bench, seed)
    }
    // Once nothing is wrong any more, a wake brings it back.
    bench.receiver.faults = SleepyReceiver.Faults()
    bench.setSky(true)
    bench.wake()
    bench.run(for: .seconds(2200))
    #expect(bench.receiver.mode == .tracking, "seed \(seed)")
    if bench.receiver.speed == bench.receiver.hostSpeed {
      #expect(bench.power.state == .tracking, "seed \(seed)")
    }
  }
}
