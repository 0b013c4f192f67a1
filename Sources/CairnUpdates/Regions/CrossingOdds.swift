internal import CairnTypes

/// What one fix says about a region's state.
struct CrossingOdds {
  /// The fix alone justifies the other state.
  let isSure: Bool
  /// The fix justifies the state as it is.
  let isContradicted: Bool
  /// The fix lies on the other side, however unsure.
  let isPossible: Bool
  /// That the device is on the other side.
  let probability: Double

  /// - Parameters:
  ///   - state: what is to be changed; `unknown` changes to the side where the fix lies.
  ///   - distance: metres to the boundary, negative inside.
  ///   - fix: gives the accuracy.
  ///   - options: the confidence and the hysteresis.
  init(state: RegionState, distance: Double, fix: Location, options: MonitoringOptions) {
    let deviation = Self.deviation(of: fix)
    // Metres on the other side, and metres beyond what is needed there.
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
  /// Metres: the standard deviation of a fix along any one direction.
  static func deviation(of fix: Location) -> Double {
    max(fix.horizontalAccuracy, Defaults.smallestAccuracy)
      / NormalDistribution.radiusPerDeviation
  }
}
