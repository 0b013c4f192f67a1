import CairnTypes
import Foundation

/// The receiver captures and an independent decoder's answers (pyubx2 1.4.0), kept beside the package.
enum Corpus {
  /// One frame of a capture and the independent decoder's fields.
  struct Frame: Sendable {
    let place: String
    let id: String
    let bytes: [UInt8]
    let fields: [String: Value]
  }

  enum Value: Sendable {
    case number(Double)
    case text(String)
  }

  static let root: URL? = {
    let environment = ProcessInfo.processInfo.environment
    var candidates = [environment["CAIRN_SHARED"].map { URL(fileURLWithPath: $0) }]
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      candidates.append(folder.appending(path: "shared"))
      folder.deleteLastPathComponent()
    }
    return candidates.lazy.compactMap { $0?.appending(path: "corpus/receivers") }
      .first { FileManager.default.fileExists(atPath: $0.appending(path: "oracle").path) }
  }()

  static var isRequired: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

  /// Every frame a receiver sent by one protocol, with the other side's fields.
  static func frames(of wireProtocol: String = "UBX") throws -> [Frame] {
    guard let root else { return [] }
    let oracle = root.appending(path: "oracle")
    var frames: [Frame] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: oracle.path).sorted()
    where file.hasSuffix(".jsonl.gz") {
      let name = file.dropLast(".jsonl.gz".count).replacingOccurrences(of: "__", with: "/")
      let lines = try unpack(oracle.appending(path: file)).filter { line in
        line.contains("\"proto\":\"\(wireProtocol)\"")
      }
      guard !lines.isEmpty else { continue }
      let capture = [UInt8](try Data(contentsOf: root.appending(path: name)))
      for line in lines {
        guard
          let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
          let id = object["id"] as? String, object["mode"] == nil,
          let fields = object["f"] as? [String: Any], let offset = object["off"] as? Int,
          let length = object["len"] as? Int
        else { continue }
        frames.append(
          Frame(
            place: "\(name) @\(offset)", id: id, bytes: [UInt8](capture[offset..<offset + length]),
            fields: fields.compactMapValues(value)))
      }
    }
    return frames
  }

  /// Made-up frames of either direction, of every definition of the other side that begins so.
  static func syntheticFrames(of prefixes: [String]) throws -> [Frame] {
    guard let folder = root?.appending(path: "synthetic") else { return [] }
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "ubx.bin")))
    return try unpack(folder.appending(path: "ubx.jsonl.gz")).compactMap { line in
      guard
        let object = try JSONSerialization.jsonObject(with: Data(quotingHuge(line).utf8))
          as? [String: Any],
        let id = object["id"] as? String, prefixes.contains(where: { id.hasPrefix($0) }),
        let fields = object["f"] as? [String: Any], let offset = object["off"] as? Int,
        let length = object["len"] as? Int
      else { return nil }
      return Frame(
        place: "synthetic @\(offset)", id: id, bytes: [UInt8](bytes[offset..<offset + length]),
        fields: fields.compactMapValues(value))
    }
  }

  /// Numbers of hundreds of digits are beyond JSONSerialization: they become texts.
  private static func quotingHuge(_ line: Substring) -> String {
    String(line.replacing(/:(\d{200,})/) { ":\"\($0.1)\"" })
  }

  private static func value(_ json: Any) -> Value? {
    if let text = json as? String { return .text(text) }
    return (json as? NSNumber).map { .number($0.doubleValue) }
  }

  /// The lines of a compressed file.
  static func unpack(_ file: URL) throws -> [Substring] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/zcat")
    process.arguments = [file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }
}
