internal import CairnPacks

/// Where a section of a pack is: its bytes, and elsewhere a checksum for each block of 128 of them.
struct GeoSection: Sendable {
  /// Bytes of the description in the header.
  static let encodedLength = 24
  static let blockSize = 128

  let name: GeoPackSection
  private let offset: Int
  let length: Int
  private let sumsOffset: Int

  /// Reads the description of a section from a header, and checks where it is and its checksums, which
  /// begin at `sumsOffset`.
  init(
    _ name: GeoPackSection, sumsAt sumsOffset: Int, in bytes: Span<UInt8>
  ) throws(GeoPackError) {
    self.name = name
    self.sumsOffset = sumsOffset
    let at = GeoPackHeader.sectionsOffset &+ Int(name.rawValue) &* Self.encodedLength
    let (start, size) = (bytes.pack64(at: at), bytes.pack64(at: at &+ 8))
    let limit = UInt64(clamping: bytes.count)
    guard start >= UInt64(clamping: GeoPackHeader.encodedLength), start <= limit,
      size <= limit &- start
    else { throw .layout(name) }
    // Below the number of bytes, and so an `Int` also where that has 32 bits.
    offset = Int(min(start, 0x3FFF_FFFF_FFFF))
    length = Int(min(size, 0x3FFF_FFFF_FFFF))
    guard blocks <= (bytes.count &- sumsOffset) / 4 else { throw .layout(name) }
    let sums = bytes.extracting(sumsOffset..<sumsEnd)
    guard CRC32C.checksum(of: sums) == bytes.pack32(at: at &+ 16) else { throw .checksums(name) }
    if name.isCheckedAtOnce { try check(0..<length, in: bytes) }
  }

  /// Where the checksums of the next section begin.
  var sumsEnd: Int { sumsOffset &+ blocks &* 4 }

  private var blocks: Int { (length &+ Self.blockSize &- 1) / Self.blockSize }

  /// Checks that a range is inside the section, and the checksums of its blocks.
  func check(_ range: Range<Int>, in bytes: Span<UInt8>) throws(GeoPackError) {
    guard range.lowerBound >= 0, range.upperBound <= length else { throw .content(name) }
    guard !range.isEmpty else { return }
    var block = range.lowerBound / Self.blockSize
    let last = (range.upperBound &- 1) / Self.blockSize
    while block <= last {
      let start = offset &+ block &* Self.blockSize
      let end = min(start &+ Self.blockSize, offset &+ length)
      let sum = CRC32C.checksum(of: bytes.extracting(start..<end))
      guard sum == bytes.pack32(at: sumsOffset &+ block &* 4) else {
        throw .block(name, block)
      }
      block &+= 1
    }
  }

  /// Returns the byte at a place that has been checked.
  func byte(_ at: Int, in bytes: Span<UInt8>) -> UInt8 { bytes[offset &+ at] }

  /// Returns the number of 2 bytes at a place that has been checked.
  func number16(_ at: Int, in bytes: Span<UInt8>) -> UInt16 { bytes.pack16(at: offset &+ at) }

  /// Returns the number of 4 bytes at a place that has been checked.
  func number32(_ at: Int, in bytes: Span<UInt8>) -> UInt32 { bytes.pack32(at: offset &+ at) }

  /// Returns the signed number of 4 bytes at a place that has been checked.
  func signed32(_ at: Int, in bytes: Span<UInt8>) -> Int {
    Int(Int32(bitPattern: number32(at, in: bytes)))
  }

  /// Returns the text of bytes that have been checked; `nil` if it is not UTF-8.
  func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> String? {
    let part = bytes.extracting(offset &+ range.lowerBound..<offset &+ range.upperBound)
    return unsafe part.withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) }
  }
}

/// Reads a section from one number to the next, and checks each block as it comes to it.
struct GeoCursor {
  private let section: GeoSection
  private(set) var at: Int
  /// End of the bytes whose checksums are known to be right.
  private var checked: Int

  /// Begins at any place.
  init(_ section: GeoSection, at: Int) {
    self.section = section
    self.at = at
    checked = at
  }

  var isAtEnd: Bool { at >= section.length }

  mutating func byte(in bytes: Span<UInt8>) throws(GeoPackError) -> UInt8 {
    if at >= checked { try check(1, in: bytes) }
    defer { at &+= 1 }
    return section.byte(at, in: bytes)
  }

  /// Reads a number of 7 bits a byte, lowest first; the highest bit says that more follow.
  mutating func number(in bytes: Span<UInt8>) throws(GeoPackError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = try byte(in: bytes)
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    throw .content(section.name)
  }

  /// Reads a number that is at most `limit`.
  mutating func count(_ limit: Int, in bytes: Span<UInt8>) throws(GeoPackError) -> Int {
    let value = try number(in: bytes)
    guard value <= UInt64(clamping: limit) else { throw .content(section.name) }
    return Int(min(value, 0x7FFF_FFFF))
  }

  /// Reads a number whose lowest bit is its sign.
  mutating func signed(in bytes: Span<UInt8>) throws(GeoPackError) -> Int {
    let value = try count(0x7FFF_FFFF, in: bytes)
    return value & 1 == 0 ? value >> 1 : -(value >> 1) &- 1
  }

  /// Reads a length, and that many bytes as a text.
  mutating func text(in bytes: Span<UInt8>) throws(GeoPackError) -> String {
    let length = try count(NameList.longest, in: bytes)
    let start = at
    try skip(length, in: bytes)
    guard let text = section.text(start..<at, in: bytes) else { throw .content(section.name) }
    return text
  }

  /// Passes over bytes, which are checked.
  mutating func skip(_ length: Int, in bytes: Span<UInt8>) throws(GeoPackError) {
    if at &+ length > checked { try check(length, in: bytes) }
    at &+= length
  }

  private mutating func check(_ length: Int, in bytes: Span<UInt8>) throws(GeoPackError) {
    guard at >= 0, at &+ length <= section.length else { throw .content(section.name) }
    let start = max(at, checked)
    try section.check(start..<max(start, at &+ length), in: bytes)
    let end = (at &+ length &+ GeoSection.blockSize &- 1) / GeoSection.blockSize
    checked = min(section.length, end &* GeoSection.blockSize)
  }
}
