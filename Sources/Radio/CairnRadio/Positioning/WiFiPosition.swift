public import CairnTypes

/// A position from the access points that a scan has heard.
public struct WiFiPosition: Hashable, Sendable {
  /// The position.
  public var coordinate: Coordinate
  /// Metres: the radius that holds the true position with 68 % probability, with the scale that
  /// the device has learned.
  public var horizontalAccuracy: Double
  /// Metres: the radius before the scale, which `AccuracyScale` learns from.
  public var unscaledAccuracy: Double
  /// Number of networks used; at least two.
  public var networks: Int
  /// When the youngest of them was heard, on the boot clock.
  public var time: MonotonicTime

  /// Creates a position; the properties describe the values.
  public init(
    coordinate: Coordinate, horizontalAccuracy: Double, unscaledAccuracy: Double, networks: Int,
    time: MonotonicTime
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.unscaledAccuracy = unscaledAccuracy
    self.networks = networks
    self.time = time
  }
}

/// Why a scan gives no position.
@nonexhaustive
public enum WiFiPositionFailure: Error, Hashable, Sendable {
  /// No access point was heard lately.
  case nothingHeard
  /// All access points heard hide, have opted out, or may be phones; none may be looked up.
  case noneEligible(heard: Int)
  /// None of those that were looked up is known.
  case noneKnown(lookedUp: Int)
  /// Only one is known: its position is not given away, and it may have moved.
  case onlyOneKnown(lookedUp: Int)
  /// No two of those that are known can be heard at one place.
  case disagreement(known: Int)
}
