/// The orbit of a satellite as in navigation messages: an ellipse and its corrections.
///
/// Angles are in degrees; on the wire they are semicircles.
///
/// Source: IS-GPS-200, table 20-II.
public struct KeplerOrbit: Hashable, Sendable, BitwiseCopyable {
  /// Reference time of the values, in seconds of the system's week.
  public var referenceTime = 0.0
  /// Square root of metres.
  public var squareRootOfSemiMajorAxis = 0.0
  /// Eccentricity, 0...0.5.
  public var eccentricity = 0.0
  /// Degrees, at the reference time.
  public var meanAnomaly = 0.0
  /// Difference of the mean motion from its computed value, in degrees per second.
  public var meanMotionDifference = 0.0
  /// Degrees.
  public var argumentOfPerigee = 0.0
  /// Degrees, of the orbit plane at the beginning of the week.
  public var longitudeOfAscendingNode = 0.0
  /// Degrees per second.
  public var rateOfRightAscension = 0.0
  /// Degrees, at the reference time.
  public var inclination = 0.0
  /// Degrees per second.
  public var rateOfInclination = 0.0
  /// Radians: cosine amplitude of the argument of latitude's correction, Cuc.
  public var cosineLatitude = 0.0
  /// Radians: sine amplitude of the argument of latitude's correction, Cus.
  public var sineLatitude = 0.0
  /// Radians: cosine amplitude of the inclination's correction, Cic.
  public var cosineInclination = 0.0
  /// Radians: sine amplitude of the inclination's correction, Cis.
  public var sineInclination = 0.0
  /// Metres: cosine amplitude of the radius's correction, Crc.
  public var cosineRadius = 0.0
  /// Metres: sine amplitude of the radius's correction, Crs.
  public var sineRadius = 0.0

  /// Everything zero.
  public init() {}
}

/// The offset of a satellite's clock from its system's time.
public struct ClockPolynomial: Hashable, Sendable, BitwiseCopyable {
  /// Reference time of the values, in seconds of the system's week.
  public var referenceTime = 0.0
  /// Seconds.
  public var bias = 0.0
  /// Seconds per second.
  public var drift = 0.0
  /// Seconds per second squared.
  public var driftRate = 0.0

  /// Everything zero.
  public init() {}
}
