import Cairn
import CairnHAL
import CairnLinux
import CairnTypes
import Synchronization
import Testing

@Suite("the plan for another accuracy")
struct OtherPlanTests {
  private func ask(_ bench: Bench, _ accuracy: DesiredAccuracy) -> PowerPlan? {
    let answer = Mutex<PowerPlan?>(nil)
    bench.system.plan(wanting: accuracy) { plan in answer.withLock { $0 = try? plan.get() } }
    bench.loop.settle()
    return answer.withLock { $0 }
  }

  private func on(_ plan: PowerPlan?) -> [ProviderID] {
    plan?.entries.filter { $0.demand != nil }.map(\.provider) ?? []
  }

  @Test func `is the one that would follow, and nothing changes by the question`() throws {
    let bench = try Bench(descriptor: .sleepy, coarse: .scans)
    bench.manager.configuration.desiredAccuracy = .kilometer
    bench.start()
    var journey = Journey(bench)
    journey.pass(600)
    let plan = bench.system.plan
    let fine = ask(bench, .best)
    #expect(!on(plan).isEmpty && !on(fine).isEmpty && on(fine) != on(plan))
    #expect(on(ask(bench, .kilometer)) == on(plan))
    #expect(bench.system.plan == plan)
    journey.pass(600)
    #expect(journey.on == 0)
    bench.manager.configuration.desiredAccuracy = .best
    bench.loop.settle()
    #expect(on(bench.system.plan) == on(fine))
    // Back: what keeps the present plan for a while does not count.
    journey.pass(60)
    #expect(on(ask(bench, .kilometer)) == on(plan))
  }

  @Test func `is that of one client, if none wants positions`() throws {
    let bench = try Bench(descriptor: .sleepy, coarse: .scans)
    #expect(!on(ask(bench, .best)).isEmpty)
    #expect(on(bench.system.plan).isEmpty)
  }
}
