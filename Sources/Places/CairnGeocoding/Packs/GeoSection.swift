internal import CairnPacks

/// Where a section of a pack is: its bytes, and elsewhere a checksum for each block of 128 of them.
struct GeoSection: Sendable {
  /// Bytes of the description in the header.
  static let encodedLength = 24
  static let blockSize = 128

  let name: GeoPackSection
  /// Where the section begins in the pack.
  let start: Int
  let length: Int
  private let sumsOffset: Int

  /// Reads the description of a section from a header, and checks where it is and its checksums, which
  /// begin at `sumsOffset`.
  init(
    _ name: GeoPackSection, sumsAt sumsOffset: Int, in pack: PackBytes
  ) throws(GeoPackError) {
    self.name = name
    self.sumsOffset = sumsOffset
    let bytes = pack.all
    let at = GeoPackHeader.sectionsOffset &+ Int(name.rawValue) &* Self.encodedLength
    let (start, size) = (bytes.pack64(at: at), bytes.pack64(at: at &+ 8))
    let limit = UInt64(clamping: bytes.count)
    guard start >= UInt64(clamping: GeoPackHeader.encodedLength), start <= limit,
      size <= limit &- start
    else { throw .layout(name) }
    // Below the number of bytes, and so an `Int` also where that has 32 bits.
    self.start = Int(min(start, 0x3FFF_FFFF_FFFF))
    length = Int(min(size, 0x3FFF_FFFF_FFFF))
    guard blocks <= (bytes.count &- sumsOffset) / 4 else { throw .layout(name) }
    guard pack.load(sumsOffset..<sumsEnd) else { throw .unreadable }
    let sums = bytes.extracting(sumsOffset..<sumsEnd)
    guard CRC32C.checksum(of: sums) == bytes.pack32(at: at &+ 16) else { throw .checksums(name) }
    if name.isCheckedAtOnce { try check(0..<length, in: pack) }
  }

  /// Where the checksums of the next section begin.
  var sumsEnd: Int { sumsOffset &+ blocks &* 4 }

  private var blocks: Int { (length &+ Self.blockSize &- 1) / Self.blockSize }

  /// Checks that a range is inside the section, and the checksums of its blocks.
  func check(_ range: Range<Int>, in bytes: PackBytes) throws(GeoPackError) {
    guard range.lowerBound >= 0, range.upperBound <= length else { throw .content(name) }
    guard !range.isEmpty else { return }
    var block = range.lowerBound / Self.blockSize
    let last = (range.upperBound &- 1) / Self.blockSize
    let end = min(start &+ (last &+ 1) &* Self.blockSize, start &+ length)
    guard bytes.load(start &+ block &* Self.blockSize..<end) else { throw .unreadable }
    while block <= last {
      let first = start &+ block &* Self.blockSize
      let sum = CRC32C.checksum(
        of: bytes.all.extracting(first..<min(first &+ Self.blockSize, end)))
      guard sum == bytes.all.pack32(at: sumsOffset &+ block &* 4) else {
        throw .block(name, block)
      }
      block &+= 1
    }
  }

  /// Returns the byte at a place that has been checked.
  func byte(_ at: Int, in bytes: PackBytes) -> UInt8 { bytes.all[start &+ at] }

  /// Returns the number of 2 bytes at a place that has been checked.
  func number16(_ at: Int, in bytes: PackBytes) -> UInt16 { bytes.all.pack16(at: start &+ at) }

  /// Returns the number of 4 bytes at a place that has been checked.
  func number32(_ at: Int, in bytes: PackBytes) -> UInt32 { bytes.all.pack32(at: start &+ at) }

  /// Returns the signed number of 4 bytes at a place that has been checked.
  func signed32(_ at: Int, in bytes: PackBytes) -> Int {
    Int(Int32(bitPattern: number32(at, in: bytes)))
  }

  /// Returns the text of bytes that have been checked; `nil` if it is not UTF-8.
  func text(_ range: Range<Int>, in bytes: PackBytes) -> String? {
    let part = bytes.all.extracting(start &+ range.lowerBound..<start &+ range.upperBound)
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

  mutating func byte(in bytes: PackBytes) throws(GeoPackError) -> UInt8 {
    if at >= checked { try check(1, in: bytes) }
    defer { at &+= 1 }
    return section.byte(at, in: bytes)
  }

  /// Reads a number of 7 bits a byte, lowest first; the highest bit says that more follow.
  mutating func number(in bytes: PackBytes) throws(GeoPackError) -> UInt64 {
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
  mutating func count(_ limit: Int, in bytes: PackBytes) throws(GeoPackError) -> Int {
    let value = try number(in: bytes)
    guard value <= UInt64(clamping: limit) else { throw .content(section.name) }
    return Int(min(value, 0x7FFF_FFFF))
  }

  /// Reads a number whose lowest bit is its sign.
  mutating func signed(in bytes: PackBytes) throws(GeoPackError) -> Int {
    let value = try count(0x7FFF_FFFF, in: bytes)
    return value & 1 == 0 ? value >> 1 : -(value >> 1) &- 1
  }

  /// Reads a length, and that many bytes as a text.
  mutating func text(in bytes: PackBytes) throws(GeoPackError) -> String {
    let length = try count(NameList.longest, in: bytes)
    let start = at
    try skip(length, in: bytes)
    guard let text = section.text(start..<at, in: bytes) else { throw .content(section.name) }
    return text
  }

  /// Passes over bytes, which are checked.
  mutating func skip(_ length: Int, in bytes: PackBytes) throws(GeoPackError) {
    if at &+ length > checked { try check(length, in: bytes) }
    at &+= length
  }

  private mutating func check(_ length: Int, in bytes: PackBytes) throws(GeoPackError) {
    guard at >= 0, at &+ length <= section.length else { throw .content(section.name) }
    let start = max(at, checked)
    try section.check(start..<max(start, at &+ length), in: bytes)
    let end = (at &+ length &+ GeoSection.blockSize &- 1) / GeoSection.blockSize
    checked = min(section.length, end &* GeoSection.blockSize)
  }
}
