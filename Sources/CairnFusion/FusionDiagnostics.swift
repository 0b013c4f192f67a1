/// What the engine believes, for a person who asks why.
package struct FusionDiagnostics: Hashable, Sendable {
  /// Squared Mahalanobis distance of the last position of a fix: 2 on average if all is honest.
  package let distance: Double
  /// Whether the device stands.
  package let isStill: Bool
  /// Variances of the part of a receiver's error that is new with each fix, and of the whole error,
  /// as shares of what the receiver states.
  package let whiteShare: Double
  package let totalShare: Double
  /// Part of the innovations within their 68 % quantile, fading over the last 60 fixes or so; 0.68 if
  /// all is honest.
  package let coverage: Double
  /// Metres, 68 %.
  package let radius: Double

  init(_ track: Estimator) {
    distance = track.distance
    isStill = track.rest.isStill
    whiteShare = track.scale.white
    totalShare = track.scale.total
    coverage = track.scale.coverage
    radius = track.radius
  }
}
