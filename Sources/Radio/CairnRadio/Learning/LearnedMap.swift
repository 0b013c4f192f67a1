internal import CairnTypes

/// All access points that the device has learned, in the form that is saved between programs.
///
/// Holds no times finer than a day and no order of places, so that it reveals no tracks.
public struct LearnedMap: Hashable, Sendable {
  /// Learned data of each access point.
  public var accessPoints: [BSSID: LearnedAccessPoint]
  /// Scale of the positions' accuracy.
  public var scale: AccuracyScale

  /// Creates a map; the properties describe the values.
  public init(
    accessPoints: [BSSID: LearnedAccessPoint] = [:], scale: AccuracyScale = AccuracyScale()
  ) {
    self.accessPoints = accessPoints
    self.scale = scale
  }

  private static let version: UInt8 = 1

  /// The map as bytes: 24 for an access point that has not moved. They hold no checksum.
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
    scale.fields(&f)
    // In the order of the addresses, which reveals nothing about when they were heard.
    var entries = accessPoints.keys.sorted().map {
      (bssid: $0.rawValue, record: accessPoints[$0] ?? .unknown)
    }
    f.list(&entries, octets: 24, (0, LearnedAccessPoint.unknown)) { f, entry in
      f.octets(&entry.bssid, 6)
      entry.record.fields(&f)
      if BSSID(rawValue: entry.bssid)?.isEligible != true { f.fail() }
    }
    accessPoints = Dictionary(
      entries.compactMap { entry in BSSID(rawValue: entry.bssid).map { ($0, entry.record) } },
      uniquingKeysWith: { $1 })
    // Each address once, in order: each map has exactly one encoding.
    if !zip(entries, entries.dropFirst()).allSatisfy({ $0.bssid < $1.bssid }) { f.fail() }
  }
}
