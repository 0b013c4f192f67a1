package import CairnLinux

/// A street map that the user brings: a file of vector tiles in the format PMTiles 3, of which the page reads pieces.
///
/// Only its header is read here: directories and tiles are decompressed by the browser, in whose sandbox a hostile file
/// does no harm.
///
/// Isolation: `read` is called from any thread.
package struct MapFile: Sendable {
  /// Bytes of the longest piece.
  static let longestPiece = 1 << 20

  /// Number of bytes.
  package var size: Int { file.count }
  private let file: FilePieces

  /// Opens a map, and checks its header.
  ///
  /// - Throws: what is wrong with it, and what helps.
  package init(_ path: String) throws(MapFailure) {
    do throws(FileFailure) { file = try FilePieces(path) } catch { throw .file(error) }
    let length = min(PMTilesHeader.length, file.count)
    guard let bytes = file.read(0..<length) else { throw .unread(path) }
    do throws(PMTilesHeader.Defect) {
      try PMTilesHeader.check(bytes, size: file.count)
    } catch {
      throw .content(path, error)
    }
  }

  /// Reads a piece that is inside; `nil` if the file is another than at the start.
  func read(_ range: Range<Int>) -> [UInt8]? { file.read(range) }
}

/// Why a file cannot be shown as a map.
package enum MapFailure: Error, Sendable {
  case file(FileFailure)
  case unread(String)
  case content(String, PMTilesHeader.Defect)
}

extension MapFailure: CustomStringConvertible {
  /// The path, what is wrong, and what helps, in one line.
  package var description: String {
    switch self {
    case .file(let failure): "\(failure)"
    case .unread(let path): "\(path): the file was changed while it was opened; start again"
    case .content(let path, let defect): "\(path): \(defect)"
    }
  }
}
