public import CairnPacks
internal import CairnTypes

/// A file of access points and cells, made by `RadioPackWriter` and read in place, such as in a
/// memory-mapped file.
///
/// Opening checks the header and the indices; each look-up checks the bucket that it reads, so that
/// a damaged pack gives an error and no wrong place. Look-ups allocate nothing.
///
/// Numbers are little-endian. After the header come, for each of the three tables, its entries (key
/// of 6 or 8 bytes and place of 7, in the order of the keys) and its index.
public struct RadioPack: Sendable {
  /// The bytes of the pack.
  public let storage: any PackStorage
  let header: RadioPackHeader

  /// Opens a pack.
  ///
  /// - Parameter storage: the bytes, which must not change.
  /// - Throws: the defect of the bytes.
  public init(_ storage: any PackStorage) throws(PackError) {
    self.storage = storage
    header = try withBytes(of: storage) { bytes throws(PackError) in try RadioPackHeader(bytes) }
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

  private func view(_ section: PackSection) -> PackView {
    PackView(
      storage: storage, table: header.tables[Int(section.rawValue)], length: byteCount)
  }
}

/// One table of a pack.
struct PackView: Sendable {
  let storage: any PackStorage
  let table: PackTable
  /// Number of bytes that the offsets were checked against.
  let length: Int

  /// Returns a place; `nil` for an unknown key, and for a place at 0, 0, which is none.
  func find(_ key: UInt64) throws(PackError) -> PackPlace? {
    let (table, length) = (table, length)
    return try withBytes(of: storage) { bytes throws(PackError) in
      guard bytes.count == length else {
        throw .length(found: bytes.count, stated: UInt64(clamping: length))
      }
      guard let place = try table.find(key, in: bytes), !place.coordinate.isNullIsland else {
        return nil
      }
      return place
    }
  }

  func forEach(
    _ body: (_ key: UInt64, _ place: PackPlace) throws(PackError) -> Void
  ) throws(PackError) {
    let (table, length) = (table, length)
    try withBytes(of: storage) { bytes throws(PackError) in
      guard bytes.count == length else {
        throw .length(found: bytes.count, stated: UInt64(clamping: length))
      }
      try table.forEach(in: bytes, body)
    }
  }
}

extension PackSection {
  /// Whether a key may occur in the section.
  func holds(_ key: UInt64) -> Bool {
    switch self {
    case .accessPoints: BSSID(rawValue: key)?.isEligible == true
    case .cells: CellIdentity(key: key) != nil
    case .areas: CellIdentity(areaKey: key) != nil
    }
  }
}
