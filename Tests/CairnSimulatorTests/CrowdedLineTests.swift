import CairnNMEA
import CairnReceiver
@testable import CairnSimulator
import CairnTypes
import Testing

@Suite("A line that is full before a receiver is configured")
struct CrowdedLineTests {
  private func bench(
    _ personality: SimulatedReceiver.Personality, baudRate: UInt32, _ demand: ReportDemand?
  ) -> DriverBench {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.baudRate = baudRate
    let bench = DriverBench(configuration)
    bench.open(demand)
    bench.run(until: .seconds(20)) { $0.memory.identity != nil }
    return bench
  }

  private func reportsSatellites(_ bench: DriverBench) -> Bool {
    bench.line.receiver.plan.sendsNMEA
      && bench.line.receiver.plan.sentences.contains { $0.formatter == "GSV" }
  }

  @Test(arguments: SimulatedReceiver.Personality.allCases.filter { $0 != .nmeaOnly })
  func `what crowds a slow line has ended when the receiver is known`(
    personality: SimulatedReceiver.Personality
  ) {
    let slowest = DriverScenario.rates(of: personality).min() ?? 9600
    let bench = bench(personality, baudRate: slowest, ReportDemand())
    #expect(bench.memory.identity?.dialect != CommandDialect.none)
    #expect(!reportsSatellites(bench))
  }

  @Test func `nothing is changed on a line that has room, nor for nobody`() {
    for bench in [
      bench(.casic, baudRate: 38_400, ReportDemand()), bench(.casic, baudRate: 9600, nil),
    ] {
      #expect(bench.memory.identity?.dialect == .pcas)
      #expect(reportsSatellites(bench))
    }
  }

  @Test func `satellites that are wanted come back`() {
    var demand = ReportDemand()
    demand.wantsSatellites = true
    let bench = bench(.casic, baudRate: 9600, demand)
    bench.run(until: .seconds(20)) { $0.phase == .running }
    #expect(reportsSatellites(bench))
  }
}
