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
    print("skipped: str2str is not installed; scripts/install-deps.sh test installs it")
    return true
  }

  /// The base: what is sent to it reaches the clients.
  ///
  /// The caster gives up a connection that a busy machine is slow to serve, and makes another.
  var station: Server.Peer {
    while base.hasClient, let next = base.accept() { newest = next }
    return newest
  }
  private var newest: Server.Peer
  let port: UInt16
  private let base: Server
  private var process: pid_t

  /// Starts the caster on a port; `nil` takes a free one.
  init(port: UInt16? = nil) throws {
    let program = try #require(Self.program, "str2str is not installed")
    base = try Server()
    if let port { self.port = port } else { self.port = try Server(isListening: false).port }
    process = try Self.start(
      program, "-in", "tcpcli://127.0.0.1:\(base.port)", "-out",
      "ntripc://me:secret@:\(self.port)/BASE", "-b", "1")
    guard let station = base.accept(), Server.listens(on: self.port) else {
      Self.end(process)
      throw Failure.isNotReady
    }
    newest = station
  }

  deinit { kill() }

  private enum Failure: Error { case isNotStarted(Int32), isNotReady }

  private static func start(_ program: String, _ arguments: String...) throws -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, program, &files, nil, &words, environ)
    guard result == 0 else { throw Failure.isNotStarted(result) }
    return process
  }

  private static func end(_ process: pid_t) {
    _ = Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    _ = waitpid(process, &status, 0)
  }

  /// Ends it without a word to anybody.
  func kill() {
    if process > 0 { Self.end(process) }
    process = 0
  }

  func mountpoint(_ name: String = "BASE", password: String = "secret") -> NTRIPCaster {
    NTRIPCaster(
      host: "127.0.0.1", port: port, mountpoint: name, user: "me", password: password)
  }
}
