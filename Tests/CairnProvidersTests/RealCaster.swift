import CairnReceiver
import Foundation
import Testing

/// RTKLIB's caster on the loopback interface, with the user `me`, the password `secret` and the mountpoint
/// `BASE`. What a base sends it goes to its clients, and what they send goes back to the base.
final class RealCaster {
  private static let folders = ["/usr/bin", "/usr/local/bin"]
  private static let program = folders.map { $0 + "/str2str" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Where CI runs, its absence is a failure.
  static var isMissing: Bool {
    guard program == nil, ProcessInfo.processInfo.environment["CI"] != "true" else { return false }
    print("skipped: str2str is not installed; scripts/install-deps.sh test installs it")
    return true
  }

  /// The base: what is sent to it reaches the clients.
  let station: Server.Peer
  let port: UInt16
  private let base: Server
  private let process = Process()

  /// - Parameter port: `nil` takes a free one.
  init(port: UInt16? = nil) throws {
    base = try Server()
    self.port = try port ?? Server(isListening: false).port
    process.executableURL = URL(fileURLWithPath: try #require(Self.program, "no str2str"))
    process.arguments = [
      "-in", "tcpcli://127.0.0.1:\(base.port)",
      "-out", "ntripc://me:secret@:\(self.port)/BASE", "-b", "1",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    station = try #require(base.accept())
    try #require(Server.listens(on: self.port))
  }

  deinit { kill() }

  /// Ends it without a word to anybody.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func mountpoint(_ name: String = "BASE", password: String = "secret") -> NTRIPCaster {
    NTRIPCaster(
      host: "127.0.0.1", port: port, mountpoint: name, user: "me", password: password)
  }
}
