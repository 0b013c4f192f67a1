internal import CairnTypes

/// Evidence of one fix about a region's state.
struct CrossingOdds {
  /// Whether the fix alone justifies the other state.
  let isSure: Bool
  /// Whether the fix justifies the present state.
  let isContradicted: Bool
  /// Whether the fix lies on the other side, even if inconclusive.
  let isPossible: Bool
  /// The probability that the device is on the other side.
  let probability: Double

  /// - Parameters:
  ///   - state: the present state; `unknown` changes to the side of the fix.
  ///   - distance: metres to the boundary, negative inside.
  ///   - fix: the fix, for its accuracy.
  ///   - options: the confidence and the hysteresis.
  init(state: RegionState, distance: Double, fix: Location, options: MonitoringOptions) {
    let deviation = Self.deviation(of: fix)
    // Metres on the other side, and metres beyond the required margin there.
    let (beyond, margin) =
      switch state {
      case .unknown: (distance.magnitude, distance.magnitude)
      case .inside: (distance, distance - options.hysteresis)
      case .outside: (-distance, -distance)
      }
    probability = NormalDistribution.cumulative(beyond / deviation)
    isSure = NormalDistribution.cumulative(margin / deviation) >= options.confidence
    isContradicted = 1 - probability >= options.confidence
    isPossible = margin > 0 || isSure
  }
  /// Metres: the standard deviation of a fix in any one direction.
  static func deviation(of fix: Location) -> Double {
    max(fix.horizontalAccuracy, Defaults.smallestAccuracy)
      / NormalDistribution.radiusPerDeviation
  }
}
