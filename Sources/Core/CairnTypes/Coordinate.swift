/// A WGS 84 geodetic position. Distances and bearings are in `CairnGeodesy`.
public struct Coordinate: Hashable, Sendable, BitwiseCopyable {
  /// Degrees, -90...90, positive north.
  public var latitude: Double
  /// Degrees, -180...180, positive east.
  public var longitude: Double

  /// - Parameters:
  ///   - latitude: degrees, positive north.
  ///   - longitude: degrees, positive east.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both angles are finite and in range; Core Location's invalid (-180, -180) is not.
  public var isValid: Bool {
    latitude.isFinite && longitude.isFinite && latitude.magnitude <= 90
      && longitude.magnitude <= 180
  }

  /// Whether the position is within 11 m of latitude 0 and longitude 0, which tables and services
  /// write where they know none. Nothing that could be heard stands there: it is open sea.
  package var isNullIsland: Bool {
    latitude.magnitude < 0.0001 && longitude.magnitude < 0.0001
  }
}

/// Horizontal error ellipse in the local tangent plane, one standard deviation.
public struct ErrorEllipse: Hashable, Sendable, BitwiseCopyable {
  /// Metres, one standard deviation along the longer axis.
  public var semiMajor: Double
  /// Metres, one standard deviation along the shorter axis.
  public var semiMinor: Double
  /// Direction of the longer axis, in degrees clockwise from true north, 0..<180.
  public var orientation: Double

  /// - Parameters:
  ///   - semiMajor: metres.
  ///   - semiMinor: metres.
  ///   - orientation: degrees clockwise from true north.
  public init(semiMajor: Double, semiMinor: Double, orientation: Double) {
    self.semiMajor = semiMajor
    self.semiMinor = semiMinor
    self.orientation = orientation
  }

  /// Creates the ellipse of deviations that are independent of each other.
  ///
  /// - Parameters:
  ///   - east: metres, one standard deviation.
  ///   - north: metres, one standard deviation.
  public init(east: Double, north: Double) {
    self.init(
      semiMajor: max(east, north), semiMinor: min(east, north), orientation: east > north ? 90 : 0)
  }
}
