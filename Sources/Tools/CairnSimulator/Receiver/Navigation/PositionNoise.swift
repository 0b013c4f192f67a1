internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

/// The position error of a receiver, which wanders slowly around zero as real ones do.
///
/// It is a first-order Gauss-Markov process in each axis.
package struct PositionNoise: Sendable {
  /// Time constant in seconds, after which an error is mostly forgotten.
  private static let correlationTime = 30.0
  /// A circular normal distribution has 68.27 % within 1.515 deviations.
  private static let deviationsIn68Percent = 1.515

  private var random: SeededGenerator
  /// Errors in metres: north, east and up.
  private var errors: [Double] = []
  private let deviation: Double

  /// - Parameters:
  ///   - radius68: metres: the radius that holds the position with 68 % probability.
  ///   - seed: decides the errors.
  package init(radius68: Double, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    deviation = radius68 / Self.deviationsIn68Percent
  }

  /// Advances the error by `step` and adds it to a true state.
  package mutating func apply(to state: TrackState, after step: Duration) -> TrackState {
    guard deviation > 0 else { return state }
    if errors.isEmpty {
      errors = (0..<3).map { _ in deviation * random.nextNormal() }
    } else {
      let memory = cairn_exp(-step.inSeconds / Self.correlationTime)
      let fresh = deviation * (1 - memory * memory).squareRoot()
      for axis in errors.indices {
        errors[axis] = memory * errors[axis] + fresh * random.nextNormal()
      }
    }
    var noisy = state
    let distance = (errors[0] * errors[0] + errors[1] * errors[1]).squareRoot()
    let bearing = cairn_atan2(errors[1], errors[0]) / radiansPerDegree
    noisy.coordinate = state.coordinate.moved(by: distance, bearing: bearing)
    // Heights are about one and a half times as bad as positions.
    noisy.altitude += 1.5 * errors[2]
    return noisy
  }
}
