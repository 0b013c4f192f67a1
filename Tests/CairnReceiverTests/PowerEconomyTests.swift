@testable import CairnReceiver
import CairnTypes
import Testing

@Suite("Power economy")
struct PowerEconomyTests {
  private func isClose(_ found: Duration?, _ expected: Double, within: Double) -> Bool {
    guard let found else { return false }
    return abs(found.inSeconds - expected) <= expected * within
  }

  /// The gap above which sleeping costs less than staying awake.
  private func breakEven(
    _ traits: ReceiverPowerTraits, start: StartType = .hot, awake: Double? = nil
  ) throws -> Duration {
    func saves(_ gap: Duration) throws -> Bool {
      let cost = traits.cost(of: .backup(.software), over: gap, start: start, awake: awake)
      let choice = try #require(cost)
      return gap > choice.lead && choice.joules < choice.awakeJoules
    }
    var (low, high) = (Duration.zero, Duration.seconds(100))
    while high - low > .milliseconds(1) {
      let middle = low + (high - low) / 2
      if try saves(middle) { high = middle } else { low = middle }
    }
    return high
  }

  @Test(arguments: [
    (ReceiverPowerTraits.m8, 3.7), (.m10, 3.9), (.f9p, 4.7),
  ])
  func `on and off pays against tracking from the gap that the measured receivers have`(
    traits: ReceiverPowerTraits, expected: Double
  ) throws {
    let gap = try breakEven(traits)
    #expect(isClose(gap, expected, within: 0.02))
  }

  @Test(arguments: [(ReceiverPowerTraits.m8, 11.0), (.m10, 7.2)])
  func `on and off pays against cyclic tracking from the gap that the measured receivers have`(
    traits: ReceiverPowerTraits, expected: Double
  ) throws {
    let gap = try breakEven(traits, awake: traits.cyclicMilliwatts)
    // The numbers were computed from joules a cycle of two digits.
    #expect(isClose(gap, expected, within: 0.06))
  }

  @Test
  func `a gap is slept through just above the break-even and not just below`() throws {
    for traits in [ReceiverPowerTraits.m8, .m10, .f9p] {
      let edge = try breakEven(traits)
      let below = traits.cheapestSleep(for: edge * 0.99, .uBloxKeys, start: .hot)
      let above = traits.cheapestSleep(for: edge * 1.01, .uBloxKeys, start: .hot)
      #expect(below == nil)
      #expect(above?.state == .backup(.software))
      #expect(try #require(above).joules < (try #require(above)).awakeJoules)
    }
  }

  @Test
  func `a warm start makes the gap much longer`() throws {
    let edge = try breakEven(.m8, start: .warm)
    // 2 s + 26.5 s · 96/87
    #expect(isClose(edge, 31.2, within: 0.01))
  }

  @Test
  func `no state is chosen from which the host cannot wake the receiver`() {
    var traits = ReceiverPowerTraits.m10
    traits.wakeSources = []
    #expect(traits.cheapestSleep(for: .seconds(3600), .uBloxKeys, start: .hot) == nil)
    traits.wakeSources = .externalInterrupt
    #expect(traits.cheapestSleep(for: .seconds(3600), .uBloxKeys, start: .hot) == nil)
    traits.wakeSources = .serialInput
    for dialect in CommandDialect.allCases where !dialect.isUBX {
      #expect(traits.cheapestSleep(for: .seconds(3600), dialect, start: .hot) == nil)
    }
    traits.sleepsByCommand = false
    #expect(traits.cheapestSleep(for: .seconds(3600), .uBloxKeys, start: .hot) == nil)
    traits.hasSupplySwitch = true
    #expect(traits.cheapestSleep(for: .seconds(3600), .uBloxKeys, start: .hot)?.state == .off)
  }

  @Test
  func `the supply is switched off for long gaps and kept for short ones without a backup supply`()
  {
    var traits = ReceiverPowerTraits.m10
    traits.hasSupplySwitch = true
    let short = traits.cheapestSleep(for: .seconds(60), .uBloxKeys, start: .hot)
    #expect(short?.state == .backup(.software))
    #expect(short?.start == .hot)
    let long = traits.cheapestSleep(for: .seconds(86_400), .uBloxKeys, start: .warm)
    #expect(long?.state == .off)
    #expect(long?.start == .cold)
    traits.keepsBackupSupply = true
    let kept = traits.cheapestSleep(for: .seconds(60), .uBloxKeys, start: .hot)
    #expect(kept?.state == .backup(.hardware))
    #expect(kept?.start == .hot)
  }

  @Test
  func `a receiver that cannot be back in time stays awake`() {
    var traits = ReceiverPowerTraits(acquiringMilliwatts: 10, trackingMilliwatts: 100)
    traits.softwareBackupMilliwatts = 0.1
    // 1.5 s to the fix and 2 s to settle.
    #expect(traits.cheapestSleep(for: .seconds(3), .uBloxKeys, start: .hot) == nil)
    #expect(traits.cheapestSleep(for: .seconds(4), .uBloxKeys, start: .hot) != nil)
  }
}
