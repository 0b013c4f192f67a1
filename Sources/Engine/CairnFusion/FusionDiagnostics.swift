/// State of the filter, for a person who investigates its decisions.
public struct FusionDiagnostics: Hashable, Sendable {
  /// Squared Mahalanobis distance of the last fix's position: 2 on average if stated accuracies are
  /// true.
  public let distance: Double
  /// Whether the device stands.
  public let isStill: Bool
  /// Variance of the part of a receiver's error that is new with each fix, as a share of the
  /// variance that the receiver states.
  public let whiteShare: Double
  /// Variance of the whole error, as a share of the variance that the receiver states.
  public let totalShare: Double
  /// Share of the innovations within their 68 % quantile, fading over the last 60 fixes or so; 0.68
  /// if stated accuracies are true.
  public let coverage: Double
  /// Metres, 68 %.
  public let radius: Double

  init(_ track: Estimator) {
    distance = track.distance
    isStill = track.rest.isStill
    whiteShare = track.scale.white
    totalShare = track.scale.total
    coverage = track.scale.coverage
    radius = track.radius
  }
}
