import CairnReceiver
@testable import CairnSimulator
import CairnTypes
import Testing

@Suite("Receiver driver and a speed that is not reached")
struct SpeedDriverTests {
  @Test(
    arguments: [
      SimulatedReceiver.Personality.uBloxM8, .uBloxM9, .uBloxM10, .mediaTekPA6H, .quectelL76,
      .casic,
    ], [nil, 115_200] as [UInt32?])
  func `a line that stays slow gets what it can carry`(
    personality: SimulatedReceiver.Personality, workingBaudRate: UInt32?
  ) {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.timeToFirstFix = .seconds(2)
    configuration.baudRate = 9600
    configuration.faults = [.ignores(key: Keys.baudRate)]
    var setup = ReceiverSetup()
    setup.workingBaudRate = workingBaudRate
    let bench = DriverBench(configuration, setup: setup)
    var demand = ReportDemand()
    demand.fixInterval = .milliseconds(100)
    bench.open(demand)
    bench.run(until: .seconds(60))
    #expect(bench.phase == .running)
    #expect(bench.line.hostBaudRate == 9600)
    #expect(bench.report?.hasEssentials == true, "\(String(describing: bench.report))")
    // Five a second fit, and come: a line with ten of them would lose every other one.
    #expect(bench.line.receiver.period == .milliseconds(200))
    #expect((49...51).contains(bench.fixes.count { $0 > .seconds(50) }))
    // It was tried twice, and not again.
    let failures = bench.events.count {
      if case .configured(let report) = $0.event {
        report.refused.contains { $0.reason == .rateNotReached }
      } else {
        false
      }
    }
    #expect(failures == 2)
  }

  @Test(arguments: [SimulatedReceiver.Personality.mediaTekPA6H, .quectelL76], 1...6)
  func `a reset in the middle of the change delays it only`(
    personality: SimulatedReceiver.Personality, seed: UInt64
  ) {
    var scenario = DriverScenario(personality, .resets(at: .milliseconds(1500)))
    scenario.options.seed = seed
    let bench = scenario.bench()
    bench.run(until: .seconds(20))
    #expect(bench.line.receiver.configuration.baudRate == 19_200)
    #expect(bench.line.hostBaudRate == 19_200)
    #expect(bench.report?.refused.isEmpty == true, "\(String(describing: bench.report))")
  }
}
