import CairnHAL
import CairnTypes
import CommandSupport
import Glibc

/// The plans for accuracies from one metre to ten kilometres: their power and providers.
struct PowerCurve {
  /// A range of accuracies for which the same providers are used in the same way.
  struct Band {
    /// The finest and the coarsest accuracy, in metres.
    var from: Double
    var to: Double
    var mode: EnergyPlan.Mode
    var providers: [ProviderID]
    /// The providers and how they are used, in words for people.
    var usage: String

    fileprivate func isOf(_ plan: EnergyPlan) -> Bool {
      plan.mode == mode && plan.providers == providers
    }

    /// One line for people.
    var line: String { "\(from.metresText) to \(to.metresText): \(usage)" }
  }

  struct Point {
    /// Accuracy in metres.
    let accuracy: Double
    let plan: EnergyPlan
  }

  /// The accuracies covered, in metres.
  static let range = 1.0...10_000.0
  private static let pointsPerDecade = 250
  private static let decades = 4

  /// The plans, from the finest accuracy to the coarsest.
  private(set) var points: [Point] = []
  /// The bands, from the finest accuracy to the coarsest, without gaps.
  private(set) var bands: [Band] = []

  /// The bands without those too narrow to matter, at most a fiftieth of their accuracy wide.
  var wideBands: [Band] {
    bands.filter { $0.to / $0.from > 1.02 }.reduce(into: []) { wide, band in
      if let last = wide.last, last.usage == band.usage {
        wide[wide.count - 1].to = band.to
      } else {
        wide.append(band)
      }
    }
  }

  init(_ planner: EnergyPlanner, _ request: (DesiredAccuracy) -> EnergyRequest) {
    func plan(_ metres: Double) -> EnergyPlan {
      planner.plan(for: [request(DesiredAccuracy(.metres(metres)))])
    }
    for index in 0...Self.decades * Self.pointsPerDecade {
      let accuracy = pow(10, Double(index) / Double(Self.pointsPerDecade))
      append(Point(accuracy: accuracy, plan: plan(accuracy)), plan)
    }
  }

  /// Adds the next point. Finds changes of plan, at which power steps, to a thousandth.
  private mutating func append(_ point: Point, _ plan: (Double) -> EnergyPlan) {
    guard let last = bands.last, let before = points.last else { return begin(point) }
    guard !last.isOf(point.plan) else {
      bands[bands.count - 1].to = point.accuracy
      return points.append(point)
    }
    var (fine, coarse) = (before, point)
    while coarse.accuracy / fine.accuracy > 1.001 {
      let middle = (fine.accuracy * coarse.accuracy).squareRoot()
      let halved = Point(accuracy: middle, plan: plan(middle))
      if last.isOf(halved.plan) { fine = halved } else { coarse = halved }
    }
    if fine.accuracy > before.accuracy { points.append(fine) }
    bands[bands.count - 1].to = coarse.accuracy
    begin(coarse)
    // The plan may change more than once.
    if coarse.accuracy < point.accuracy { append(point, plan) }
  }

  private mutating func begin(_ point: Point) {
    points.append(point)
    bands.append(
      Band(
        from: point.accuracy, to: point.accuracy, mode: point.plan.mode,
        providers: point.plan.providers, usage: point.plan.usage))
  }
}
