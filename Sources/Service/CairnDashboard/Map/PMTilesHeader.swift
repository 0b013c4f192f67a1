/// The first bytes of a file of tiles.
///
/// Source: PMTiles version 3 specification, section 3 (Header).
package enum PMTilesHeader {
  /// Bytes.
  package static let length = 127
  private static let magic = Array("PMTiles".utf8)

  /// Why a file is no map that the page can show.
  package enum Defect: Error, Hashable, Sendable {
    case notPMTiles
    case version(UInt8)
    /// A part is said to be where the file has no bytes.
    case cut
    /// Tiles are pictures, or of an unknown type.
    case tileType(UInt8)
    /// Browsers can undo gzip alone.
    case compression(UInt8)
  }

  /// Checks a header.
  ///
  /// - Parameters:
  ///   - bytes: the first ones of the file.
  ///   - size: bytes of the whole file.
  /// - Throws: the first defect.
  package static func check(_ bytes: [UInt8], size: Int) throws(Defect) {
    guard bytes.starts(with: magic), bytes.count > magic.count else { throw .notPMTiles }
    guard bytes[magic.count] == 3 else { throw .version(bytes[magic.count]) }
    guard bytes.count >= length else { throw .cut }
    // Root directory, metadata, leaf directories, tiles: each has an offset and a length.
    for at in [8, 24, 40, 56] {
      let (start, count) = (number(bytes, at), number(bytes, at + 8))
      let (end, isTooMuch) = start.addingReportingOverflow(count)
      guard !isTooMuch, end <= UInt64(clamping: size) else { throw .cut }
    }
    for at in [97, 98] where ![1, 2].contains(bytes[at]) { throw .compression(bytes[at]) }
    guard bytes[99] == 1 else { throw .tileType(bytes[99]) }
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> UInt64 {
    bytes[at..<(at + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension PMTilesHeader.Defect: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notPMTiles:
      "this is no PMTiles file; `pmtiles extract` makes one of a region, `pmtiles convert` one of MBTiles"
    case .version(let number):
      "this is PMTiles \(number), and the page reads version 3: `pmtiles convert` makes one of it"
    case .cut: "the file is shorter than its header says: get it again"
    case .tileType(let number):
      "its tiles are no vector tiles (type \(number)), and the page draws nothing else"
    case .compression(let number):
      "its tiles are compressed in a way that browsers cannot undo (\(number)); the page reads gzip or none"
    }
  }
}
