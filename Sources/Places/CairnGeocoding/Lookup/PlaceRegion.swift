internal import CairnPacks

/// Data shared by the places of one region, 8 bytes in a pack: area + 1 and name of the time zone.
struct PlaceRegion: BitwiseCopyable {
  static let encodedLength = 8

  /// Country or division.
  let area: Int?
  /// Offset of the time zone's identifier.
  let timeZone: UInt32
}

extension GeoSection {
  /// Reads a region from this section, whose bytes were checked when the pack was opened; `nil` if
  /// there is none of that number.
  func region(_ number: UInt16, in bytes: PackBytes) -> PlaceRegion? {
    let at = Int(number) &* PlaceRegion.encodedLength
    guard at &+ PlaceRegion.encodedLength <= length else { return nil }
    let area = Int(number32(at, in: bytes))
    return PlaceRegion(
      area: area == 0 ? nil : area &- 1, timeZone: number32(at &+ 4, in: bytes))
  }
}
