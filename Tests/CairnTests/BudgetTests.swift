import Cairn
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("A budget of power instead of an accuracy")
struct BudgetTests {
  /// The milliwatts drawn, the fixes of the receiver, and all positions in so many hours on foot.
  private func walk(
    _ budget: Double, every interval: Duration? = nil, hours: Int
  ) async throws -> (power: Double, fixes: Int, positions: Int) {
    let bench = try Bench(descriptor: .sleepy, coarse: .scans)
    bench.manager.configuration.powerBudget = budget
    bench.manager.configuration.interval = interval
    bench.start()
    var journey = Journey(bench)
    journey.pass(hours * 3600)
    let joules = await bench.system.diagnostics().energy.joules
    let fine = bench.delegate.locations.count { $0.source.provider == "gnss" }
    return (joules * 1000 / Double(hours * 3600), fine, bench.delegate.locations.count)
  }

  @Test func `what is drawn stays within the budget, and more of it gives more fixes`() async throws
  {
    let budgets = [1.0, 4, 20]
    var before = 0
    for budget in budgets {
      let result = try await walk(budget, hours: 6)
      #expect(result.power < 1.1 * budget, "\(result.power) mW of \(budget)")
      #expect(result.power > 0.4 * budget, "\(result.power) mW of \(budget)")
      #expect(result.fixes >= before)
      before = result.fixes
    }
  }

  @Test(arguments: [1, 30])
  func `an interval that the budget does not allow is not kept`(seconds: Int) async throws {
    let result = try await walk(4, every: .seconds(seconds), hours: 3)
    #expect(result.power < 4.4 && result.power > 1.6, "\(result.power) mW of 4")
    #expect(result.positions > 20)
  }

  @Test func `what is saved at rest is used on the way`() throws {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.configuration.powerBudget = 5
    bench.start()
    var journey = Journey(bench)
    journey.pass(1800)
    let fresh = bench.system.plan.energy.worst?.tolerance ?? .infinity
    bench.system.conditions.isMoving = false
    journey.speed = 0
    journey.pass(6 * 3600)
    bench.system.conditions.isMoving = true
    journey.speed = 1.4
    journey.pass(1800)
    let saved = bench.system.plan.energy.worst?.tolerance ?? 0
    #expect(fresh > 0 && saved < fresh, "\(fresh) m, then \(saved) m")
  }

  @Test
  func `enough for tracking is as good as the best accuracy, and a budget of nothing is none`()
    throws
  {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.configuration.powerBudget = 500
    bench.start()
    var journey = Journey(bench)
    journey.pass(600)
    #expect(journey.on > 590)
    var configuration = LocationConfiguration()
    for value in [0, -1, .nan, .infinity] {
      configuration.powerBudget = value
      #expect(configuration.powerBudget == nil)
    }
  }
}
