import CairnHAL
import CairnTypes

/// One accuracy, and what is switched on for it.
struct PlannedSituation {
  private let wish: WantedAccuracy
  private let plan: EnergyPlan
  private let reasons: [(provider: String, text: String)]

  init(_ wish: WantedAccuracy, _ request: EnergyRequest, _ planner: EnergyPlanner) {
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
      ("period_s", .number(plan.period)), ("power_mW", .number(rounded(plan.power))),
      ("radius_m", .number(rounded(plan.radius))),
      ("probability", .number(rounded(plan.worst?.probability ?? plan.availability))),
      ("availability", .number(rounded(plan.availability))),
      ("reasons", .object(reasons.map { ($0.provider, .text($0.text)) })),
    ])
  }

  func printLines() {
    print("\(Terminal.bold(wish.text)): \(words)")
    for reason in reasons { print("  \(reason.provider.padded(to: 6))\(reason.text)") }
  }

  static func printTable(_ situations: [PlannedSituation]) {
    let head = ["accuracy", "mW", "within", "68 % m", "every s", "verdict", "providers"]
    let rows = situations.map { situation in
      let plan = situation.plan
      return [
        situation.wish.text, plan.power.text(places: 2),
        "\(((plan.worst?.probability ?? plan.availability) * 100).text(places: 0)) %",
        plan.radius.text(places: 0), plan.period.text(places: 0), "\(plan.verdict)",
        plan.providers.isEmpty
          ? "none" : plan.providers.map(\.name).joined(separator: ", then ") + situation.manner,
      ]
    }
    // The last column ends the line.
    let widths = head.indices.dropLast().map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    for (index, row) in ([head] + rows).enumerated() {
      let cells = zip(row, widths + [0]).map { $0.padded(to: $1) }
      let line = cells.joined(separator: "  ")
      print(index == 0 ? Terminal.bold(line) : line)
    }
  }

  private var manner: String {
    switch plan.mode {
    case .tracking: ", left on"
    case .cyclic: ", left on, asleep between fixes"
    case .off, .sampled: ""
    }
  }

  private var words: String {
    let power = "\(plan.power.text(places: 2)) mW"
    return switch plan.verdict {
    case .met, .idle: power
    case .degraded: "\(power), which is less than was asked for"
    case .unmet, .invalid: "no provider can give a position"
    }
  }

  private func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
