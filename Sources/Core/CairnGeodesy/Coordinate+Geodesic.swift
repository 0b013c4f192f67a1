internal import CCairnMath
public import CairnTypes

extension Coordinate {
  /// Returns the metres along the shortest line on the WGS 84 ellipsoid, ignoring height.
  ///
  /// Exact to 0.05 mm below 10 km and to a micrometre beyond, including antipodal points. NaN when
  /// a coordinate is not finite.
  public func distance(to other: Coordinate) -> Double {
    let chord = chord(to: other)
    if let arc = chord.arc { return arc }
    return Geodesic.inverse(from: self, to: other).distance
  }

  /// Returns an upper bound of `distance(to:)` in metres, without trigonometry, from the longest
  /// degree anywhere. NaN when a coordinate is not finite.
  public func distanceBound(to other: Coordinate) -> Double {
    let across =
      longitudeDifference(from: longitude, to: other.longitude) * WGS84.longestLongitudeDegree
    let up = (other.latitude - latitude) * WGS84.longestLatitudeDegree
    return (across * across + up * up).squareRoot()
  }

  /// Returns the direction, in degrees from true north, 0..<360, of the shortest line to `other`.
  ///
  /// - Parameter other: end of the line.
  /// - Returns: direction at this point; `nil` for equal points or a coordinate that is not finite.
  public func bearing(to other: Coordinate) -> Double? {
    guard chord(to: other).length > 0 else { return nil }
    let degrees = Geodesic.inverse(from: self, to: other).azimuth.radians / radiansPerDegree
    guard degrees.isFinite else { return nil }
    if degrees >= 0 { return degrees }
    let turned = degrees + 360
    return turned < 360 ? turned : 0
  }

  /// Returns the point `metres` along the geodesic that leaves this point in direction `bearing`.
  ///
  /// - Parameters:
  ///   - metres: distance; a negative one goes backwards.
  ///   - bearing: degrees clockwise from true north.
  /// - Returns: latitude -90...90, longitude -180...180.
  public func moved(by metres: Double, bearing: Double) -> Coordinate {
    Geodesic.direct(from: self, azimuth: Angle(degrees: bearing), distance: metres)
  }

  /// Returns the straight line through the Earth; a short one is nearly as long as the arc.
  private func chord(to other: Coordinate) -> Chord {
    let e2 = WGS84.eccentricitySquared
    let phi1 = Angle(degrees: latitude)
    let phi2 = Angle(degrees: other.latitude)
    let w1 = 1 - e2 * phi1.sin * phi1.sin
    let w2 = 1 - e2 * phi2.sin * phi2.sin
    let normal1 = WGS84.semiMajorAxis / w1.squareRoot()
    let normal2 = WGS84.semiMajorAxis / w2.squareRoot()
    let parallel1 = normal1 * phi1.cos
    let parallel2 = normal2 * phi2.cos
    let half = longitudeDifference(from: longitude, to: other.longitude) / 2 * radiansPerDegree
    let sine = cairn_sin(half)
    let across = parallel1 - parallel2
    let up = (1 - e2) * (normal1 * phi1.sin - normal2 * phi2.sin)
    let squared = across * across + up * up + 4 * parallel1 * parallel2 * sine * sine
    return Chord(length: squared.squareRoot(), meanW: (w1 + w2) / 2)
  }
}

extension Location {
  /// Returns the metres on the WGS 84 ellipsoid between two fixes, ignoring height.
  public func distance(to other: Location) -> Double {
    coordinate.distance(to: other.coordinate)
  }
}

/// A chord of the ellipsoid.
private struct Chord {
  /// Length in metres.
  let length: Double
  /// Mean of 1 - e² sin² φ at both ends.
  let meanW: Double

  /// Length in metres below which the arc follows from the chord.
  static let limit = 10_000.0

  /// Metres along the surface; `nil` where the chord is too long to give them.
  ///
  /// arc = chord + chord³/24R². R is the Gaussian mean radius, within 0.7 % of the radius in the
  /// line's own direction; at 10 km that is 0.014 mm of the 1 mm added here.
  var arc: Double? {
    guard length < Self.limit else { return nil }
    // 1/R² = w² / (a² (1 - e²)), the product of both principal curvatures.
    let curvature =
      meanW * meanW
      / (WGS84.semiMajorAxis * WGS84.semiMajorAxis * (1 - WGS84.eccentricitySquared))
    return length * (1 + length * length * curvature / 24)
  }
}
