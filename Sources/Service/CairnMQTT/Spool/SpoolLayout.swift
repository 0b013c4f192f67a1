internal import CairnPacks
internal import CairnTypes

/// Where everything is in the file of a spool, and how it is written.
///
/// Two places for the head, of which one is written at a time, and then segments of equal length. A segment is written from its
/// beginning, and again only after all of it is without use. After each `sync` writing goes on in the next sector, so
/// that no sector is written again which holds something that must not be lost. All numbers are little-endian.
enum SpoolLayout {
  /// Octets that a medium writes at once, or less.
  static let sector = 512
  /// Octets of a segment.
  static let segment = 32_768
  /// Offsets of the two heads.
  static let heads = [0, 4096]
  /// Offset of the first segment.
  static let first = 8192
  /// Octets of a segment that records may take.
  static let capacity = segment - SegmentMark.length

  static func offset(of segment: Int) -> Int { first + segment * Self.segment }
  static func segment(at offset: Int) -> Int { (offset - first) / segment }

  /// The next beginning of a sector, or `offset` itself.
  static func boundary(_ offset: Int) -> Int { (offset + sector - 1) / sector * sector }

  /// Segments of a spool of that many octets.
  static func segments(in size: Int) -> Int { max(4, (size - first) / segment) }

  /// Whether a file that begins like this may become a spool, or is one: it holds nothing, or one was begun in it.
  static func mayTake(_ beginning: [UInt8]) -> Bool {
    heads.contains { beginning.dropFirst($0).starts(with: SpoolHead.mark) }
      || beginning.allSatisfy { $0 == 0 }
  }

  /// Returns bytes with their checksum behind them.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var writer = RecordWriter(bytes)
    writer.number(UInt64(CRC32C.checksum(of: bytes.span)), 4)
    return writer.bytes
  }

  /// Returns bytes without the checksum behind them; `nil` if it is not theirs.
  static func opened(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.count >= 4 else { return nil }
    let content = bytes.dropLast(4)
    var reader = RecordReader(bytes.suffix(4))
    let sum = CRC32C.checksum(of: Array(content).span)
    return reader.number(4) == UInt64(sum) ? content : nil
  }
}

/// The head of a spool: who it is, what is acknowledged, and which numbers may have been used.
struct SpoolHead: Equatable {
  static let mark: [UInt8] = [0x43, 0x72, 0x6E, 0x51, 1, 0, 0, 0]
  /// Ranges that fit; what is above them is sent again after a crash.
  static let rangeLimit = 24

  /// The spool's number, random when it was made.
  var identity: UInt32 = 0
  /// Of two heads, the one with the higher number counts.
  var count: UInt64 = 0
  var segments: UInt32 = 0
  /// No number above this one was used before it was raised.
  var reserved: UInt64 = 0
  /// The lowest number that was not used when this was written.
  var next: UInt64 = 1
  /// What stays the same for as long as the machine is not started again.
  var continuity: UInt64 = 0
  /// Whether nothing was written afterwards.
  var isClosed = false
  var acknowledged = AcknowledgedSet()

  private mutating func fields(_ f: inout some RecordVisitor) {
    f.integer(&identity)
    f.integer(&count)
    f.integer(&segments)
    f.integer(&reserved)
    f.integer(&next)
    f.integer(&continuity)
    f.flag(&isClosed)
    var floor = acknowledged.floor
    var ranges = acknowledged.ranges.prefix(Self.rangeLimit).map { ($0.lowerBound, $0.upperBound) }
    f.integer(&floor)
    f.list(&ranges, octets: 16, (1, 1)) { f, range in
      f.integer(&range.0)
      f.integer(&range.1)
      if range.0 < 1 || range.1 < range.0 { f.fail() }
    }
    var read = AcknowledgedSet()
    if floor > 0 { read.insert(1...floor) }
    for (low, high) in ranges where low > 0 && low <= high { read.insert(low...high) }
    acknowledged = read
  }

  /// One sector.
  var encoded: [UInt8] {
    var writer = RecordWriter(Self.mark)
    var copy = self
    copy.fields(&writer)
    let content = writer.bytes
    return SpoolLayout.sealed(
      content + [UInt8](repeating: 0, count: SpoolLayout.sector - 4 - content.count))
  }

  init() {}

  /// Reads a sector; `nil` if it is no head.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count == SpoolLayout.sector, bytes.starts(with: Self.mark),
      let content = SpoolLayout.opened(bytes[...])
    else { return nil }
    var reader = RecordReader(content.dropFirst(Self.mark.count))
    fields(&reader)
    // Numbers of outside stay far from the end of their range, so that sums of them are none.
    let isSmall = [count, reserved, next, acknowledged.floor].allSatisfy { $0 < 1 << 62 }
    guard !reader.hasFailed, isSmall, next > 0, segments > 0,
      Int(segments) <= Spool.largestSize / SpoolLayout.segment,
      acknowledged.floor < next, acknowledged.ranges.allSatisfy({ $0.upperBound < next })
    else { return nil }
  }
}

/// What stands at the beginning of a segment.
struct SegmentMark {
  private static let mark: [UInt8] = [0x43, 0x72, 0x6E, 0x71]
  static let length = 20

  /// Higher for each segment that is begun; part of the checksum of its records, so that none of before is taken for one.
  let generation: UInt64

  init(generation: UInt64) { self.generation = generation }

  func encoded(_ identity: UInt32) -> [UInt8] {
    var writer = RecordWriter(Self.mark)
    writer.number(generation, 8)
    writer.number(UInt64(identity), 4)
    return SpoolLayout.sealed(writer.bytes)
  }

  init?(decoding bytes: ArraySlice<UInt8>, _ identity: UInt32) {
    guard bytes.count == Self.length, bytes.starts(with: Self.mark),
      let content = SpoolLayout.opened(bytes)
    else { return nil }
    var reader = RecordReader(content.dropFirst(Self.mark.count))
    guard let generation = reader.number(8), reader.number(4) == UInt64(identity),
      generation < 1 << 62
    else { return nil }
    self.generation = generation
  }
}

/// One record of a segment.
struct SpoolRecord {
  private static let mark: UInt8 = 0xC5
  private static let head = 12
  /// Octets of a record besides its payload.
  static let overhead = head + 4

  let kind: Spool.Kind
  let number: UInt64
  let payload: ArraySlice<UInt8>

  var length: Int { Self.overhead + payload.count }

  static func encoded(
    _ kind: Spool.Kind, _ number: UInt64, _ payload: some Collection<UInt8>, generation: UInt64,
    _ identity: UInt32
  ) -> [UInt8] {
    var writer = RecordWriter()
    writer.number(UInt64(mark), 1)
    writer.number(UInt64(kind.rawValue), 1)
    writer.number(UInt64(payload.count), 2)
    writer.number(number, 8)
    let content = writer.bytes + payload
    writer = RecordWriter(content)
    writer.number(UInt64(sum(content[...], generation, identity)), 4)
    return writer.bytes
  }

  /// Reads the record that bytes begin with; `nil` if they begin with none.
  init?(decoding bytes: ArraySlice<UInt8>, generation: UInt64, _ identity: UInt32) {
    var reader = RecordReader(bytes)
    guard reader.number(1) == UInt64(Self.mark), let code = reader.number(1),
      let kind = Spool.Kind(rawValue: UInt8(truncatingIfNeeded: code)),
      let count = reader.number(2), let number = reader.number(8), number > 0, number < 1 << 62,
      Int(count) + Self.overhead <= bytes.count
    else { return nil }
    let content = bytes.prefix(Self.head + Int(count))
    var rest = RecordReader(bytes.dropFirst(content.count))
    guard rest.number(4) == UInt64(Self.sum(content, generation, identity)) else { return nil }
    (self.kind, self.number, payload) = (kind, number, content.dropFirst(Self.head))
  }

  private static func sum(
    _ content: ArraySlice<UInt8>, _ generation: UInt64, _ identity: UInt32
  ) -> UInt32 {
    var writer = RecordWriter(Array(content))
    writer.number(generation, 8)
    writer.number(UInt64(identity), 4)
    return CRC32C.checksum(of: writer.bytes.span)
  }
}
