import Foundation

/// A folder that goes with its owner.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    let name = "cairn-test-\(UUID().uuidString)"
    path = FileManager.default.temporaryDirectory.appending(path: name).path
    try makeFolder(path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes into the file that is there, or into a new one, with the folders above it.
  package func write(_ text: String, to name: String) throws {
    try makeFolders(above: name)
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
  }

  /// The content of a file; `nil` if there is none.
  package func read(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: "\(path)/\(name)"))).map { [UInt8]($0) }
  }

  /// Writes bytes into the file that is there, or into a new one.
  package func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  /// Puts a new file in the place of the one that is there, as editors do.
  package func replace(_ name: String, with text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"), options: .atomic)
  }

  package func link(_ target: String, to name: String) throws {
    try makeFolders(above: name)
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  /// Gives a file or a folder another name.
  package func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(other)")
  }

  /// Deletes a file, or a folder with all that is in it.
  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  private func makeFolders(above name: String) throws {
    try makeFolder(
      ([path] + name.split(separator: "/").dropLast().map(String.init)).joined(separator: "/"))
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
}
