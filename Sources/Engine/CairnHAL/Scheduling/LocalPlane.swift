internal import CCairnMath
internal import CairnTypes

/// Metres east and north. Accurate to 0.5 %, far less than the growth of an error.
struct Displacement: Equatable {
  var east: Double
  var north: Double

  static let zero = Displacement(east: 0, north: 0)

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

  /// A displacement of `length` metres along `course`, in degrees clockwise from true north.
  static func along(_ course: Double, length: Double) -> Self {
    let angle = course * (.pi / 180)
    return Self(east: length * cairn_sin(angle), north: length * cairn_cos(angle))
  }
}

extension Coordinate {
  /// Metres per degree of latitude, on average.
  private static let latitudeDegree = 110_574.0
  /// Metres per degree of longitude at the equator.
  private static let longitudeDegree = 111_320.0

  /// Metres per degree of longitude here; above zero even at the poles.
  private var longitudeScale: Double {
    Self.longitudeDegree * max(1e-3, cairn_cos(latitude * (.pi / 180)))
  }

  /// The displacement from here to another place, the short way around the earth.
  func displacement(to other: Coordinate) -> Displacement {
    var degrees = other.longitude - longitude
    if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
    return Displacement(
      east: degrees * longitudeScale, north: (other.latitude - latitude) * Self.latitudeDegree)
  }

  /// The place at that displacement from here.
  func displaced(by way: Displacement) -> Coordinate {
    let latitude = min(90, max(-90, latitude + way.north / Self.latitudeDegree))
    var longitude = longitude + way.east / longitudeScale
    if longitude >= 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
