internal import CairnPacks

/// The first 300 bytes of a pack. Checksums of all sections follow, then the sections that are checked
/// at once, so that opening touches few pages, and then the others.
///
/// ```text
///   0  magic, 8 bytes
///   8  version, 4
///  12  day of making, counted from 1 January 1970, 4; zero for unknown
///  16  length of the file, 8
///  24  eleven sections of 24: offset, 8; length, 8; checksum of the list of checksums, 4; zero, 4
/// 288  zero, 8
/// 296  checksum of the bytes before, 4
/// ```
struct GeoPackHeader {
  static let sectionsOffset = 24
  static let encodedLength = 300
  /// Not text, and damaged by programs that translate line ends or drop the eighth bit.
  static let magic: [UInt8] = [0xC7, 0x47, 0x45, 0x4F, 0x0D, 0x0A, 0x1A, 0x0A]
  static let version: UInt32 = 1

  let day: UInt32
  let sections: [GeoSection]

  /// Reads and checks a header and the checksums of all sections.
  init(_ pack: PackBytes) throws(GeoPackError) {
    let bytes = pack.all
    guard bytes.count >= Self.encodedLength else { throw .notAPack }
    guard pack.load(0..<Self.encodedLength) else { throw .unreadable }
    for (index, byte) in Self.magic.enumerated() where bytes[index] != byte { throw .notAPack }
    let sum = CRC32C.checksum(of: bytes.extracting(0..<Self.encodedLength &- 4))
    guard sum == bytes.pack32(at: Self.encodedLength &- 4) else { throw .header }
    let version = bytes.pack32(at: 8)
    guard version == Self.version else { throw .version(version) }
    let stated = bytes.pack64(at: 16)
    guard UInt64(clamping: bytes.count) == stated else {
      throw .length(found: bytes.count, stated: stated)
    }
    day = bytes.pack32(at: 12)
    var sections: [GeoSection] = []
    var sumsOffset = Self.encodedLength
    for name in GeoPackSection.allCases {
      let section = try GeoSection(name, sumsAt: sumsOffset, in: pack)
      sumsOffset = section.sumsEnd
      sections.append(section)
    }
    self.sections = sections
    // Sections with scattered reads precede those that are read in few places.
    let scattered = sections.filter { !$0.name.isCheckedAtOnce }.map(\.start).min()
    pack.keep(0..<(scattered ?? sumsOffset))
  }

  /// Returns a whole pack.
  static func pack(day: UInt32, _ contents: [GeoPackSection: [UInt8]]) -> [UInt8] {
    let sums = GeoPackSection.allCases.map { Self.sums(of: contents[$0] ?? []) }
    var body = Array(sums.joined())
    var offsets = [Int](repeating: 0, count: sums.count)
    for isFirst in [true, false] {
      for name in GeoPackSection.allCases where name.isCheckedAtOnce == isFirst {
        offsets[Int(name.rawValue)] = encodedLength &+ body.count
        body += contents[name] ?? []
      }
    }
    var table: [UInt8] = []
    for (index, name) in GeoPackSection.allCases.enumerated() {
      let list = sums[index]
      table.append(pack: UInt64(clamping: offsets[index]), length: 8)
      table.append(pack: UInt64(clamping: contents[name]?.count ?? 0), length: 8)
      table.append(pack: UInt64(CRC32C.checksum(of: list.span)), length: 8)
    }
    var header = magic
    header.append(pack: UInt64(version), length: 4)
    header.append(pack: UInt64(day), length: 4)
    header.append(pack: UInt64(clamping: encodedLength &+ body.count), length: 8)
    header += table
    header.append(pack: 0, length: 8)
    header.append(pack: UInt64(CRC32C.checksum(of: header.span)), length: 4)
    return header + body
  }
  private static func sums(of content: [UInt8]) -> [UInt8] {
    var sums: [UInt8] = []
    var start = 0
    while start < content.count {
      let end = min(start &+ GeoSection.blockSize, content.count)
      let sum = CRC32C.checksum(of: content.span.extracting(start..<end))
      sums.append(pack: UInt64(sum), length: 4)
      start = end
    }
    return sums
  }
}
