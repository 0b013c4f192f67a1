internal import CCairnMath
internal import CairnTypes

/// East and north metres around a reference, and back.
///
/// A plane that touches the ellipsoid: scales are wrong by at most 0.1 % within `reach`, and there
/// and back is exact, so that a track does not drift by being converted.
struct LocalFrame {
  /// The point with the coordinates (0, 0).
  let origin: Coordinate
  /// Metres from the origin within which the plane may be used.
  let reach: Double
  /// Metres per degree of longitude and of latitude.
  private let scale: Vector

  /// Creates a frame around a valid coordinate.
  init(around origin: Coordinate) {
    self.origin = origin
    let latitude = origin.latitude * radiansPerDegree
    let sine = cairn_sin(latitude)
    // At a pole all meridians meet: the limit of a few centimetres keeps the division possible.
    let cosine = max(cairn_cos(latitude), 1e-8)
    let w = (1 - Self.eccentricitySquared * sine * sine).squareRoot()
    scale = Vector(
      east: radiansPerDegree * Self.semiMajorAxis * cosine / w,
      north: radiansPerDegree * Self.semiMajorAxis * (1 - Self.eccentricitySquared) / (w * w * w))
    // The scale east changes by d·tan(latitude)/R over d metres north.
    reach = min(5000, 0.001 * Self.semiMajorAxis * cosine / max(sine.magnitude, 1e-3))
  }

  /// Returns metres east and north of the origin, the short way round the Earth.
  func place(of coordinate: Coordinate) -> Vector {
    var turn = coordinate.longitude - origin.longitude
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    return Vector(
      east: turn * scale.east, north: (coordinate.latitude - origin.latitude) * scale.north)
  }

  /// Returns a valid coordinate; beyond a pole, the pole.
  func coordinate(of place: Vector) -> Coordinate {
    var longitude = origin.longitude + cairn_fmod(place.east / scale.east, 360)
    if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    let latitude = origin.latitude + place.north / scale.north
    return Coordinate(latitude: max(-90, min(90, latitude)), longitude: longitude)
  }

  /// Source: NGA.STND.0036_1.0.0_WGS84, table 3.1; metres.
  private static let semiMajorAxis = 6_378_137.0
  private static let eccentricitySquared = 6.694_379_990_14e-3
}

/// Metres, or metres per second, towards east and north.
struct Vector {
  var east: Double
  var north: Double

  static let zero = Vector(east: 0, north: 0)

  var length: Double { cairn_hypot(east, north) }

  /// Degrees clockwise from north, 0..<360.
  var direction: Double {
    let degrees = cairn_atan2(east, north) / radiansPerDegree
    let turned = degrees < 0 ? degrees + 360 : degrees
    return turned < 360 ? turned : 0
  }

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

let radiansPerDegree = Double.pi / 180
