import CairnFiles
import CairnHAL
import CairnTypes
import CommandSupport

/// Two profiles side by side.
struct ProfileComparison {
  /// One key of the profiles' files; a side is `nil` if that profile has no such key.
  struct Difference {
    /// The path of the key, such as `power.tracking`.
    let key: String
    let first: ProfileItem?
    let second: ProfileItem?
  }

  /// The plans for one accuracy; a side is `nil` if that profile does not say what anything costs.
  struct Plans {
    let wish: AccuracyArgument
    let first: EnergyPlan?
    let second: EnergyPlan?

    /// The second plan's power as a multiple of the first one's.
    var ratio: Double? {
      guard let first, let second, first.power > 0, second.power > 0 else { return nil }
      return second.power / first.power
    }
  }

  private let names: (first: String, second: String)
  private let differences: [Difference]
  private let plans: [Plans]

  /// Keys that always differ, and are not compared.
  private static let own = ["name", "title", "vendor", "includes"]

  init(_ first: HardwareProfile, _ second: HardwareProfile, _ options: PlanningOptions) {
    names = (first.name, second.name)
    let (known, others) = (ProfileItem(first).leaves, ProfileItem(second).leaves)
    let keys =
      known.map(\.key) + others.map(\.key).filter { key in !known.contains { $0.key == key } }
    differences = keys.filter { !Self.own.contains($0) }.compactMap { key in
      let item = known.first { $0.key == key }?.item
      let other = others.first { $0.key == key }?.item
      return item?.json == other?.json ? nil : Difference(key: key, first: item, second: other)
    }
    let planners = (options.planner(for: first), options.planner(for: second))
    func plan(_ planner: EnergyPlanner, _ wish: AccuracyArgument) -> EnergyPlan? {
      planner.providers.isEmpty ? nil : planner.plan(for: [options.request(wish.accuracy)])
    }
    plans = AccuracyArgument.scale.map { wish in
      Plans(wish: wish, first: plan(planners.0, wish), second: plan(planners.1, wish))
    }
  }

  // MARK: - Output

  var item: ProfileItem {
    .object([
      ("profiles", .texts([names.first, names.second])),
      (
        "differences",
        .list(
          differences.map {
            .object([
              ("key", .text($0.key)), ("first", $0.first ?? .unknown),
              ("second", $0.second ?? .unknown),
            ])
          })
      ),
      (
        "plans",
        .list(
          plans.map {
            .object([
              ("accuracy", .text($0.wish.text)), ("first", Self.item($0.first)),
              ("second", Self.item($0.second)),
              ("power_ratio", $0.ratio.map { .number($0.rounded(places: 4)) } ?? .unknown),
            ])
          })
      ),
    ])
  }

  private static func item(_ plan: EnergyPlan?) -> ProfileItem {
    guard let plan else { return .unknown }
    return .object([
      ("power_mW", .number(plan.power.rounded(places: 4))), ("verdict", .text("\(plan.verdict)")),
      ("mode", .text("\(plan.mode)")), ("providers", .texts(plan.providers.map(\.name))),
      ("period_s", .number(plan.period)),
    ])
  }

  func printTables() {
    if differences.isEmpty {
      say("no difference")
    } else {
      let width = differences.map(\.key.count).max() ?? 0
      let sides = max(names.first.count, names.second.count)
      for difference in differences {
        for (index, side) in [
          (names.first, difference.first), (names.second, difference.second),
        ].enumerated() {
          let key =
            index == 0 ? Terminal.bold(difference.key.padded(to: width)) : "".padded(to: width)
          say("\(key)  \(side.0.padded(to: sides))  \(side.1?.line ?? "-")")
        }
      }
    }
    say()
    let rows = plans.map { plan in
      [
        plan.wish.text, plan.first?.power.text(places: 2) ?? "-",
        plan.second?.power.text(places: 2) ?? "-", plan.ratio.map { $0.text(places: 2) } ?? "-",
        plan.first?.words ?? "-", plan.second?.words ?? "-",
      ]
    }
    Terminal.printTable(
      [["accuracy", "\(names.first) mW", "\(names.second) mW", "times", names.first, names.second]]
        + rows)
  }
}

extension EnergyPlan {
  /// The providers used, and whether the plan is enough.
  fileprivate var words: String { usage + (verdict == .degraded ? " (degraded)" : "") }
}

extension ProfileItem {
  /// All values that contain no others, with the path of keys that leads to each, joined by dots.
  fileprivate var leaves: [(key: String, item: ProfileItem)] {
    guard case .object(let members) = self else { return [] }
    return members.flatMap { key, item -> [(key: String, item: ProfileItem)] in
      if case .object = item { return item.leaves.map { (key + "." + $0.key, $0.item) } }
      return item.isEmpty ? [] : [(key, item)]
    }
  }
}
