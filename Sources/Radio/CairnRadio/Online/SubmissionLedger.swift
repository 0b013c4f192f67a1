internal import CairnTypes

/// Access points that the device has submitted to a service, so that none is submitted twice.
///
/// An access point is submitted again only after it has moved. Holds no times and no places.
public struct SubmissionLedger: Hashable, Sendable {
  /// The moves of each access point at the time when it was submitted.
  private var submitted: [BSSID: UInt8] = [:]

  /// Creates a ledger of a device that has submitted nothing.
  public init() {}

  /// Number of access points that were submitted.
  public var count: Int { submitted.count }

  /// Returns whether an access point was submitted where it is now.
  func holds(_ bssid: BSSID, _ record: LearnedAccessPoint) -> Bool {
    submitted[bssid] == record.moves
  }

  /// Enters the access points of a batch.
  package mutating func enter(_ batch: SurveyBatch) { submitted.merge(batch.moves) { $1 } }

  /// Takes out the access points of a batch that the service has not taken.
  package mutating func takeOut(_ batch: SurveyBatch) {
    for bssid in batch.moves.keys { submitted[bssid] = nil }
  }

  /// Drops the access points that the device does not know any more.
  package mutating func forget(allBut map: LearnedMap) {
    submitted = submitted.filter { map.accessPoints[$0.key] != nil }
  }

  private static let version: UInt8 = 1

  /// The ledger as bytes, seven for an access point. They hold no checksum.
  public var encoded: [UInt8] {
    var copy = self
    return RecordWriter.bytes(version: Self.version) { copy.fields(&$0) }
  }

  /// Decodes a ledger; `nil` if the bytes do not come from `encoded`.
  public init?(decoding bytes: [UInt8]) {
    self.init()
    guard RecordReader.read(bytes, version: Self.version, { fields(&$0) }) else { return nil }
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
