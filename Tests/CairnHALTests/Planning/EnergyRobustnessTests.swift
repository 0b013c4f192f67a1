import CairnHAL
import CairnTestSupport
import CairnTypes
import Testing

/// A receiver, Wi-Fi and a cell in a car, and a client; every figure may be replaced.
private struct OddSituation: Sendable {
  var board = EnergyBoard.gateway
  var cyclic = ReceiverEnergy.Cyclic(power: 28.5, radiusFactor: 1.3)
  var gnss = ProviderBelief.expected(
    of: EnergyBoard.gateway.receiver, deviation: 2.5, in: .automotive)
  var wifi = ProviderBelief.expectedOfWiFi(in: .automotive)
  var request = EnergyRequest(client: 5, accuracy: .hundredMeters, speed: 10)
  var metres = 100.0 { didSet { request.accuracy.level = .metres(metres) } }
  var filter = 0.0 { didSet { request.distanceFilter = filter } }

  static let figures: [any WritableKeyPath<OddSituation, Double> & Sendable] = [
    \.board.hostWake, \.board.receiver.acquiring, \.board.receiver.tracking,
    \.board.receiver.backup, \.board.receiver.settling, \.board.receiver.ephemerisDownload,
    \.cyclic.power, \.cyclic.longestPeriod, \.cyclic.radiusFactor, \.board.wifi.energy,
    \.board.wifi.duration, \.gnss.fixProbability, \.gnss.trackingProbability, \.gnss.radius,
    \.gnss.timeToFix, \.gnss.timeout, \.wifi.fixProbability, \.wifi.radius, \.metres,
    \.request.confidence, \.request.speed, \.request.interval, \.request.longestPeriod, \.filter,
  ]
  static let oddities: [Double] = [
    .nan, .infinity, -.infinity, -1, 0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    1e12, 1e-300,
  ]

  var planner: EnergyPlanner {
    var board = board
    board.receiver.cyclic = cyclic
    return board.planner(beliefs: [
      "gnss": gnss, "wifi": wifi, "cell": .expectedOfCell(radius: { _ in 1500 }, in: .automotive),
    ])
  }
}

@Suite("Energy planner: figures that are none")
struct EnergyRobustnessTests {
  private func check(_ plan: EnergyPlan, _ planner: EnergyPlanner, _ requests: [EnergyRequest]) {
    #expect(plan.power.isFinite && plan.power >= 0)
    #expect(plan.radius.isFinite && plan.radius >= 0)
    #expect((0...1.000001).contains(plan.availability))
    #expect((0...1.000001).contains(plan.worst?.probability ?? 0))
    #expect((plan.mode == .off) == plan.providers.isEmpty)
    #expect((plan.mode == .off) == [.idle, .unmet, .invalid].contains(plan.verdict))
    #expect((plan.verdict == .met) == plan.unmetClients.isEmpty)
    for provider in planner.providers {
      let reason = planner.reason(for: provider.id, in: plan, for: requests)
      let isOn = plan.providers.contains(provider.id)
      #expect(reason.hasPrefix(isOn ? "on: " : "off: ") && reason.count > 10)
    }
  }

  @Test(arguments: OddSituation.figures.indices)
  func `one odd figure neither traps nor spreads`(figure: Int) {
    for oddity in OddSituation.oddities {
      var situation = OddSituation()
      situation[keyPath: OddSituation.figures[figure]] = oddity
      let planner = situation.planner
      check(planner.plan(for: [situation.request]), planner, [situation.request])
      let both = [situation.request, EnergyRequest(client: 6, accuracy: .kilometer, speed: 1)]
      check(planner.plan(for: both), planner, both)
    }
  }

  @Test
  func `any number of odd figures neither traps nor spreads`() {
    var random = SplitMix(seed: 99)
    for _ in 0..<3000 {
      var situation = OddSituation()
      for figure in OddSituation.figures where Int.random(in: 0..<5, using: &random) == 0 {
        situation[keyPath: figure] = OddSituation.oddities.randomElement(using: &random) ?? .nan
      }
      let planner = situation.planner
      check(planner.plan(for: [situation.request]), planner, [situation.request])
    }
  }

  @Test(arguments: [Double.nan, 0, -1])
  func `a provider with a figure that is none stays off and the reason says so`(radius: Double) {
    var situation = OddSituation()
    situation.gnss.radius = radius
    let requests = [EnergyRequest(accuracy: .kilometer, speed: 15)]
    let planner = situation.planner
    let plan = planner.plan(for: requests)
    #expect(plan.providers == ["wifi"])
    #expect(
      planner.reason(for: "gnss", in: plan, for: requests)
        == "off: what is expected cannot be counted with")
    var costs = OddSituation().board
    costs.receiver.acquiring = -5
    let other = costs.planner(in: .automotive)
    #expect(
      other.reason(for: "gnss", in: other.plan(for: requests), for: requests)
        == "off: what it costs cannot be counted with")
  }

  @Test
  func `a request with a figure that is none is unmet and does not decide for others`() {
    let broken = EnergyRequest(client: 1, accuracy: 1, speed: .nan)
    let sound = EnergyRequest(client: 2, accuracy: .kilometer, speed: 15)
    let planner = OddSituation().planner
    #expect(planner.plan(for: [broken]).verdict == .invalid)
    let plan = planner.plan(for: [broken, sound])
    #expect(plan.unmetClients == [1])
    #expect(plan.verdict == .degraded)
    #expect(plan.power == planner.plan(for: [sound]).power)
  }

  @Test
  func `more providers than are planned with are off and the reason says so`() {
    let one = EnergyPlanner.Provider(
      id: "wifi", model: .operation(EnergyBoard.gateway.wifi),
      belief: .expectedOfWiFi(in: .pedestrian))
    let many = (0..<EnergyPlanner.capacity + 1).map { index in
      var copy = one
      copy.id = ProviderID("wifi\(index)")
      return copy
    }
    let planner = EnergyPlanner(hostWake: 2, providers: many)
    let requests = [EnergyRequest(accuracy: .kilometer, speed: 1)]
    let plan = planner.plan(for: requests)
    #expect(plan.providers == ["wifi0"])
    #expect(
      planner.reason(for: "wifi8", in: plan, for: requests)
        == "off: only 8 providers are planned with")
  }
}
