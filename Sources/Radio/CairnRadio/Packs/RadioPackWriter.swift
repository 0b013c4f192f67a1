internal import CairnPacks
internal import CairnTypes

/// Writes a pack from sorted entries, in pieces.
///
/// Add access points, then cells, then areas. Write the bytes that `takeBytes` returns one after
/// another; when everything is added, `finish` returns the last ones and the header, which replaces
/// the first bytes of the file. A file without that header is not taken for a pack.
public struct RadioPackWriter: Sendable {
  /// Most entries of a section.
  public static let maximumEntries = Int(Int32.max)
  /// Bytes of the header.
  public static let headerLength = RadioPackHeader.encodedLength

  private let day: UInt32
  private var pending: [UInt8]
  /// Bytes that were returned before `pending`.
  private var taken = 0
  private var section = PackSection.accessPoints
  private var tables: [PackTable] = []
  private var bounds: RadioPackBounds?
  // Of the current section:
  private var start = RadioPackHeader.encodedLength
  private var count = 0
  private var lastKey: UInt64?
  private var bucket: [UInt8] = []
  private var firstKey: UInt64 = 0
  private var index: [UInt8] = []

  /// Creates a writer.
  ///
  /// - Parameter day: the day of making, counted from 1 January 1970; `nil` for unknown.
  public init(day: Int? = nil) {
    self.day = UInt32(clamping: max(0, day ?? 0))
    pending = [UInt8](repeating: 0, count: RadioPackHeader.encodedLength)
    bucket.reserveCapacity(PackTable.bucketSize &* PackSection.cells.entryLength)
  }

  /// Adds an access point.
  ///
  /// - Throws: `.order` unless its address is larger than the one before and no cell was added,
  ///   `.notEligible`, `.full`.
  public mutating func add(_ bssid: BSSID, _ known: KnownAccessPoint) throws(PackError) {
    guard bssid.isEligible else { throw .notEligible(bssid) }
    try add(.accessPoints, bssid.rawValue, known.coordinate, known.accuracy)
  }

  /// Adds a cell. A range of 0 counts as unknown.
  ///
  /// - Throws: `.order` unless its key is larger than the one before and no area was added, `.full`.
  public mutating func add(_ identity: CellIdentity, _ known: KnownCell) throws(PackError) {
    try add(.cells, identity.key, known.coordinate, known.range > 0 ? known.range : nil)
  }

  /// Adds the area of a cell; one without an area is left out. A range of 0 counts as unknown.
  ///
  /// - Throws: `.order` unless its key is larger than the one before, `.full`.
  public mutating func addArea(of identity: CellIdentity, _ known: KnownCell) throws(PackError) {
    guard let key = identity.areaKey else { return }
    try add(.areas, key, known.coordinate, known.range > 0 ? known.range : nil)
  }

  /// Returns the bytes that follow those of the call before.
  public mutating func takeBytes() -> [UInt8] {
    taken &+= pending.count
    defer { pending = [] }
    return pending
  }

  /// Number of bytes that `takeBytes` would return.
  public var pendingCount: Int { pending.count }

  /// Ends the pack.
  ///
  /// - Returns: the last bytes of the file, and its header, which replaces the first bytes.
  public mutating func finish() -> (rest: [UInt8], header: [UInt8]) {
    let header = end()
    return (takeBytes(), header)
  }

  /// Ends the pack, whose last bytes `takeBytes` returns.
  ///
  /// - Returns: its header.
  package mutating func end() -> [UInt8] {
    while tables.count < PackSection.allCases.count { endSection() }
    return RadioPackHeader(
      day: day, fileLength: UInt64(clamping: taken &+ pending.count), tables: tables, bounds: bounds
    ).encoded
  }

  private mutating func add(
    _ target: PackSection, _ key: UInt64, _ coordinate: Coordinate, _ radius: Double?
  ) throws(PackError) {
    try add(target, key, PackPlace(coordinate, radius: radius, unit: target.radiusUnit))
  }

  /// Adds an entry as another pack has it; the key must be one of the section.
  package mutating func add(
    _ target: PackSection, _ key: UInt64, _ place: PackPlace
  ) throws(PackError) {
    guard target.rawValue >= section.rawValue, tables.count < PackSection.allCases.count else {
      throw .order(target)
    }
    while section != target { endSection() }
    if let lastKey, key <= lastKey { throw .order(target) }
    guard count < Self.maximumEntries else { throw .full(target) }
    lastKey = key
    let stored = place.coordinate
    if bounds == nil { bounds = RadioPackBounds(stored) } else { bounds?.extend(to: stored) }
    if bucket.isEmpty { firstKey = key }
    bucket.append(pack: key, length: target.keyLength)
    bucket.append(pack: place.rawValue, length: PackPlace.encodedLength)
    count &+= 1
    if count.isMultiple(of: PackTable.bucketSize) { endBucket() }
  }

  private mutating func endBucket() {
    guard !bucket.isEmpty else { return }
    index.append(pack: firstKey, length: section.keyLength)
    index.append(pack: UInt64(CRC32C.checksum(of: bucket.span)), length: 4)
    pending.append(contentsOf: bucket)
    bucket.removeAll(keepingCapacity: true)
  }

  private mutating func endSection() {
    endBucket()
    tables.append(
      PackTable(
        section, count: count, entriesOffset: start, indexOffset: taken &+ pending.count,
        indexChecksum: CRC32C.checksum(of: index.span)))
    pending.append(contentsOf: index)
    index = []
    start = taken &+ pending.count
    count = 0
    lastKey = nil
    section = PackSection(rawValue: section.rawValue &+ 1) ?? .areas
  }
}
