public import CairnPacks
internal import CairnTypes

/// A file of access points and cells, made by `RadioPackWriter` and read in place, of which a look-up
/// reads one or two pages.
///
/// Opening checks the header and the indices; each look-up checks the bucket that it reads, so that
/// a damaged pack gives an error and no wrong place. Look-ups allocate nothing.
///
/// Numbers are little-endian. After the header come, for each of the three tables, its entries (key
/// of 6 or 8 bytes and place of 7, in the order of the keys) and its index.
public struct RadioPack: Sendable {
  /// The bytes of the pack.
  public let storage: any PagedStorage
  let header: RadioPackHeader

  /// Opens a pack.
  ///
  /// - Parameter storage: the bytes, which must not change.
  /// - Throws: the defect of the bytes.
  public init(_ storage: any PagedStorage) throws(PackError) {
    self.storage = storage
    let pages = storage.pages
    header = try withBytes(of: storage) { bytes throws(PackError) in
      try RadioPackHeader(PackBytes(bytes, pages))
    }
  }

  /// The access points.
  public var accessPoints: AccessPointPack {
    AccessPointPack(view: view(.accessPoints))
  }

  /// The cells and areas.
  public var cells: CellPack {
    CellPack(cells: view(.cells), areas: view(.areas))
  }

  /// Day on which the pack was made, counted from 1 January 1970; `nil` if unknown.
  public var day: Int? { header.day == 0 ? nil : Int(min(header.day, 0x7FFF_FFFF)) }

  /// Bytes of the whole pack.
  public var byteCount: Int { Int(min(header.fileLength, 0x3FFF_FFFF_FFFF)) }

  /// Area covered by the places of the pack; `nil` for an empty pack.
  public var bounds: RadioPackBounds? { header.bounds }

  /// Number of entries of a section.
  public func count(_ section: PackSection) -> Int { view(section).table.count }

  /// Bytes that a section takes: entries and index.
  public func byteCount(_ section: PackSection) -> Int {
    let table = view(section).table
    return table.count &* section.entryLength &+ table.buckets &* section.indexEntryLength
  }

  /// Reads and checks the whole pack.
  ///
  /// - Throws: the first defect.
  public func verify() throws(PackError) {
    for section in PackSection.allCases {
      try view(section).forEach { key, _ throws(PackError) in
        guard section.holds(key) else { throw .order(section) }
      }
    }
  }

  /// Number that differs between packs of different content: of two that differ, by chance alone one in
  /// four thousand million has the same.
  public var fingerprint: UInt64 { UInt64(header.checksum) << 32 | header.fileLength & 0xFFFF_FFFF }

  package func cursor(_ section: PackSection) -> PackCursor { PackCursor(view(section)) }

  func view(_ section: PackSection) -> PackView {
    PackView(
      storage: storage, table: header.tables[Int(section.rawValue)], length: byteCount)
  }
}

/// One table of a pack.
struct PackView: Sendable {
  /// Buckets that are read at once: 1024 entries, 16 kB.
  fileprivate static let pieceSize = 32

  let storage: any PagedStorage
  let table: PackTable
  /// Number of bytes that the offsets were checked against.
  let length: Int

  /// Returns a place; `nil` for an unknown key, and for a place at 0, 0, which is none.
  func find(_ key: UInt64) throws(PackError) -> PackPlace? {
    let table = table
    let place = try withBytes { bytes throws(PackError) in try table.find(key, in: bytes) }
    return place.flatMap { $0.coordinate.isNullIsland ? nil : $0 }
  }

  /// Calls `body` with all entries in order, after checking their buckets and order. `body` may look
  /// something up, because it is called between the pieces that are read.
  func forEach(
    _ body: (_ key: UInt64, _ place: PackPlace) throws(PackError) -> Void
  ) throws(PackError) {
    var entries: [(key: UInt64, place: PackPlace)] = []
    var last: UInt64?
    var start = 0
    while start < table.buckets {
      let piece = start..<min(table.buckets, start &+ Self.pieceSize)
      entries.removeAll(keepingCapacity: true)
      var defect: PackError?
      do throws(PackError) { try append(piece, to: &entries, after: last) } catch { defect = error }
      for (key, place) in entries { try body(key, place) }
      if let defect { throw defect }
      last = entries.last?.key ?? last
      start = piece.upperBound
    }
  }

  /// Appends the entries of some buckets, after checking them and that they follow `last`.
  fileprivate func append(
    _ piece: Range<Int>, to entries: inout [(key: UInt64, place: PackPlace)], after last: UInt64?
  ) throws(PackError) {
    let table = table
    try withBytes { bytes throws(PackError) in
      for bucket in piece {
        try table.append(bucket: bucket, in: bytes, to: &entries, after: entries.last?.key ?? last)
      }
    }
  }

  /// Calls `body` with the bytes that the offsets were checked against.
  private func withBytes<Result>(
    _ body: (PackBytes) throws(PackError) -> Result
  ) throws(PackError) -> Result {
    let (length, pages) = (length, storage.pages)
    return try CairnPacks.withBytes(of: storage) { bytes throws(PackError) in
      guard bytes.count == length else {
        throw .length(found: bytes.count, stated: UInt64(clamping: length))
      }
      return try body(PackBytes(bytes, pages))
    }
  }
}

/// Reads the entries of a table in order, as `PackView.forEach` does, one at a time.
package struct PackCursor: Sendable {
  let view: PackView
  private var entries: [(key: UInt64, place: PackPlace)] = []
  private var at = 0
  private var bucket = 0
  private var last: UInt64?

  init(_ view: PackView) { self.view = view }

  /// Returns the next entry; `nil` at the end.
  ///
  /// - Throws: the damage that prevents it.
  package mutating func next() throws(PackError) -> (key: UInt64, place: PackPlace)? {
    if at == entries.count {
      guard bucket < view.table.buckets else { return nil }
      let piece = bucket..<min(view.table.buckets, bucket &+ PackView.pieceSize)
      entries.removeAll(keepingCapacity: true)
      at = 0
      try view.append(piece, to: &entries, after: last)
      last = entries.last?.key ?? last
      bucket = piece.upperBound
    }
    guard at < entries.count else { return nil }
    defer { at &+= 1 }
    return entries[at]
  }
}

extension PackSection {
  /// Whether a key may occur in the section.
  package func holds(_ key: UInt64) -> Bool {
    switch self {
    case .accessPoints: BSSID(rawValue: key)?.isEligible == true
    case .cells: CellIdentity(key: key) != nil
    case .areas: CellIdentity(areaKey: key) != nil
    }
  }
}
