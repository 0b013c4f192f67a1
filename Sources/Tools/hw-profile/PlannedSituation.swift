import CairnHAL
import CairnTypes
import CommandSupport

/// One desired accuracy and the plan for it.
struct PlannedSituation {
  let wish: AccuracyArgument
  let plan: EnergyPlan
  private let reasons: [(provider: String, text: String)]

  init(_ wish: AccuracyArgument, _ request: EnergyRequest, _ planner: EnergyPlanner) {
    self.wish = wish
    let plan = planner.plan(for: [request])
    self.plan = plan
    reasons = planner.providers.map {
      ($0.id.name, planner.reason(for: $0.id, in: plan, for: [request]))
    }
  }

  var item: ProfileItem {
    .object([
      ("accuracy", .text(wish.text)), ("verdict", .text("\(plan.verdict)")),
      ("mode", .text("\(plan.mode)")), ("providers", .texts(plan.providers.map(\.name))),
      ("period_s", .number(plan.period)), ("power_mW", .number(plan.power.rounded(places: 4))),
      ("radius_m", .number(plan.radius.rounded(places: 4))),
      ("probability", .number((plan.worst?.probability ?? plan.availability).rounded(places: 4))),
      ("reached_m", plan.reached.map { .number($0.rounded(places: 4)) } ?? .unknown),
      ("availability", .number(plan.availability.rounded(places: 4))),
      ("reasons", .object(reasons.map { ($0.provider, .text($0.text)) })),
    ])
  }

  func printLines() {
    say("\(Terminal.bold(wish.text)): \(words)")
    for reason in reasons { say("  \(reason.provider.padded(to: 6))\(reason.text)") }
  }

  /// Prints what the chosen providers need besides hardware: without a map, a scan is no position.
  static func printNeeds(of situations: [PlannedSituation], _ planner: EnergyPlanner) {
    let used = Set(situations.flatMap(\.plan.providers))
    for provider in planner.providers where used.contains(provider.id) {
      guard let map = maps[provider.id.name] else { continue }
      say("  \(provider.id.name) needs \(map), which the plan assumes")
    }
  }

  /// What turns a measurement of a board's provider into a position.
  private static let maps = [
    "wifi": "a map of access points: a pack, a service, or what the device has learned",
    "cell": "a map of cells: a pack or a service",
  ]

  static func printTable(_ situations: [PlannedSituation]) {
    let head = ["accuracy", "mW", "within", "68 % m", "every s", "verdict", "providers"]
    let rows = situations.map { situation in
      let plan = situation.plan
      return [
        situation.wish.text, plan.power.text(places: 2),
        "\(((plan.worst?.probability ?? plan.availability) * 100).text(places: 0)) %",
        plan.radius.text(places: 0), plan.period.text(places: 0), "\(plan.verdict)",
        plan.usage,
      ]
    }
    Terminal.printTable([head] + rows)
  }

  private var words: String {
    let power = "\(plan.power.text(places: 2)) mW"
    return switch plan.verdict {
    case .met, .idle: power
    case .degraded: "\(power), \(shortfall)"
    case .unmet, .invalid: "no provider can give a position"
    }
  }

  /// What is given instead of what was asked for.
  private var shortfall: String {
    guard let worst = plan.worst, let radius = worst.radius else {
      let share = "\(percent(plan.availability)) of the time"
      return "less than the \(wish.text) asked for: \(plan.radius.metresText), \(share)"
    }
    let reached = "within \(radius.metresText) \(percent(worst.confidence)) of the time"
    return "less than the \(wish.text) asked for: \(reached)"
  }

  private func percent(_ share: Double) -> String { "\((share * 100).text(places: 0)) %" }
}

extension EnergyPlan {
  /// Metres within which the position is as often as was asked; `nil` if it never is, or if the best
  /// was asked for.
  var reached: Double? { worst?.radius }

  /// The providers used, and how: "wifi, then gnss", "gnss, left on", "none".
  var usage: String {
    guard !providers.isEmpty else { return "none" }
    let chain = providers.map(\.name).joined(separator: ", then ")
    return switch mode {
    case .tracking: chain + ", left on"
    case .cyclic: chain + ", left on, asleep between fixes"
    case .off, .sampled: chain
    }
  }
}
