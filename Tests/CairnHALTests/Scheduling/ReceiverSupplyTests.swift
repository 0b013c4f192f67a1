import CairnTypes
import Testing

@testable import CairnHAL

@Suite("ProviderScheduler: the supply of a sleeping receiver")
struct ReceiverSupplyTests {
  /// That it loses the supply costs its ephemeris: nothing where the host supplies it.
  private func switched(isSupplied: Bool, off: Double? = 0) -> SchedulerProvider {
    SchedulerProvider(
      id: "gnss",
      model: .receiver(
        ReceiverEnergy(
          acquiring: 46, tracking: 37, backup: 0.1, off: off,
          startTimes: .init(hot: 1, aided: 1.5, warm: 25, cold: 30))),
      moving: ProviderBelief(fixProbability: 0.9, radius: 8, timeToFix: 1, timeout: 25),
      ephemeris: .init(isSupplied: isSupplied))
  }

  /// When a receiver that gave a fix after a second lost its supply, in seconds since.
  private func turnedOff(_ provider: SchedulerProvider, within seconds: Double) -> [Double] {
    var bench = SchedulerBench([provider])
    // So coarse that it is not looked at again meanwhile.
    bench.ask(3000)
    bench.fix(accuracy: 12, at: 1)
    bench.send(.motion(isMoving: false))
    #expect(bench.commands("gnss").last == .rest)
    bench.run(for: seconds, speed: 0)
    return bench.log.filter { $0.command.told == .off }.map { $0.time - 1 }
  }

  @Test func `a receiver loses its supply once keeping its memory has cost as much as losing it`() {
    // Half a second longer at 46 mW against 0.1 mW.
    let times = turnedOff(switched(isSupplied: true), within: 3600)
    #expect(times.count == 1 && abs((times.first ?? 0) - 230) < 15)
    // 29 seconds longer: almost four hours.
    #expect(turnedOff(switched(isSupplied: false), within: 3600).isEmpty)
    #expect(turnedOff(switched(isSupplied: false), within: 13_600).count == 1)
    // Nothing takes it away, or it draws as much without.
    #expect(turnedOff(switched(isSupplied: true, off: nil), within: 5 * 3600).isEmpty)
    #expect(turnedOff(switched(isSupplied: true, off: 0.1), within: 5 * 3600).isEmpty)
  }

  @Test func `a receiver that has lost its memory is given the time of a cold start`() {
    var bench = SchedulerBench([switched(isSupplied: false)])
    bench.ask(3000)
    bench.fix(accuracy: 12, at: 1)
    bench.send(.motion(isMoving: false))
    bench.run(for: 13_600, speed: 0)
    #expect(bench.commands("gnss").last == .off)
    #expect(bench.scheduler.states[0].timeToFix(bench.now) == 30)
    bench.ask(100)
    bench.send(.motion(isMoving: true))
    bench.run(for: 600)
    #expect(bench.scheduler.states[0].timeToFix(bench.now) < 5)
  }

  @Test func `a receiver that is needed soon again keeps its supply`() {
    var bench = SchedulerBench([switched(isSupplied: true)])
    bench.ask(100)
    bench.run(for: 1800, speed: 10)
    #expect(bench.commands("gnss").contains(.rest))
    #expect(!bench.commands("gnss").contains(.off))
  }
}
