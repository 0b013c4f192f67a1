import CairnHAL
import CairnTypes
import Testing

@Suite("Energy planner")
struct EnergyPlannerTests {
  private let carried = EnergyBoard.gateway.planner(in: .pedestrian)
  private let car = EnergyBoard.gateway.planner(in: .automotive)

  private func onFoot(
    _ accuracy: DesiredAccuracy, client: UInt32 = 0, filter: Double? = nil
  ) -> EnergyRequest {
    EnergyRequest(client: client, accuracy: accuracy, speed: 1.5, distanceFilter: filter)
  }

  @Test("G101: at kilometre accuracy GPS is switched off and only Wi-Fi runs, carried by a person")
  func kilometreCarried() {
    let requests = [onFoot(.kilometer)]
    let plan = carried.plan(for: requests)
    #expect(plan.mode == .sampled)
    #expect(plan.providers == ["wifi"])
    #expect(plan.period == 600)
    #expect(abs(plan.power - 1.4367) < 1e-3)
    #expect(plan.verdict == .met)
    #expect(
      carried.reason(for: "wifi", in: plan, for: requests)
        == "on: every 600 s, within 1000 m 95 % of the time, 68 % wanted, at 1.44 mW")
    #expect(
      carried.reason(for: "gnss", in: plan, for: requests)
        == "off: wifi suffices, at 1.44 mW; wifi, then cell, then gnss takes 1.49 mW")
  }

  @Test("In a car GNSS is cheaper at kilometre accuracy: 8.1 mW every 60 s, Wi-Fi takes 14.4 mW")
  func kilometreInCar() {
    let request = EnergyRequest(accuracy: .kilometer, speed: 15)
    let plan = car.plan(for: [request])
    #expect(plan.providers == ["gnss"])
    #expect(plan.mode == .sampled)
    #expect(plan.period == 60)
    #expect(abs(plan.power - 8.06) < 0.05)
    let without = EnergyBoard.gateway.planner(in: .automotive, without: ["gnss"]).plan(
      for: [request])
    #expect(without.providers == ["wifi"])
    #expect(without.period == 60)
    #expect(abs(without.power - 14.37) < 0.05)
  }

  @Test("G105: three kilometres are served by the cell alone")
  func threeKilometres() {
    #expect(carried.plan(for: [onFoot(.threeKilometers)]).providers == ["cell"])
  }

  @Test(
    "G106: best and best for navigation leave GNSS on",
    arguments: [DesiredAccuracy.best, .bestForNavigation])
  func best(accuracy: DesiredAccuracy) {
    let requests = [onFoot(accuracy)]
    let plan = carried.plan(for: requests)
    #expect(plan.mode == .tracking)
    #expect(plan.providers == ["gnss"])
    #expect(plan.period == 1)
    #expect(plan.worst == nil)
    #expect(plan.verdict == .met)
    #expect(
      carried.reason(for: "wifi", in: plan, for: requests) == "off: gnss gives the best there is")
    #expect(
      carried.reason(for: "gnss", in: plan, for: requests)
        == "on: left on, a fix every 1 s, 7.8 m for the best wanted at 89.0 mW")
  }

  @Test(arguments: [DesiredAccuracy.best, .bestForNavigation])
  func `without a receiver the best is what a scan gives, and it is said to be less`(
    accuracy: DesiredAccuracy
  ) {
    let plan = EnergyBoard.gateway.planner(in: .pedestrian, without: ["gnss"]).plan(
      for: [onFoot(accuracy, client: 4)])
    #expect(plan.providers.first == "wifi")
    #expect(plan.verdict == .degraded)
    #expect(plan.unmetClients == [4])
  }

  @Test("G125: what cannot be reached is tried as well as possible and said to be less")
  func degraded() {
    let requests = [onFoot(.nearestTenMeters, client: 7)]
    let plan = carried.plan(for: requests)
    #expect(plan.verdict == .degraded)
    #expect(plan.unmetClients == [7])
    #expect(plan.mode == .tracking)
    #expect(
      carried.reason(for: "wifi", in: plan, for: requests)
        == "off: with it within 10 m 1 % of the time, 68 % wanted; gnss 35 % at 89.0 mW")
  }

  @Test
  func `without a provider nothing runs and every client is unmet`() {
    let planner = EnergyPlanner(hostWake: 2, providers: [])
    let plan = planner.plan(for: [onFoot(.kilometer, client: 3), onFoot(.best, client: 4)])
    #expect(plan.mode == .off)
    #expect(plan.verdict == .unmet)
    #expect(plan.unmetClients == [3, 4])
  }

  @Test
  func `nothing runs while nobody asks, or only those who take what others paid for`() {
    var passive = onFoot(.best)
    passive.isOpportunistic = true
    for requests in [[], [passive]] {
      let plan = carried.plan(for: requests)
      #expect(plan.verdict == .idle)
      #expect(plan.power == 0)
      #expect(carried.reason(for: "gnss", in: plan, for: requests) == "off: nobody asks")
    }
  }

  @Test
  func `who is told of every 500 m only need not be known to within 10 m`() {
    let fine = carried.plan(for: [onFoot(.nearestTenMeters)])
    let filtered = carried.plan(for: [onFoot(.nearestTenMeters, filter: 500)])
    #expect(filtered == carried.plan(for: [onFoot(500)]))
    #expect(filtered.power < fine.power / 10)
    #expect(
      carried.plan(for: [onFoot(.kilometer, filter: 500)])
        == carried.plan(for: [onFoot(.kilometer)])
    )
  }

  @Test("G107: the tightest client decides, the others ride along, and it frees what only it needs")
  func clients() {
    let fast = EnergyRequest(client: 1, accuracy: .hundredMeters, speed: 15)
    let slow = EnergyRequest(client: 2, accuracy: .kilometer, speed: 15)
    var passive = EnergyRequest(client: 3, accuracy: .best, speed: 15)
    passive.isOpportunistic = true
    let tight = car.plan(for: [fast])
    for requests in [[fast, slow], [slow, fast], [slow, passive, fast]] {
      #expect(car.plan(for: requests) == tight)
    }
    #expect(tight.unmetClients.isEmpty)
    #expect(car.plan(for: [slow, passive]) == car.plan(for: [slow]))
    #expect(car.plan(for: [slow]).power < tight.power)
  }

  @Test
  func `two clients of whom neither is the tighter one get a plan that serves both`() {
    let near = EnergyRequest(client: 1, accuracy: 100, confidence: 0.5, speed: 3)
    let sure = EnergyRequest(client: 2, accuracy: 1000, confidence: 0.95, speed: 3)
    let both = carried.plan(for: [near, sure])
    #expect(both.verdict == .met)
    #expect(both.power >= carried.plan(for: [near]).power)
    #expect(both.power >= carried.plan(for: [sure]).power)
    #expect(both.providers != carried.plan(for: [near]).providers)
  }

  @Test("G125: who cannot be served together get what the best accuracy gets, and it is said")
  func greedy() {
    let modest = onFoot(.kilometer, client: 1)
    let greedy = onFoot(.nearestTenMeters, client: 2)
    let plan = carried.plan(for: [greedy, modest])
    #expect(plan.power == carried.plan(for: [onFoot(.best)]).power)
    #expect(plan.providers == ["gnss"])
    // Indoors neither has a position, which the greedy one alone would not have either.
    #expect(plan.unmetClients == [2, 1])
    #expect(plan.verdict == .degraded)
    #expect(plan.worst?.client == 2)
  }

  @Test
  func `who cannot be met gets what those get who ask for what can be had`() {
    let planner = EnergyBoard.gateway.planner(in: .pedestrian, without: ["gnss", "cell"])
    let requests = [EnergyRequest(client: 3, accuracy: 15, speed: 1.5)]
    let plan = planner.plan(for: requests)
    #expect(plan.verdict == .degraded)
    #expect(plan.unmetClients == [3])
    // A scan takes 3 s, so that 7 s is the shortest period: 13.5 m on foot.
    #expect(plan.providers == ["wifi"])
    #expect(plan.period == 7)
    let reached = plan.worst?.radius ?? 0
    #expect(reached > 30 && reached < 40)
    let modest = planner.plan(for: [EnergyRequest(accuracy: 39, speed: 1.5)])
    #expect(modest.verdict == .met)
    #expect(modest.power == plan.power)
    #expect(
      planner.reason(for: "wifi", in: plan, for: requests)
        == "on: every 7 s, within 15 m 1 % of the time, 68 % wanted, reached within 35 m, "
        + "at 123.1 mW")
  }

  @Test
  func `nothing draws more than the receiver left on that the best accuracy gets`() {
    let planner = EnergyBoard.gateway.planner(in: .pedestrian)
    let best = planner.plan(for: [EnergyRequest(accuracy: .best, speed: 1.5)])
    for metres in [1.0, 5, 10, 20, 30, 38, 45, 50] {
      let plan = planner.plan(
        for: [EnergyRequest(accuracy: DesiredAccuracy(.metres(metres)), speed: 1.5)])
      #expect(plan.power <= best.power)
      // Scans every 7 s would meet 37 m, at 123 mW.
      #expect(plan.verdict == (metres < 40 ? .degraded : .met))
    }
  }
}
