internal import CairnTypes

/// All that the device has learned by itself of access points, as it is kept between programs.
///
/// Holds no times finer than a day and no order of places, so that it tells no tracks.
public struct LearnedMap: Hashable, Sendable {
  /// What was learned of each access point.
  public var accessPoints: [BSSID: LearnedAccessPoint]
  /// How wrong positions are.
  public var scale: AccuracyScale

  /// Creates a map; the properties describe the values.
  public init(
    accessPoints: [BSSID: LearnedAccessPoint] = [:], scale: AccuracyScale = AccuracyScale()
  ) {
    self.accessPoints = accessPoints
    self.scale = scale
  }

  /// Mark and version; the CRC-32C of all that follows comes next.
  private static let mark: [UInt8] = [0x43, 0x72, 0x6E, 0x4C, 1]
  private static let head = mark.count + 4

  /// The map as bytes: 24 for an access point that has not moved.
  public var encoded: [UInt8] {
    var copy = self
    var content = RecordWriter()
    copy.fields(&content)
    var whole = RecordWriter(Self.mark)
    whole.number(UInt64(CRC32C.checksum(of: content.bytes.span)), 4)
    return whole.bytes + content.bytes
  }

  /// Decodes a map; `nil` if the bytes do not come from `encoded`, or were cut or changed.
  public init?(decoding bytes: [UInt8]) {
    guard bytes.count >= Self.head, bytes.starts(with: Self.mark) else { return nil }
    var head = RecordReader(bytes[Self.mark.count..<Self.head])
    let content = bytes[Self.head...]
    guard head.number(4) == UInt64(CRC32C.checksum(of: content.span)) else { return nil }
    self.init()
    var reader = RecordReader(content)
    fields(&reader)
    guard !reader.hasFailed, reader.isAtEnd else { return nil }
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    scale.fields(&f)
    // In the order of the addresses, which tells nothing of when they were heard.
    var entries = accessPoints.map { (bssid: $0.key.rawValue, record: $0.value) }
      .sorted { $0.bssid < $1.bssid }
    f.list(&entries, octets: 24, (0, LearnedAccessPoint.unknown)) { f, entry in
      f.octets(&entry.bssid, 6)
      entry.record.fields(&f)
      if BSSID(rawValue: entry.bssid)?.isEligible != true { f.fail() }
    }
    accessPoints = Dictionary(
      entries.compactMap { entry in BSSID(rawValue: entry.bssid).map { ($0, entry.record) } },
      uniquingKeysWith: { $1 })
    if accessPoints.count != entries.count { f.fail() }
  }
}
