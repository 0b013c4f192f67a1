internal import CCairnMath
public import CairnTypes

/// A place on the maps of the Universal Transverse Mercator system, and of the Universal Polar
/// Stereographic system beyond them.
///
/// Source: NGA.SIG.0012_2.0.0_UTMUPS, Universal Grids and the Transverse Mercator and Polar
/// Stereographic Map Projections.
public struct UTMCoordinate: Hashable, Sendable {
  /// 1...60; `nil` on the polar maps, north of 84° and south of 80°.
  public let zone: Int?
  /// Whether the map is one of the northern hemisphere.
  public let isNorthern: Bool
  /// Metres, with the false easting.
  public let easting: Double
  /// Metres, with the false northing.
  public let northing: Double

  private static let scale = 0.9996
  private static let polarScale = 0.994

  /// Returns where a coordinate is on its map; `nil` if it is not valid.
  public init?(_ coordinate: Coordinate) {
    guard coordinate.isValid else { return nil }
    let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
    isNorthern = latitude >= 0
    zone = Self.zone(of: coordinate)
    guard let zone else {
      let distance =
        Self.polarScale * TransverseMercator.polarDistance(latitude: latitude.magnitude)
      let lambda = Angle(degrees: longitude)
      easting = 2_000_000 + distance * lambda.sin
      northing = 2_000_000 + distance * (isNorthern ? -lambda.cos : lambda.cos)
      return
    }
    let (east, north) = TransverseMercator.forward(
      latitude: latitude,
      longitude: longitudeDifference(from: Double(6 * zone - 183), to: longitude))
    easting = 500_000 + Self.scale * east
    northing = Self.scale * north + (isNorthern ? 0 : 10_000_000)
  }

  /// Returns the zone of a valid coordinate, with the exceptions for Norway and Svalbard.
  private static func zone(of coordinate: Coordinate) -> Int? {
    let latitude = coordinate.latitude
    guard latitude >= -80, latitude < 84 else { return nil }
    let longitude = cairn_floor(coordinate.longitude >= 180 ? -180 : coordinate.longitude)
    if (56..<64).contains(latitude), (3..<6).contains(longitude) { return 32 }
    if latitude >= 72, (0..<42).contains(longitude) {
      return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
    }
    return Int(max(1, min(60, cairn_floor((longitude + 180) / 6) + 1)))
  }
}

extension UTMCoordinate: CustomStringConvertible {
  /// Zone and hemisphere, and metres to the millimetre: `52n 321419.766 4159624.398`.
  public var description: String {
    "\(map) \(easting.text(places: 3)) \(northing.text(places: 3))"
  }

  /// Zone of two digits and hemisphere: `06n`; without a number on the polar maps.
  public var map: String {
    (zone.map { "\($0 / 10)\($0 % 10)" } ?? "") + (isNorthern ? "n" : "s")
  }
}
