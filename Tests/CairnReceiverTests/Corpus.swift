import CairnReceiver
import Foundation

/// A frame as somebody found it.
struct FoundFrame: Hashable, Sendable, CustomStringConvertible {
  let offset: Int
  let length: Int
  let wireProtocol: WireProtocol

  var description: String { "\(wireProtocol) at \(offset), \(length) bytes" }
}

/// The receiver captures, and where an independent framer found frames in them.
enum Corpus {
  struct Capture: Sendable, CustomStringConvertible {
    let name: String
    let bytes: [UInt8]
    let frames: [FoundFrame]

    var description: String { name }
  }

  private static let root: URL? = {
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

  static var isPresent: Bool { root != nil }
  static var isRequired: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

  /// Every recording of a receiver.
  static let captures: [Capture] = {
    guard let root else { return [] }
    let oracle = root.appending(path: "oracle")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: oracle.path)) ?? []
    return files.sorted().filter { $0.hasSuffix(".jsonl.gz") }.compactMap { file in
      let name = file.dropLast(".jsonl.gz".count).replacingOccurrences(of: "__", with: "/")
      return capture(name, root.appending(path: name), oracle.appending(path: file))
    }
  }()

  /// One recording's bytes; `nil` where it is missing.
  static func bytes(of name: String) -> [UInt8]? {
    guard let root, let data = try? Data(contentsOf: root.appending(path: name)) else { return nil }
    return [UInt8](data)
  }

  /// Recordings with every kind of damage; the frames are those whose own bytes are untouched.
  static let damaged: [Capture] = {
    guard let folder = root?.appending(path: "synthetic") else { return [] }
    let name = "noise5"
    return [
      capture(
        name, folder.appending(path: name + ".bin"), folder.appending(path: name + ".jsonl.gz"))
    ].compactMap { $0 }
  }()

  private static func capture(_ name: String, _ file: URL, _ answers: URL) -> Capture? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return Capture(name: name, bytes: [UInt8](data), frames: frames(answers))
  }

  /// Reads only the first members of each line, which come in this order: off, len, proto.
  private static func frames(_ file: URL) -> [FoundFrame] {
    unpack(file).split(separator: 0x0A).compactMap { line in
      guard line.starts(with: Array(#"{"off":"#.utf8)) else { return nil }
      let head = String(decoding: line.prefix(64), as: UTF8.self)
      let members = head.split(separator: ",", maxSplits: 3)
      guard members.count >= 3, let offset = Int(members[0].dropFirst(7)),
        let length = Int(members[1].dropFirst(6))
      else { return nil }
      let name = members[2].split(separator: "\"").dropFirst(2).first ?? ""
      let wireProtocol: WireProtocol =
        switch name {
        case "UBX": .ubx
        case "RTCM3": .rtcm3
        default: .nmea
        }
      return FoundFrame(offset: offset, length: length, wireProtocol: wireProtocol)
    }
  }

  private static func unpack(_ file: URL) -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/zcat")
    process.arguments = [file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return [] }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return [UInt8](data)
  }
}
