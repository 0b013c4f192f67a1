internal import CairnPacks
public import CairnRadio

/// Makes the new pack of an old one and a delta, in pieces, so that a device with little memory can.
///
/// Write the bytes that `next` returns one after another; after the last, `finish` returns the header, which
/// replaces the first bytes of the file. Whoever applies it compares the SHA-256 of the file with the publisher's: a
/// sound delta may be one of another pack of as many entries.
public struct PackPatch: Sendable {
  /// Bytes of a piece, roughly.
  private static let pieceLength = 1 << 16

  private let base: RadioPack
  private let delta: PackDelta
  private var reader: PackDeltaReader
  private var writer: RadioPackWriter
  private var section = PackSection.accessPoints
  private var cursor: PackCursor
  /// Entries of the old table that were taken, and of the new one that were written.
  private var taken: UInt32 = 0
  private var written: UInt32 = 0
  /// Entries to keep before `step`.
  private var kept: UInt64 = 0
  private var step: PackDelta.Step?
  /// The larger of the last keys of both tables.
  private var lastKey: UInt64 = 0
  private var header: [UInt8]?

  /// - Parameters:
  ///   - delta: the delta.
  ///   - base: the pack that it starts from.
  /// - Throws: `.otherBase`.
  public init(_ delta: PackDelta, to base: RadioPack) throws(PackDeltaError) {
    for section in PackSection.allCases
    where UInt64(delta.before[Int(section.rawValue)]) != UInt64(clamping: base.count(section)) {
      throw .otherBase(section)
    }
    self.base = base
    self.delta = delta
    reader = PackDeltaReader(delta)
    writer = RadioPackWriter(day: Int(clamping: delta.day))
    cursor = base.cursor(.accessPoints)
  }

  /// Returns the next bytes of the new pack; `nil` after the last.
  ///
  /// - Throws: the defect that ends it.
  public mutating func next() throws(PackDeltaError) -> [UInt8]? {
    while header == nil, writer.pendingCount < Self.pieceLength { try advance() }
    let bytes = writer.takeBytes()
    return bytes.isEmpty ? nil : bytes
  }

  /// Returns the header of the new pack, which replaces its first bytes; `nil` before `next` has returned `nil`.
  public func finish() -> [UInt8]? { header }

  private mutating func advance() throws(PackDeltaError) {
    if kept > 0 {
      kept &-= 1
      let entry = try old()
      return try write(entry.key, entry.place)
    }
    guard let step else { return try begin() }
    self.step = nil
    switch step {
    case .end: try endTable()
    case .remove: _ = try old()
    case .move:
      let entry = try old()
      try write(entry.key, try moved(entry.place))
    case .add:
      let (key, isTooLarge) = lastKey.addingReportingOverflow(try reader.varint())
      guard !isTooLarge, section.holds(key) else { throw .step(section) }
      lastKey = key
      try write(key, try reader.place())
    }
  }

  /// Reads the next step.
  private mutating func begin() throws(PackDeltaError) {
    let number = try reader.varint()
    kept = number >> 2
    guard let next = PackDelta.Step(rawValue: number & 3) else { throw .step(section) }
    let left = UInt64(delta.before[Int(section.rawValue)] &- taken)
    // The entry itself is one of the old table, unless it is added.
    guard kept <= left, next == .add || next == .end || kept < left, next != .end || kept == 0
    else { throw .step(section) }
    if next == .end { kept = left }
    step = next
  }

  private mutating func old() throws(PackDeltaError) -> (key: UInt64, place: PackPlace) {
    let entry: (key: UInt64, place: PackPlace)?
    do throws(PackError) { entry = try cursor.next() } catch { throw .base(error) }
    // `begin` has counted.
    guard let entry else { throw .step(section) }
    taken &+= 1
    lastKey = max(lastKey, entry.key)
    return entry
  }

  private mutating func write(_ key: UInt64, _ place: PackPlace) throws(PackDeltaError) {
    guard written < delta.after[Int(section.rawValue)] else { throw .count(section) }
    written &+= 1
    do throws(PackError) { try writer.add(section, key, place) } catch { throw .result(error) }
  }

  private mutating func moved(_ place: PackPlace) throws(PackDeltaError) -> PackPlace {
    let (north, isFarNorth) = place.latitudeCode.addingReportingOverflow(try reader.signed())
    let (east, isFarEast) = place.longitudeCode.addingReportingOverflow(try reader.signed())
    let code = try reader.byte()
    guard !isFarNorth, !isFarEast,
      let moved = PackPlace(latitude: north, longitude: east, radius: code)
    else { throw .step(section) }
    return moved
  }

  private mutating func endTable() throws(PackDeltaError) {
    guard written == delta.after[Int(section.rawValue)] else { throw .count(section) }
    (taken, written, lastKey) = (0, 0, 0)
    guard let next = PackSection(rawValue: section.rawValue &+ 1) else {
      guard reader.isAtEnd else { throw .rest }
      header = writer.end()
      return
    }
    section = next
    cursor = base.cursor(next)
  }
}
