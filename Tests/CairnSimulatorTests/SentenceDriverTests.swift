import CairnReceiver
import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Receiver driver with receivers of sentences")
struct SentenceDriverTests {
  /// What the receivers are, by their own answers.
  private static let identities: [(SimulatedReceiver.Personality, CommandDialect, String)] = [
    (.mediaTekPA6H, .pmtk, "AXN_2.31_3339_13101700"),
    (.quectelL76, .pmtk, "AXN_5.1.6_3333_19010218"),
    (.quectelLC29H, .pair, "LC29HAANR01A04S"), (.casic, .pcas, "URANUS5,V5.3.0.0"),
  ]

  private func bench(
    _ personality: SimulatedReceiver.Personality, _ faults: [SimulatedReceiver.Fault] = [],
    interval: Duration = .seconds(1), setup: ReceiverSetup = ReceiverSetup()
  ) -> DriverBench {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.timeToFirstFix = .seconds(2)
    configuration.faults = faults
    let bench = DriverBench(configuration, setup: setup)
    var demand = ReceiverDemand()
    demand.reports.fixInterval = interval
    bench.open(demand)
    bench.run(until: .seconds(60)) { $0.phase == .running }
    return bench
  }

  @Test(arguments: identities.indices)
  func `it is identified with its dialect at every speed`(index: Int) {
    let (personality, dialect, firmware) = Self.identities[index]
    for rate in DriverScenario.rates(of: personality) {
      var configuration = SimulatedReceiver.Configuration(personality)
      configuration.baudRate = rate
      for host: UInt32 in [9600, 115_200] {
        let bench = DriverBench(configuration, hostBaudRate: host)
        bench.open()
        bench.run(until: .seconds(30)) { $0.phase == .running }
        #expect(bench.memory.identity?.dialect == dialect, "\(personality) at \(rate)")
        #expect(bench.memory.identity?.firmware == firmware, "\(personality) at \(rate)")
        print(personality, rate, host, bench.now, bench.report as Any)
      }
    }
  }

  @Test(arguments: identities.indices)
  func `it is told what is wished`(index: Int) {
    let bench = bench(Self.identities[index].0, interval: .milliseconds(200))
    print(Self.identities[index].0, bench.now, bench.report as Any, bench.line.receiver.period)
    for write in bench.line.hostWrites {
      print(write.time, write.baudRate, String(decoding: write.bytes, as: UTF8.self))
    }
  }
}
