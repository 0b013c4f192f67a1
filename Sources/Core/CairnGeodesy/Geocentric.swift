internal import CCairnMath
public import CairnTypes

/// An earth-centred, earth-fixed vector in metres or metres per second: x points to longitude 0 on
/// the equator, z to the north pole.
public struct GeocentricVector: Hashable, Sendable, BitwiseCopyable {
  /// Component towards longitude 0 on the equator.
  public var x: Double
  /// Component towards 90 degrees east on the equator.
  public var y: Double
  /// Component towards the north pole.
  public var z: Double

  /// Creates a vector; the type describes axes and units.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// A geocentric position converted to WGS 84.
public struct GeodeticPosition: Hashable, Sendable {
  /// Position on WGS 84.
  public var coordinate: Coordinate
  /// Metres above the ellipsoid.
  public var ellipsoidalAltitude: Double
  private let latitude: Angle
  private let longitude: Angle

  /// Converts a geocentric position in metres.
  ///
  /// Uses Bowring's formula, iterated: error below 10 nm from 5 km below the ellipsoid to orbits.
  ///
  /// - Parameter position: NaN, and a position within 1,000 km of the earth's centre or beyond
  ///   1,000,000 km, where no receiver is, gives `nil`.
  public init?(_ position: GeocentricVector) {
    let distance = cairn_hypot(position.x, position.y)
    guard cairn_hypot(distance, position.z) > 1e6, cairn_hypot(distance, position.z) < 1e9 else {
      return nil
    }
    var reduced = Angle(
      sin: position.z * WGS84.semiMajorAxis, cos: distance * WGS84.semiMinorAxis
    ).normalized()
    var latitude = reduced
    for _ in 0..<3 {
      let sine = reduced.sin * reduced.sin * reduced.sin
      let cosine = reduced.cos * reduced.cos * reduced.cos
      latitude =
        Angle(
          sin: position.z + WGS84.secondEccentricitySquared * WGS84.semiMinorAxis * sine,
          cos: distance - WGS84.eccentricitySquared * WGS84.semiMajorAxis * cosine
        ).normalized()
      reduced =
        Angle(sin: (1 - WGS84.flattening) * latitude.sin, cos: latitude.cos).normalized()
    }
    let longitude =
      distance > 0
      ? Angle(sin: position.y / distance, cos: position.x / distance) : Angle(sin: 0, cos: 1)
    coordinate = Coordinate(
      latitude: latitude.radians / radiansPerDegree,
      longitude: longitude.radians / radiansPerDegree)
    self.latitude = latitude
    self.longitude = longitude
    let curvature =
      WGS84.semiMajorAxis
      / (1 - WGS84.eccentricitySquared * latitude.sin * latitude.sin).squareRoot()
    // Projecting on the normal loses no digits anywhere, unlike dividing by a cosine.
    ellipsoidalAltitude =
      distance * latitude.cos + position.z * latitude.sin
      - curvature * (1 - WGS84.eccentricitySquared * latitude.sin * latitude.sin)
  }

  /// Returns a velocity at this position in local axes.
  ///
  /// - Parameter velocity: metres per second, earth-centred.
  /// - Returns: metres per second towards north, east and up.
  public func local(
    _ velocity: GeocentricVector
  ) -> (north: Double, east: Double, up: Double) {
    let outwards = longitude.cos * velocity.x + longitude.sin * velocity.y
    return (
      north: latitude.cos * velocity.z - latitude.sin * outwards,
      east: longitude.cos * velocity.y - longitude.sin * velocity.x,
      up: latitude.sin * velocity.z + latitude.cos * outwards
    )
  }

  /// Returns course and speed of a velocity at this position.
  ///
  /// - Parameter velocity: metres per second, earth-centred.
  /// - Returns: metres per second over ground, degrees from true north in 0..<360, metres per
  ///   second upwards.
  public func motion(
    _ velocity: GeocentricVector
  ) -> (speed: Double, course: Double, climb: Double) {
    let local = local(velocity)
    let degrees = cairn_atan2(local.east, local.north) / radiansPerDegree
    return (
      speed: cairn_hypot(local.north, local.east), course: degrees < 0 ? degrees + 360 : degrees,
      climb: local.up
    )
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.coordinate == b.coordinate && a.ellipsoidalAltitude == b.ellipsoidalAltitude
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(coordinate)
    hasher.combine(ellipsoidalAltitude)
  }
}
