package import CairnRadio
internal import CairnTypes

/// Access points and cells that the device has submitted to a service, so that none is submitted
/// twice.
///
/// An access point is submitted again only after it has moved, a cell after it has moved or was
/// heard at several times as many places. Holds no times and no coordinates.
public struct SubmissionLedger: Hashable, Sendable {
  /// A cell is submitted again when the device knows it from this many times as many places: its
  /// range has become better by then.
  static let growth = 4

  /// The moves of each access point at the time when it was submitted.
  private var submitted: [BSSID: UInt8] = [:]
  /// The number of the places of each cell at the time when it was submitted, by its key.
  private var cells: [UInt64: UInt8] = [:]

  /// Creates a ledger of a device that has submitted nothing.
  public init() {}

  /// Number of access points and cells that were submitted.
  public var count: Int { submitted.count + cells.count }

  /// Returns whether an access point was submitted where it is now.
  func holds(_ bssid: BSSID, _ record: LearnedAccessPoint) -> Bool {
    submitted[bssid] == record.moves
  }

  /// Returns whether a cell was submitted about as it is now.
  func holds(_ key: UInt64, _ record: LearnedCell) -> Bool {
    guard let before = cells[key] else { return false }
    // A count that has become smaller is one of a cell that has moved.
    return record.places >= before && Int(record.places) < Int(before) &* Self.growth
  }

  /// Enters what a batch holds.
  package mutating func enter(_ batch: SurveyBatch) {
    submitted.merge(batch.moves) { $1 }
    cells.merge(batch.places) { $1 }
  }

  /// Takes out what a batch holds that the service has not taken.
  package mutating func takeOut(_ batch: SurveyBatch) {
    for bssid in batch.moves.keys { submitted[bssid] = nil }
    for key in batch.places.keys { cells[key] = nil }
  }

  /// Drops what the device does not know any more.
  package mutating func forget(allBut map: LearnedMap, _ cells: LearnedCells = LearnedCells()) {
    submitted = submitted.filter { map.accessPoints[$0.key] != nil }
    self.cells = self.cells.filter { cells.cells[$0.key] != nil }
  }

  /// The version of a ledger without cells, which programs of before cells were submitted read.
  private static let version: UInt8 = 1
  private static let versionWithCells: UInt8 = 2

  /// The ledger as bytes, seven for an access point and nine for a cell. They hold no checksum.
  public var encoded: [UInt8] {
    var copy = self
    guard !cells.isEmpty else {
      return RecordWriter.bytes(version: Self.version) { copy.fields(&$0) }
    }
    return RecordWriter.bytes(version: Self.versionWithCells) {
      copy.fields(&$0)
      copy.cellFields(&$0)
    }
  }

  /// Decodes a ledger; `nil` if the bytes do not come from `encoded`.
  public init?(decoding bytes: [UInt8]) {
    self.init()
    if RecordReader.read(bytes, version: Self.version, { fields(&$0) }) { return }
    let isRead = RecordReader.read(bytes, version: Self.versionWithCells) {
      fields(&$0)
      cellFields(&$0)
    }
    guard isRead else { return nil }
  }

  private mutating func cellFields(_ f: inout some RecordVisitor) {
    var entries = cells.map { (key: $0.key, places: $0.value) }.sorted { $0.key < $1.key }
    f.list(&entries, octets: 9, (0, 0)) { f, entry in
      f.integer(&entry.key)
      f.integer(&entry.places)
      if CellIdentity(key: entry.key) == nil || entry.places < LearnedCell.minimumPlaces {
        f.fail()
      }
    }
    cells = Dictionary(entries.map { ($0.key, $0.places) }, uniquingKeysWith: { $1 })
    // Each key once, in order, and some: there is one form of each ledger.
    if entries.isEmpty || !zip(entries, entries.dropFirst()).allSatisfy({ $0.key < $1.key }) {
      f.fail()
    }
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    var entries = submitted.map { (bssid: $0.key.rawValue, moves: $0.value) }
      .sorted { $0.bssid < $1.bssid }
    f.list(&entries, octets: 7, (0, 0)) { f, entry in
      f.octets(&entry.bssid, 6)
      f.integer(&entry.moves)
      if BSSID(rawValue: entry.bssid)?.isEligible != true { f.fail() }
    }
    submitted = Dictionary(
      entries.compactMap { entry in BSSID(rawValue: entry.bssid).map { ($0, entry.moves) } },
      uniquingKeysWith: { $1 })
    // Each address once, in order: there is one form of each ledger.
    if !zip(entries, entries.dropFirst()).allSatisfy({ $0.bssid < $1.bssid }) { f.fail() }
  }
}
