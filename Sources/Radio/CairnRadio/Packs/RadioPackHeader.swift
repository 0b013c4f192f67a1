internal import CairnPacks
public import CairnTypes

/// The first 128 bytes of a pack.
///
/// ```text
///   0  magic, 8 bytes
///   8  version, 4
///  12  day of making, counted from 1 January 1970, 4; zero for unknown
///  16  length of the file, 8
///  24  three tables of 24: access points, cells, areas
///  96  smallest and largest latitude, then longitude, degrees × 10⁷, 4 × 4
/// 112  zero, 12
/// 124  checksum of the bytes before, 4
/// ```
struct RadioPackHeader {
  static let encodedLength = 128
  /// Not text, and spoilt by programs that translate line ends or drop the eighth bit.
  static let magic: [UInt8] = [0xC7, 0x43, 0x50, 0x4B, 0x0D, 0x0A, 0x1A, 0x0A]
  static let version: UInt32 = 1

  var day: UInt32
  var fileLength: UInt64
  var tables: [PackTable]
  var bounds: RadioPackBounds?
  /// Checksum of the header that was read, and so of all checksums below it; 0 for one that is written.
  private(set) var checksum: UInt32 = 0

  init(day: UInt32, fileLength: UInt64, tables: [PackTable], bounds: RadioPackBounds?) {
    self.day = day
    self.fileLength = fileLength
    self.tables = tables
    self.bounds = bounds
  }

  /// Reads and checks a header, and the indices of the tables.
  init(_ pack: PackBytes) throws(PackError) {
    let bytes = pack.all
    guard bytes.count >= Self.encodedLength else { throw .notAPack }
    guard pack.load(0..<Self.encodedLength) else { throw .unreadable }
    for (index, byte) in Self.magic.enumerated() where bytes[index] != byte { throw .notAPack }
    let found = bytes.pack32(at: 8)
    let sum = CRC32C.checksum(of: bytes.extracting(0..<Self.encodedLength &- 4))
    guard sum == bytes.pack32(at: Self.encodedLength &- 4) else { throw .header }
    checksum = sum
    guard found == Self.version else { throw .version(found) }
    day = bytes.pack32(at: 12)
    fileLength = bytes.pack64(at: 16)
    guard UInt64(bytes.count) == fileLength else {
      throw .length(found: bytes.count, stated: fileLength)
    }
    tables = []
    for section in PackSection.allCases { tables.append(try PackTable(section, in: pack)) }
    pack.keep(0..<Self.encodedLength)
    bounds = tables.allSatisfy { $0.count == 0 } ? nil : RadioPackBounds(bytes)
  }

  var encoded: [UInt8] {
    var bytes = Self.magic
    bytes.append(pack: UInt64(Self.version), length: 4)
    bytes.append(pack: UInt64(day), length: 4)
    bytes.append(pack: fileLength, length: 8)
    for table in tables { table.encode(to: &bytes) }
    bounds.encode(to: &bytes)
    bytes.append(pack: 0, length: 8)
    bytes.append(pack: 0, length: 4)
    bytes.append(pack: UInt64(CRC32C.checksum(of: bytes.span)), length: 4)
    return bytes
  }
}

/// The smallest rectangle of latitude and longitude that holds all places of a pack.
///
/// A pack on both sides of longitude 180° spans nearly the whole circle.
public struct RadioPackBounds: Hashable, Sendable, BitwiseCopyable {
  /// The place farthest south and the place farthest west.
  public var southWest: Coordinate
  /// The place farthest north and the place farthest east.
  public var northEast: Coordinate

  init(_ place: Coordinate) {
    southWest = place
    northEast = place
  }

  init?(_ bytes: Span<UInt8>) {
    func degrees(_ offset: Int) -> Double {
      Double(Int32(bitPattern: bytes.pack32(at: offset))) / 1e7
    }
    southWest = Coordinate(latitude: degrees(96), longitude: degrees(104))
    northEast = Coordinate(latitude: degrees(100), longitude: degrees(108))
    guard southWest.isValid, northEast.isValid else { return nil }
  }

  mutating func extend(to place: Coordinate) {
    southWest.latitude = min(southWest.latitude, place.latitude)
    southWest.longitude = min(southWest.longitude, place.longitude)
    northEast.latitude = max(northEast.latitude, place.latitude)
    northEast.longitude = max(northEast.longitude, place.longitude)
  }
}

extension RadioPackBounds? {
  fileprivate func encode(to bytes: inout [UInt8]) {
    let degrees = map {
      [
        $0.southWest.latitude, $0.northEast.latitude, $0.southWest.longitude,
        $0.northEast.longitude,
      ]
    }
    for angle in degrees ?? [0, 0, 0, 0] {
      let scaled = Int32(max(-1.8e9, min(1.8e9, angle * 1e7)))
      bytes.append(pack: UInt64(UInt32(bitPattern: scaled)), length: 4)
    }
  }
}
