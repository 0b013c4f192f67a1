import CairnReceiver
import CairnTestSupport
import Glibc
import Testing

/// RTKLIB's caster on the loopback interface, with the user `me`, the password `secret` and the mountpoint
/// `BASE`. What a base sends it goes to its clients, and what they send goes back to the base.
final class RealCaster {
  private static let program: String? = ["/usr/bin/str2str", "/usr/local/bin/str2str"]
    .first { (path: String) in access(path, X_OK) == 0 }

  /// Where CI runs, its absence is a failure.
  static var isMissing: Bool {
    guard program == nil, !isContinuousIntegration else { return false }
    print("skipped: str2str is not installed; scripts/install/install-deps.sh test installs it")
    return true
  }

  /// The base: what is sent to it reaches the clients.
  ///
  /// The caster gives up a connection that a busy machine is slow to serve, and makes another.
  var station: Server.Peer {
    while let next = base.acceptWaiting() { newest = next }
    return newest
  }
  private var newest: Server.Peer
  let port: UInt16
  private let base: Server
  private let process: ChildProcess

  /// Starts the caster on a port; `nil` takes a free one.
  init(port: UInt16? = nil) async throws {
    let program = try #require(Self.program, "str2str is not installed")
    base = try Server()
    if let port { self.port = port } else { self.port = try Server(isListening: false).port }
    process = try ChildProcess(
      program,
      [
        "-in", "tcpcli://127.0.0.1:\(base.port)", "-out",
        "ntripc://me:secret@:\(self.port)/BASE", "-b", "1",
      ])
    guard let station = await base.accept(), await Server.listens(on: self.port) else {
      process.kill()
      throw IsNotReady()
    }
    newest = station
  }

  deinit { process.kill() }

  private struct IsNotReady: Error {}

  /// Ends it without a word to anybody.
  func kill() async {
    process.kill()
    _ = await process.end()
  }

  func mountpoint(_ name: String = "BASE", password: String = "secret") -> NTRIPCaster {
    NTRIPCaster(
      host: "127.0.0.1", port: port, mountpoint: name, user: "me", password: password)
  }
}
