import CairnHAL
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Energy planner: minimum")
struct EnergySearchTests {
  @Test(
    "G113, G114: 10,000 made-up plans are those of a search that leaves nothing out",
    arguments: 0..<8)
  func brute(part: UInt64) {
    var random = SplitMix(seed: 0xCA1A + part)
    for _ in 0..<1250 {
      let situation = RandomSituation(&random)
      let plan = situation.planner.plan(for: situation.requests)
      let ways = BruteForce(planner: situation.planner).sorted(situation.requests)
      guard let least = ways.first else {
        #expect(plan.verdict == .unmet)
        continue
      }
      #expect(abs(plan.power - least.power) <= 1e-9 * least.power)
      // Ways of equal power are alike: any of them is the least.
      let equals = ways.filter { $0.power <= least.power * (1 + 1e-9) }
      #expect(
        equals.contains { way in
          way.mode == plan.mode && way.period == plan.period
            && way.order.map { situation.planner.providers[$0].id } == plan.providers
        })
    }
  }

  @Test
  func `a plan for eight providers is that of a search that leaves nothing out`() {
    var random = SplitMix(seed: 8)
    for _ in 0..<10 {
      let situation = RandomSituation(&random, providers: 8)
      let plan = situation.planner.plan(for: situation.requests)
      let least = BruteForce(planner: situation.planner).sorted(situation.requests).first
      #expect(abs(plan.power - (least?.power ?? 0)) <= 1e-9 * plan.power)
    }
  }

  @Test
  func `a wider tolerance never takes more power, and another provider neither`() {
    var random = SplitMix(seed: 36)
    for _ in 0..<2000 {
      let situation = RandomSituation(&random)
      let plan = situation.planner.plan(for: situation.requests)
      guard plan.verdict == .met else { continue }
      var wider = situation.requests
      for index in wider.indices {
        wider[index].accuracy = DesiredAccuracy(
          .metres((wider[index].accuracy.metres ?? 0) * .random(in: 1...10, using: &random)))
      }
      let relaxed = situation.planner.plan(for: wider)
      #expect(relaxed.verdict == .met && relaxed.power <= plan.power)
      let added = RandomSituation(&random).planner.providers.map {
        EnergyPlanner.Provider(
          id: ProviderID("more-\($0.id.name)"), model: $0.model, belief: $0.belief)
      }
      let more = EnergyPlanner(
        hostWake: situation.planner.hostWake, providers: added + situation.planner.providers
      ).plan(for: situation.requests)
      #expect(more.power <= plan.power)
    }
  }

  @Test
  func `no plan uses a mode that a receiver lacks, or a provider without hope`() {
    var random = SplitMix(seed: 37)
    for _ in 0..<2000 {
      let situation = RandomSituation(&random)
      let plan = situation.planner.plan(for: situation.requests)
      #expect(plan == situation.planner.plan(for: situation.requests), "same input, same plan")
      for id in plan.providers {
        let provider = situation.planner.providers.first { $0.id == id }
        #expect((provider?.belief.fixProbability ?? 0) > 0)
        guard plan.mode == .cyclic else { continue }
        guard case .receiver(let receiver)? = provider?.model else {
          Issue.record("\(id) is no receiver")
          continue
        }
        #expect(receiver.cyclic.map { $0.longestPeriod >= plan.period } ?? false)
      }
    }
  }
}
