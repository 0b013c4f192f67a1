internal import CairnPacks

/// Kind of area.
@nonexhaustive
public enum AreaKind: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// A country.
  case country = 0
  /// A part of a country: a state, a city, a district.
  case division = 1
  /// An ocean, a sea, a bay, a strait.
  case sea = 2
  /// A lake or a reservoir.
  case lake = 3
}

/// Two capital letters of ISO 3166-1.
struct CountryCode: Hashable, Sendable, BitwiseCopyable {
  /// The first letter in the lower octet.
  let rawValue: UInt16

  init?(rawValue: UInt16) {
    guard Self.isLetter(UInt8(truncatingIfNeeded: rawValue)),
      Self.isLetter(UInt8(truncatingIfNeeded: rawValue >> 8))
    else { return nil }
    self.rawValue = rawValue
  }

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 2 else { return nil }
    self.init(rawValue: UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
  }

  var text: String {
    String(
      decoding: [UInt8(truncatingIfNeeded: rawValue), UInt8(truncatingIfNeeded: rawValue >> 8)],
      as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}

/// An area, 28 bytes: kind, level, country (2), parent + 1 (4), a point inside (8), names (4),
/// population (4), extent (4).
struct AreaRecord: BitwiseCopyable {
  static let encodedLength = 28
  /// Areas that may hold an area, one in the other. Countries have five levels or fewer.
  static let mostHolders = 32
  /// Stands for an unknown point.
  static let nowhere = GridPoint(x: 1, y: 1)

  var kind: AreaKind
  /// Level of a division, 1 for the largest.
  var level: UInt8
  var country: CountryCode?
  /// The area that contains it.
  var parent: Int?
  /// A point inside.
  var point: GridPoint
  /// Offset of the names.
  var names: UInt32
  /// Number of people; 0 if unknown.
  var population: UInt32
  /// Square root of the rectangle around it, in grid steps: for the smallest of several.
  var extent: UInt32

  /// Whether the area's position is known.
  var isSomewhere: Bool { extent > 0 || point != Self.nowhere }

  func encode(to bytes: inout [UInt8]) {
    bytes.append(kind.rawValue)
    bytes.append(level)
    bytes.append(pack: UInt64(country?.rawValue ?? 0), length: 2)
    bytes.append(pack: UInt64(clamping: (parent ?? -1) &+ 1), length: 4)
    bytes.append(pack: UInt64(UInt32(truncatingIfNeeded: point.x)), length: 4)
    bytes.append(pack: UInt64(UInt32(truncatingIfNeeded: point.y)), length: 4)
    bytes.append(pack: UInt64(names), length: 4)
    bytes.append(pack: UInt64(population), length: 4)
    bytes.append(pack: UInt64(extent), length: 4)
  }
}

extension GeoSection {
  /// Reads the record of an area from this section, whose bytes were checked when the pack was opened.
  func area(_ index: Int, in bytes: PackBytes) throws(GeoPackError) -> AreaRecord {
    guard index >= 0, index < length / AreaRecord.encodedLength else { throw .content(name) }
    let at = index &* AreaRecord.encodedLength
    let parent = Int(number32(at &+ 4, in: bytes))
    let point = GridPoint(x: signed32(at &+ 8, in: bytes), y: signed32(at &+ 12, in: bytes))
    // A parent precedes its children, so that the chain of parents ends.
    guard let kind = AreaKind(rawValue: byte(at, in: bytes)), parent <= index,
      point.x.magnitude < GridPoint.limit, point.y.magnitude < GridPoint.limit
    else { throw .content(name) }
    return AreaRecord(
      kind: kind, level: byte(at &+ 1, in: bytes),
      country: CountryCode(rawValue: number16(at &+ 2, in: bytes)),
      parent: parent == 0 ? nil : parent &- 1, point: point, names: number32(at &+ 16, in: bytes),
      population: number32(at &+ 20, in: bytes), extent: number32(at &+ 24, in: bytes))
  }
}
