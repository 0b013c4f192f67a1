internal import CCairnMath
public import CairnTypes

extension Location {
  /// Metres: the radius that holds the true position with another probability than 68 %.
  ///
  /// For an error that is normal and equal in all directions: 95 % take 1.62 times the radius of 68 %.
  ///
  /// - Parameter confidence: above 0, below 1.
  /// - Returns: `.infinity` for 1 and more, 0 for 0 and less.
  public func horizontalAccuracy(confidence: Double) -> Double {
    guard confidence < 1 else { return .infinity }
    guard confidence > 0 else { return 0 }
    return horizontalAccuracy * (cairn_log(1 - confidence) / cairn_log(1 - 0.68)).squareRoot()
  }
}
