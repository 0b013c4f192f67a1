internal import CCairnMath
public import CairnTypes

extension Location {
  /// Returns the radius in metres that holds the true position with the given probability.
  ///
  /// Assumes a normal error, equal in all directions: 95 % takes 1.62 times the 68 % radius.
  ///
  /// - Parameter confidence: probability between 0 and 1.
  /// - Returns: `.infinity` for 1 and more, 0 for 0 and less.
  public func horizontalAccuracy(confidence: Double) -> Double {
    guard confidence < 1 else { return .infinity }
    guard confidence > 0 else { return 0 }
    return horizontalAccuracy * (cairn_log(1 - confidence) / cairn_log(1 - 0.68)).squareRoot()
  }
}
