public import CairnPacks

/// A file of areas and places, made by `GeoPackWriter` and used where it is, of which a look-up reads a
/// few pages.
///
/// Opening checks the header and the small sections; each look-up checks the blocks that it reads, so
/// that a damaged pack gives an error and no wrong place.
public final class GeoPack: Sendable {
  /// Bytes of a section that are in memory at once while the whole pack is checked: many blocks.
  private static let pieceSize = 1 << 16

  /// The bytes of the pack.
  public let storage: any PagedStorage
  private let pages: (any PackPages)?
  let header: GeoPackHeader
  let byteLength: Int
  let areaTree: AreaTree
  let placeTree: PlaceTree
  let languages: [LanguageTag]
  /// Where the data comes from, with the words that its licence asks to show.
  public let sources: [String]

  /// Opens a pack.
  ///
  /// - Parameter storage: the bytes, which must remain as they are.
  /// - Throws: the defect of the bytes.
  public init(_ storage: any PagedStorage) throws(GeoPackError) {
    self.storage = storage
    let pages = storage.pages
    self.pages = pages
    let header: GeoPackHeader
    (header, byteLength, sources, languages) = try CairnPacks.withBytes(of: storage) {
      all throws(GeoPackError) in
      let bytes = PackBytes(all, pages)
      let header = try GeoPackHeader(bytes)
      let sources = try Self.texts(header.sections[GeoPackSection.sources], in: bytes)
      var languages: [LanguageTag] = []
      for text in try Self.texts(header.sections[GeoPackSection.languages], in: bytes) {
        guard let tag = LanguageTag(text) else { throw .content(.languages) }
        languages.append(tag)
      }
      return (header, all.count, sources, languages)
    }
    self.header = header
    areaTree = AreaTree(nodes: header.sections[.nodes], cells: header.sections[.cells])
    placeTree = try PlaceTree(boxes: header.sections[.placeNodes], places: header.sections[.places])
  }

  /// Day on which the pack was made, counted from 1 January 1970; `nil` if unknown.
  public var day: Int? { header.day == 0 ? nil : Int(min(header.day, 0x7FFF_FFFF)) }

  /// Bytes of the whole pack.
  public var byteCount: Int { byteLength }

  /// Number of areas.
  public var areaCount: Int { self[.areas].length / AreaRecord.encodedLength }

  /// Number of cities, towns and villages.
  public var placeCount: Int { placeTree.count }

  /// Bytes that a section takes, without its checksums.
  public func byteCount(_ section: GeoPackSection) -> Int { self[section].length }

  /// Checks the whole pack.
  ///
  /// - Throws: the first defect.
  public func verify() throws(GeoPackError) {
    for section in header.sections {
      var start = 0
      while start < section.length {
        let end = min(section.length, start + Self.pieceSize)
        try withBytes { bytes throws(GeoPackError) in try section.check(start..<end, in: bytes) }
        start = end
      }
    }
  }

  subscript(section: GeoPackSection) -> GeoSection { header.sections[section] }

  /// Calls `body` with the bytes that the offsets were checked against.
  func withBytes<Result>(
    _ body: (PackBytes) throws(GeoPackError) -> Result
  ) throws(GeoPackError) -> Result {
    let length = byteLength
    return try CairnPacks.withBytes(of: storage) { bytes throws(GeoPackError) in
      guard bytes.count == length else {
        throw .length(found: bytes.count, stated: UInt64(clamping: length))
      }
      return try body(PackBytes(bytes, pages))
    }
  }

  private static func texts(
    _ section: GeoSection, in bytes: PackBytes
  ) throws(GeoPackError) -> [String] {
    var cursor = GeoCursor(section, at: 0)
    var texts: [String] = []
    while !cursor.isAtEnd { texts.append(try cursor.text(in: bytes)) }
    return texts
  }
}

extension [GeoSection] {
  /// The section of that name: the list has one of each, in the order of their numbers.
  subscript(name: GeoPackSection) -> GeoSection { self[Int(name.rawValue)] }
}
