public import CairnTypes

/// The shortest line between two points on the WGS 84 ellipsoid.
public struct GeodesicLine: Hashable, Sendable {
  /// Metres, within 20 nm.
  public let length: Double
  /// Degrees from true north at the first point, -180...180.
  public let startAzimuth: Double
  /// Degrees from true north at the second point, forward along the line, -180...180.
  public let endAzimuth: Double
}

extension Coordinate {
  /// Returns the shortest line to `other`, ignoring height.
  ///
  /// Where several lines are equally short, as between a point and its antipode, it is one of them.
  ///
  /// - Parameter other: end of the line.
  /// - Returns: the line; `nil` if a coordinate is not valid.
  public func geodesic(to other: Coordinate) -> GeodesicLine? {
    guard isValid, other.isValid else { return nil }
    let line = Geodesic.inverse(from: self, to: other)
    return GeodesicLine(
      length: line.distance, startAzimuth: line.azimuth.radians / radiansPerDegree,
      endAzimuth: line.endAzimuth.radians / radiansPerDegree)
  }
}
