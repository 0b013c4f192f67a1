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

  /// Takes a point of a map; `nil` for one that is on none.
  ///
  /// - Parameters:
  ///   - zone: 1...60; `nil` for a polar map.
  ///   - isNorthern: whether the map is one of the northern hemisphere.
  ///   - easting: metres, with the false easting.
  ///   - northing: metres, with the false northing.
  public init?(zone: Int?, isNorthern: Bool, easting: Double, northing: Double) {
    if let zone {
      guard (1...60).contains(zone), (100_000...900_000).contains(easting),
        (0...10_000_000).contains(northing)
      else { return nil }
    } else {
      guard (800_000...3_200_000).contains(easting), (800_000...3_200_000).contains(northing)
      else { return nil }
    }
    self.zone = zone
    self.isNorthern = isNorthern
    self.easting = easting
    self.northing = northing
  }

  /// The place of the point.
  public var coordinate: Coordinate {
    guard let zone else {
      let east = easting - 2_000_000
      let north = isNorthern ? 2_000_000 - northing : northing - 2_000_000
      let latitude = TransverseMercator.polarLatitude(
        distance: cairn_hypot(east, north) / Self.polarScale)
      return Coordinate(
        latitude: isNorthern ? latitude : -latitude,
        longitude: east == 0 && north == 0 ? 0 : cairn_atan2(east, north) / radiansPerDegree)
    }
    let (latitude, difference) = TransverseMercator.inverse(
      east: (easting - 500_000) / Self.scale,
      north: (northing - (isNorthern ? 0 : 10_000_000)) / Self.scale)
    let longitude = Double(6 * zone - 183) + difference
    return Coordinate(
      latitude: latitude,
      longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
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

extension UTMCoordinate {
  /// Reads what `description` writes, such as `52n 321419.766 4159624.398`, and the letter of a band
  /// instead of the hemisphere: `52S 321419 4159624`, where S is a band of the north.
  ///
  /// - Parameter text: map, easting and northing, with spaces between them.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: " ")
    guard parts.count == 3, let letter = parts[0].last, parts[0].utf8.count <= 3,
      let easting = Self.metres(parts[1]), let northing = Self.metres(parts[2])
    else { return nil }
    let isNorthern: Bool
    switch letter {
    case "n", "s": isNorthern = letter == "n"
    default:
      guard let band = GridLetters.bands.firstIndex(of: letter) else { return nil }
      isNorthern = band >= GridLetters.firstNorthernBand
    }
    let digits = parts[0].dropLast()
    guard digits.isEmpty ? letter.isLowercase : digits.allSatisfy(\.isWholeNumber) else {
      return nil
    }
    let zone = Int(digits)
    guard digits.isEmpty == (zone == nil) else { return nil }
    self.init(zone: zone, isNorthern: isNorthern, easting: easting, northing: northing)
  }

  private static func metres(_ text: some StringProtocol) -> Double? {
    guard text.utf8.count <= 20,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
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
