import CairnLinux
import CairnSimulator
import CairnTestSupport
import Foundation
import Testing

/// `cairnd` beside the test, on a port of its own.
final class Service: Sendable {
  /// Whether gpsd's clients are to be had, or must be.
  static let hasClients =
    ["/usr/bin/gpspipe", "/usr/bin/cgps"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    } || isContinuousIntegration

  let process: ChildProcess
  let port: String

  init(_ arguments: String...) async throws {
    let program = Cairn.executable.deletingLastPathComponent().appending(path: "cairnd").path
    let process = try ChildProcess(program, arguments + ["--listen", "127.0.0.1:0"])
    self.process = process
    var port: Substring?
    let listens = await Patience.wait {
      port = process.complaints.firstMatch(of: /listening at 127\.0\.0\.1:([0-9]+)/)?.1
      return port != nil
    }
    try #require(listens, "\(process.complaints)")
    self.port = String(port ?? "")
  }

  deinit { process.kill() }

  var address: String { "127.0.0.1:\(port)" }

  /// Starts a client.
  func client(_ program: String, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess(program, arguments)
  }

  /// Asks the service to end, and returns its status.
  func end() async -> Int32 {
    process.signal(SIGTERM)
    return await process.end()
  }
}

/// A simulated receiver behind a link, which the test unplugs.
final class PluggedReceiver {
  let path: String
  private let folder: TemporaryFolder
  private let loop: EventLoop
  private let port: SimulatedPort

  init(_ receiver: DemonstrationReceiver) async throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/receiver"
    loop = try EventLoop()
    port = SimulatedPort(.receiver(receiver.configuration), loop: loop)
    try await port.plugIn(as: path)
  }

  func unplug() async { await port.unplug() }

  func plugIn() async throws { try await port.plugIn(as: path, onAnotherNode: true) }

  func end() async {
    await port.unplug()
    loop.shutdown()
  }
}
