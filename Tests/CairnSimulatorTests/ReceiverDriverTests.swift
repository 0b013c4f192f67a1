import CairnReceiver
import CairnSimulator
import CairnTypes
import Testing

@Suite("Receiver driver")
struct ReceiverDriverTests {
  @Test(arguments: SimulatedReceiver.Personality.allCases)
  func `every family is found and identified`(personality: SimulatedReceiver.Personality) {
    let bench = DriverBench(.init(personality))
    bench.open()
    bench.run(until: .seconds(20)) { $0.phase == .running }
    #expect(bench.phase == .running)
    #expect(!bench.isStuck)
    print(personality, bench.now, bench.memory.identity?.dialect as Any, bench.report as Any)
  }
}
