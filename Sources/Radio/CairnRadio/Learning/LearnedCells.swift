internal import CairnTypes

/// All cells that the device has learned, in the form that is saved between programs.
///
/// Holds no times finer than a day and no order of places, so that it reveals no tracks.
public struct LearnedCells: Hashable, Sendable {
  /// Maximum number of cells; those not heard for longest are removed first.
  public static let capacity = 5000

  /// Learned data of each cell, by `CellIdentity.key`.
  package private(set) var cells: [UInt64: LearnedCell] = [:]

  /// Creates a map without cells.
  public init() {}

  /// Number of cells.
  public var count: Int { cells.count }

  /// Whether a cell was learned well enough to be used.
  public var knowsAny: Bool { cells.values.contains { $0.known != nil } }

  /// Adds a place at which a cell was heard.
  mutating func add(_ identity: CellIdentity, at place: Coordinate, day: UInt16) {
    if cells[identity.key] != nil {
      cells[identity.key]?.add(place, day: day)
    } else {
      cells[identity.key] = LearnedCell(at: place, day: day)
    }
    guard cells.count > Self.capacity else { return }
    // Removes a quarter at once, so that this is rare; among cells of the same day, any.
    let oldest = cells.sorted { $0.value.lastSeenDay < $1.value.lastSeenDay }
    for (key, _) in oldest.prefix(Self.capacity / 4) { cells[key] = nil }
  }

  private static let version: UInt8 = 1

  /// The map as bytes, 27 for a cell. They hold no checksum.
  public var encoded: [UInt8] {
    var copy = self
    return RecordWriter.bytes(version: Self.version) { copy.fields(&$0) }
  }

  /// Decodes a map; `nil` if the bytes do not come from `encoded`.
  public init?(decoding bytes: [UInt8]) {
    self.init()
    guard RecordReader.read(bytes, version: Self.version, { fields(&$0) }) else { return nil }
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    var entries = cells.keys.sorted().map { (key: $0, cell: cells[$0] ?? .unknown) }
    f.list(&entries, octets: 27, (0, LearnedCell.unknown)) { f, entry in
      f.integer(&entry.key)
      entry.cell.fields(&f)
      if CellIdentity(key: entry.key) == nil { f.fail() }
    }
    cells = Dictionary(entries.map { ($0.key, $0.cell) }, uniquingKeysWith: { $1 })
    // Each key once, in order: each map has exactly one encoding.
    if !zip(entries, entries.dropFirst()).allSatisfy({ $0.key < $1.key }) { f.fail() }
  }
}

extension LearnedCells: CellSource {
  public func cell(_ identity: CellIdentity) -> KnownCell? { cells[identity.key]?.known }
}
