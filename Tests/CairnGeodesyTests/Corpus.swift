import Foundation
import Testing

/// Reference data kept beside the package, in `../shared`, or where CAIRN_SHARED says.
enum Corpus {
  struct Missing: Error, CustomStringConvertible {
    let path: String
    var description: String { "corpus file missing: \(path)" }
  }

  /// `nil`, after one line on the console, when there is no corpus; an error where CI is set.
  static func text(_ path: String) throws -> String? {
    let environment = ProcessInfo.processInfo.environment
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      environment["CAIRN_SHARED"].map { URL(filePath: $0) }
      ?? package.deletingLastPathComponent().appending(path: "shared")
    let file = folder.appending(path: path)
    guard FileManager.default.fileExists(atPath: file.path) else {
      if environment["CI"] == "true" { throw Missing(path: file.path) }
      print("skipped: \(path) not found beside the package")
      return nil
    }
    return try String(contentsOf: file, encoding: .utf8)
  }
}
