package import Foundation

/// Recordings of receivers with what independent decoders found in them, and reference data. They
/// lie in a folder `shared` beside the package, or where CAIRN_SHARED says.
package enum Corpus {
  /// A file of the corpus that is not on this machine.
  package struct Missing: Error, CustomStringConvertible {
    let path: String

    package var description: String {
      "no \(path): set CAIRN_SHARED, or place the corpus in ../shared"
    }
  }

  private static let folder: URL? = {
    if let path = ProcessInfo.processInfo.environment["CAIRN_SHARED"] {
      return URL(filePath: path)
    }
    var folder = URL(filePath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let shared = folder.appending(path: "shared")
      if FileManager.default.fileExists(atPath: shared.appending(path: "corpus").path) {
        return shared
      }
    }
    return nil
  }()

  /// Whether there are recordings on this machine.
  package static let isPresent = (try? file("corpus/receivers/oracle")) != nil

  /// Whether tests that need the corpus run. Without one they do in continuous integration, and fail.
  package static let isExpected = isPresent || isContinuousIntegration

  /// A file or a folder of the corpus, by its path in `shared`.
  package static func file(_ path: String) throws -> URL {
    guard let file = folder?.appending(path: path),
      FileManager.default.fileExists(atPath: file.path)
    else { throw Missing(path: path) }
    return file
  }

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8)
  }

  /// The bytes that one receiver sent, by the recording's path.
  package static func bytes(of recording: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: file("corpus/receivers/" + recording)))
  }

  /// Every recording for which there are an independent decoder's answers.
  package static func recordings() throws -> [Recording] {
    let oracle = try file("corpus/receivers/oracle")
    let files = try FileManager.default.contentsOfDirectory(atPath: oracle.path)
    return try files.sorted().filter { $0.hasSuffix(".jsonl.gz") }.map { answers in
      let name = String(answers.dropLast(".jsonl.gz".count)).replacing("__", with: "/")
      return Recording(
        name: name, file: try file("corpus/receivers/" + name),
        answers: oracle.appending(path: answers))
    }
  }

  /// Made-up messages of `shared/corpus/receivers/synthetic`.
  package static func synthetic(_ name: String) throws -> Recording {
    let stem = "corpus/receivers/synthetic/" + name
    return Recording(
      name: name, file: try file(stem + ".bin"), answers: try file(stem + ".jsonl.gz"))
  }
}

/// What came over a line, and what an independent decoder found in it.
package struct Recording: Sendable, CustomStringConvertible {
  package let name: String
  fileprivate let file: URL
  fileprivate let answers: URL

  package var description: String { name }

  package func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

  /// The independent decoder's answers, a JSON object for each message.
  package func lines() async throws -> [Data] {
    let program = try ChildProcess("/usr/bin/gzip", ["-dc", answers.path])
    guard await program.end() == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return Data(program.outputBytes).split(separator: 0x0A)
  }

  /// The answers to the messages of one protocol: UBX, NMEA or RTCM3.
  package func records(of wireProtocol: String) async throws -> [[String: Any]] {
    let mark = Data("\"proto\":\"\(wireProtocol)\"".utf8)
    return try await lines().filter { $0.range(of: mark) != nil }.compactMap { line in
      try JSONSerialization.jsonObject(with: line) as? [String: Any]
    }
  }
}
