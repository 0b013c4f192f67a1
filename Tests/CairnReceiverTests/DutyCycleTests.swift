@testable import CairnReceiver
import CairnTypes
import Testing

@Suite("Duty cycle")
struct DutyCycleTests {
  private func bench(
    _ interval: Duration, _ traits: ReceiverPowerTraits = .m10,
    believed: ReceiverPowerTraits? = nil
  ) -> PowerBench {
    var bench = PowerBench(traits, believed: believed)
    bench.duty = DutyCycle(interval: interval, believed ?? traits, at: bench.now)
    return bench
  }

  /// Joules of a day with a fix a minute, by the numbers of the sheet alone.
  private func day(_ traits: ReceiverPowerTraits, holds: Double) -> Double {
    let asleep = traits.softwareBackupMilliwatts ?? 0
    let cycle =
      traits.acquiringMilliwatts * 1.5 + traits.trackingMilliwatts * 2 + asleep * 56.5
    let first =
      traits.acquiringMilliwatts * traits.coldStart.inSeconds
      + traits.trackingMilliwatts * 30 - asleep * (traits.coldStart.inSeconds + 30)
    let hold = (traits.trackingMilliwatts - asleep) * 28
    return (cycle * 1440 + first + hold * holds) * 1e-3
  }

  @Test(arguments: [ReceiverPowerTraits.m10, .m8])
  func `a day with a fix a minute costs what the formula says within a percent`(
    traits: ReceiverPowerTraits
  ) {
    var bench = bench(.seconds(60), traits)
    bench.run(to: seconds(86_400))
    // A hold leaves ephemerides 28 s after a minute; the next is at the first wake 90 minutes later.
    let expected = day(traits, holds: 15)
    #expect(abs(bench.receiver.joules / expected - 1) < 0.01)
    let metered = bench.power.meter.total(at: bench.now).joules
    #expect(abs(metered / bench.receiver.joules - 1) < 0.05)
    #expect(bench.receiver.starts.dropFirst().allSatisfy { $0 == .hot })
    #expect(bench.receiver.starts.count > 1430)
  }

  @Test
  func `every fix is settled when it is due`() {
    var bench = bench(.seconds(60))
    bench.run(to: seconds(7200))
    // The first is a cold start.
    for minute in 2..<120 {
      let due = seconds(Double(minute) * 60)
      #expect(bench.fixes.contains { $0 <= due - .seconds(2) && $0 > due - .seconds(40) })
    }
  }

  @Test
  func `a receiver woken only for its fixes falls back to warm starts`() {
    // What happens to a driver that believes that ephemerides serve for ever.
    var believed = ReceiverPowerTraits.m10
    believed.ephemerisValidity = .seconds(1_000_000)
    var bench = bench(.seconds(60), .m10, believed: believed)
    bench.run(to: seconds(86_400))
    let warm = bench.receiver.starts.count { $0 == .warm }
    #expect(warm > 500)
  }

  @Test
  func `a stay without sky is given up and the next one is tried`() {
    var bench = bench(.seconds(300))
    bench.run(to: seconds(310))
    bench.setSky(false)
    bench.run(to: seconds(3500))
    #expect((bench.duty?.misses ?? 0) >= 9)
    #expect(bench.receiver.mode == .asleep)
    bench.setSky(true)
    bench.run(to: seconds(4000))
    #expect(bench.duty?.misses == 0)
  }

  @Test
  func `intervals below the break-even keep the receiver awake`() {
    var bench = bench(.seconds(3))
    bench.run(to: seconds(600))
    #expect(bench.receiver.requests.isEmpty)
    #expect(bench.power.state == .tracking)
    #expect(bench.duty?.nextDeadline != nil)
  }

  @Test(arguments: [1, 60, 86_400])
  func `a wake-up that is centuries late keeps the grid`(interval: Int64) throws {
    let power = ReceiverPower(PowerSetup(.m10, .uBloxKeys), at: seconds(0))
    var duty = DutyCycle(interval: .seconds(interval), .m10, at: seconds(0))
    #expect(duty.fire(at: seconds(0), power) == .none)
    #expect(duty.phase == .searching)
    let late = seconds(9e9) + .milliseconds(300)
    _ = duty.fire(at: late, power)
    #expect(duty.due > late && duty.due - late <= .seconds(interval))
    #expect(duty.due.nanoseconds % (interval * 1_000_000_000) == 0)
  }

  @Test
  func `an interval beyond the validity counts on a warm start`() {
    var bench = bench(.seconds(4 * 3600))
    bench.run(to: seconds(4 * 3600 + 60))
    #expect(bench.receiver.starts == [.cold, .warm])
    let due = seconds(4 * 3600)
    #expect(bench.fixes.contains { $0 >= due - .seconds(3) && $0 <= due })
  }
}
