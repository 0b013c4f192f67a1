public import CairnTypes

/// A map window of a given size in metres around its centre.
public struct CoordinateRegion: Hashable, Sendable {
  /// Centre of the window.
  public var center: Coordinate
  /// Degrees from the southern to the northern edge, 0...180.
  public var latitudeDelta: Double
  /// Degrees from the western to the eastern edge, 0...360.
  public var longitudeDelta: Double

  /// Creates a window; exact on the WGS 84 ellipsoid if it is small compared with the Earth.
  ///
  /// - Parameters:
  ///   - center: centre of the window.
  ///   - latitudinalMeters: metres from south to north; a negative number counts as 0.
  ///   - longitudinalMeters: metres from west to east; at a pole any number spans the full circle.
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    self.center = center
    let angle = Angle(degrees: center.latitude)
    let w = (1 - WGS84.eccentricitySquared * angle.sin * angle.sin).squareRoot()
    let meridian = WGS84.semiMajorAxis * (1 - WGS84.eccentricitySquared) / (w * w * w)
    let parallel = WGS84.semiMajorAxis / w * angle.cos.magnitude
    latitudeDelta = Self.degrees(latitudinalMeters, radius: meridian, most: 180)
    longitudeDelta = Self.degrees(longitudinalMeters, radius: parallel, most: 360)
  }

  /// Returns whether the window contains a point, edges included; also across the antimeridian.
  public func contains(_ point: Coordinate) -> Bool {
    point.isValid
      && (point.latitude - center.latitude).magnitude <= latitudeDelta / 2
      && longitudeDifference(from: center.longitude, to: point.longitude).magnitude
        <= longitudeDelta / 2
  }

  private static func degrees(_ metres: Double, radius: Double, most: Double) -> Double {
    guard metres > 0 else { return 0 }
    let degrees = metres / (radius * radiansPerDegree)
    return degrees < most ? degrees : most
  }
}
