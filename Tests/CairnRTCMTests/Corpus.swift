import Foundation
import Testing

/// The receiver captures beside the package.
enum Corpus {
  /// `nil` when the captures are not on this machine.
  static let receivers: URL? = {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["CAIRN_SHARED"] {
      return existing(URL(fileURLWithPath: path).appendingPathComponent("corpus/receivers"))
    }
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
      {
        return existing(
          folder.deletingLastPathComponent().appendingPathComponent("shared/corpus/receivers"))
      }
    }
    return nil
  }()

  /// Whether tests over captures run: everywhere in continuous integration, so that a missing corpus
  /// fails there, elsewhere only with a corpus.
  static var isRequired: Bool {
    receivers != nil || ProcessInfo.processInfo.environment["CI"] == "true"
  }

  private static func existing(_ folder: URL) -> URL? {
    FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// What an independent decoder found in one capture.
  struct Capture {
    let name: String
    let bytes: [UInt8]
    /// JSON objects, one for each message.
    let records: [[String: Any]]
  }

  /// Every capture with a listing, those of the named protocol only.
  static func forEachCapture(protocol name: String, _ body: (Capture) throws -> Void) throws {
    let root = try #require(receivers, "no captures: set CAIRN_SHARED or check out ../shared")
    let oracle = root.appendingPathComponent("oracle")
    let listings = try FileManager.default.contentsOfDirectory(atPath: oracle.path).sorted()
    for listing in listings where listing.hasSuffix(".jsonl.gz") {
      let relative = String(listing.dropLast(".jsonl.gz".count))
      let capture = root.appendingPathComponent(relative.replacing("__", with: "/"))
      guard let data = FileManager.default.contents(atPath: capture.path) else { continue }
      let lines = try inflate(oracle.appendingPathComponent(listing)).split(separator: 10)
      var records: [[String: Any]] = []
      let marker = Data("\"proto\":\"\(name)\"".utf8)
      for line in lines where line.range(of: marker) != nil {
        if let record = try JSONSerialization.jsonObject(with: line) as? [String: Any] {
          records.append(record)
        }
      }
      try body(Capture(name: relative, bytes: [UInt8](data), records: records))
    }
  }

  private static func inflate(_ file: URL) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
    process.arguments = ["-dc", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }
}
