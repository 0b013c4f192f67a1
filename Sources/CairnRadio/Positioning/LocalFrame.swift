internal import CCairnMath
internal import CairnTypes

/// A vector on the ground.
struct GroundVector: Equatable {
  /// Metres.
  var east: Double
  /// Metres.
  var north: Double

  static let zero = GroundVector(east: 0, north: 0)

  /// Metres.
  var length: Double { cairn_hypot(east, north) }

  static func + (a: Self, b: Self) -> Self {
    Self(east: a.east + b.east, north: a.north + b.north)
  }

  static func - (a: Self, b: Self) -> Self {
    Self(east: a.east - b.east, north: a.north - b.north)
  }

  static func * (a: Self, factor: Double) -> Self {
    Self(east: a.east * factor, north: a.north * factor)
  }
}

/// The plane that touches the ellipsoid at one place; within 5 km, distances are right to 0.1 %.
struct LocalFrame {
  let origin: Coordinate
  private let metresPerLatitudeDegree: Double
  private let metresPerLongitudeDegree: Double

  init(origin: Coordinate) {
    self.origin = origin
    // Radii of curvature along the meridian and across it, WGS 84.
    let eccentricitySquared = 6.694_379_990_14e-3
    let radians = Double.pi / 180
    let sine = cairn_sin(origin.latitude * radians)
    let w2 = 1 - eccentricitySquared * sine * sine
    let across = 6_378_137 / w2.squareRoot()
    metresPerLatitudeDegree = across * (1 - eccentricitySquared) / w2 * radians
    // At a pole a degree has no length; the limit keeps the inverse finite.
    metresPerLongitudeDegree = max(1e-3, across * cairn_cos(origin.latitude * radians) * radians)
  }

  /// Returns the vector from the origin to a place, the short way around the earth.
  func vector(to place: Coordinate) -> GroundVector {
    var degrees = place.longitude - origin.longitude
    if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
    return GroundVector(
      east: degrees * metresPerLongitudeDegree,
      north: (place.latitude - origin.latitude) * metresPerLatitudeDegree)
  }

  /// Returns the place at a vector from the origin.
  func place(at vector: GroundVector) -> Coordinate {
    let latitude = min(90, max(-90, origin.latitude + vector.north / metresPerLatitudeDegree))
    let turn = max(-180, min(180, vector.east / metresPerLongitudeDegree))
    var longitude = origin.longitude + turn
    if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
