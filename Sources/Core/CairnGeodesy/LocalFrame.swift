internal import CCairnMath
package import CairnTypes

/// The plane that touches the ellipsoid at one place.
///
/// Distances from there are right to 0.1 % within `reach`, and there and back is exact, so that a
/// track does not drift by being converted.
package struct LocalFrame: Sendable {
  package let origin: Coordinate
  /// Metres from the origin within which the plane may be used, at most 5 km.
  package let reach: Double
  /// Metres per degree.
  private let scale: GroundVector

  /// - Parameter origin: a valid coordinate.
  package init(origin: Coordinate) {
    self.origin = origin
    let angle = Angle(degrees: origin.latitude)
    // At a pole a degree has no length; the limit keeps the inverse finite.
    let cosine = max(angle.cos, 1e-8)
    // Radii of curvature across the meridian and along it.
    let w2 = 1 - WGS84.eccentricitySquared * angle.sin * angle.sin
    let across = WGS84.semiMajorAxis / w2.squareRoot()
    scale = GroundVector(
      east: radiansPerDegree * across * cosine,
      north: radiansPerDegree * across * (1 - WGS84.eccentricitySquared) / w2)
    // Over d metres north the scale east changes by d·tan(latitude) / R.
    reach = min(5000, 0.001 * WGS84.semiMajorAxis * cosine / max(angle.sin.magnitude, 1e-3))
  }

  /// Returns the vector from the origin to a place, the short way round the Earth.
  package func vector(to place: Coordinate) -> GroundVector {
    GroundVector(
      east: longitudeDifference(from: origin.longitude, to: place.longitude) * scale.east,
      north: (place.latitude - origin.latitude) * scale.north)
  }

  /// Returns the place at a vector from the origin; beyond a pole, the pole.
  package func place(at vector: GroundVector) -> Coordinate {
    let latitude = min(90, max(-90, origin.latitude + vector.north / scale.north))
    let turn = cairn_fmod(vector.east / scale.east, 360)
    return Coordinate(
      latitude: latitude,
      longitude: longitudeDifference(from: 0, to: origin.longitude + turn))
  }
}
