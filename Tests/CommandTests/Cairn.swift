import CairnTestSupport
import Foundation

/// The executable, run as a user runs it.
struct Cairn {
  struct Outcome {
    let output: String
    let complaints: String
    let exitCode: Int32

    var lines: [Substring] { output.split(separator: "\n") }
    var objects: [[String: Any]] {
      lines.compactMap {
        (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
      }
    }
  }

  /// Built into the folder of the tests, because the test target depends on it.
  static let executable: URL = {
    let tests = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
    var folder = tests.deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appending(path: "cairn")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    return tests
  }()

  /// Runs it to its end.
  static func run(_ arguments: String..., input: [UInt8] = []) async throws -> Outcome {
    try await end(of: start(arguments, input: .bytes(input)))
  }

  /// `hw-profile`, in the package's folder.
  static func profileTool(_ arguments: String...) async throws -> Outcome {
    try await profileTool(arguments)
  }

  static func profileTool(_ arguments: [String], input: [UInt8] = []) async throws -> Outcome {
    await end(of: try startProfileTool(arguments, input: .bytes(input)))
  }

  static func startProfileTool(
    _ arguments: [String], input: ChildProcess.Input
  ) throws -> ChildProcess {
    let program = executable.deletingLastPathComponent().appending(path: "hw-profile")
    return try ChildProcess(
      "/usr/bin/env", ["-C", package.path, program.path] + arguments, input: input)
  }

  static func start(
    _ arguments: [String], input: ChildProcess.Input, environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(executable.path, arguments, environment: environment, input: input)
  }

  /// Starts either executable in the package's folder, with other streams than those that are collected; killed
  /// if it does not end. It may ignore SIGPIPE, as the programs of a service manager do.
  static func start(
    _ command: [String], output: Int32? = nil, complaints: Int32? = nil, ignoresPipes: Bool = false
  ) throws -> ChildProcess {
    let folder = executable.deletingLastPathComponent()
    let program = folder.appending(path: command[0]).path
    return try ChildProcess(
      "/usr/bin/env",
      (ignoresPipes ? ["--ignore-signal=PIPE"] : []) + ["-C", package.path, program]
        + command.dropFirst(),
      streams: (output, complaints))
  }

  static func end(of process: ChildProcess) async -> Outcome {
    let status = await process.end()
    return Outcome(
      output: process.output, complaints: process.complaints, exitCode: status)
  }

  /// The folder of the package.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// A file that lives as long as this value.
final class TemporaryFile {
  let path: String

  init(_ bytes: [UInt8]) throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "cairn-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Sentences and messages, put together by hand: nothing of the package is asked.
enum Sample {
  static func sentence(_ body: String) -> [UInt8] {
    let sum = body.utf8.reduce(0 as UInt8, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return Array("$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n".utf8)
  }

  static func ubx(_ messageClass: UInt8, _ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let body =
      [messageClass, number, UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)] + payload
    var (a, b): (UInt8, UInt8) = (0, 0)
    for byte in body {
      a &+= byte
      b &+= a
    }
    return [0xB5, 0x62] + body + [a, b]
  }

  /// Three epochs of a receiver that sends its date with RMC, a second apart.
  static let nmea: [UInt8] = (0..<3).flatMap { second in
    sentence("GPGGA,12000\(second).00,4807.0380,N,01131.0000,E,2,08,0.9,545.4,M,46.9,M,,")
      + sentence("GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,0.9,2.1")
      + sentence("GPGSV,1,1,02,04,40,083,46,05,17,308,41")
      + sentence("GPRMC,12000\(second).00,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,D")
  }

  /// NAV-EOE of one time of week.
  static let endOfEpoch = ubx(0x01, 0x61, [0x10, 0x27, 0, 0])
}
