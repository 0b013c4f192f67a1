internal import CCairnMath

/// The distribution of a fix's error in one direction.
enum NormalDistribution {
  /// Horizontal accuracy is the 68 % radius of an error that is equal in all directions. The
  /// standard deviation in one direction is smaller by this factor, √(-2 ln(1 - 0.6827)).
  static let radiusPerDeviation = 1.515

  /// Standard deviations beyond which a `Double` cannot tell the probability from 0 or 1.
  static let certainty = 8.3

  /// Returns the probability of a value below `x` standard deviations, exact to 1e-15.
  ///
  /// Evaluates 1/2 + φ(x) · (x + x³/3 + x⁵/(3·5) + …); all terms have the same sign, so that
  /// nothing cancels except in the sum with 1/2.
  static func cumulative(_ x: Double) -> Double {
    guard x.magnitude < certainty else { return x > 0 ? 1 : 0 }
    var term = x
    var sum = x
    var odd = 1.0
    while term.magnitude > 1e-17 * sum.magnitude {
      odd += 2
      term *= x * x / odd
      sum += term
    }
    let density = cairn_exp(-x * x / 2) / (2 * Double.pi).squareRoot()
    return min(1, max(0, 0.5 + density * sum))
  }
}
