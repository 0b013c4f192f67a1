import Cairn
import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWire
import Glibc
import Synchronization
import SystemTestSupport
import Testing

@testable import CairnService

/// A served system on a virtual clock with one scripted receiver.
final class NativeBench {
  let loop: EventLoop
  let provider: ScriptedProvider
  let system: LocationSystem
  let path: String
  private(set) var server: NativeServer
  private let folder: TemporaryFolder
  private let lines = Lines()

  /// What the server logs.
  final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  init(
    policy: any AuthorizationPolicy = AllowAllPolicy(), capacity: Int = NativeServer.usualCapacity,
    freeUser: UInt32? = getuid()
  ) async throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    provider = ScriptedProvider(descriptor: .scripted(), loop: loop)
    system = LocationSystem(
      providers: [provider], hostWake: 1, policy: policy, report: { _ in }, executor: loop)
    folder = try TemporaryFolder()
    path = "\(folder.path)/cairn.sock"
    server = Self.makeServer(system, capacity, freeUser, lines)
    try await server.listen(at: path)
  }

  private static func makeServer(
    _ system: LocationSystem, _ capacity: Int, _ freeUser: UInt32?, _ lines: Lines
  ) -> NativeServer {
    NativeServer(system: system, capacity: capacity, freeUser: freeUser) { line in
      lines.all.withLock { $0.append(line) }
    }
  }

  var log: [String] { lines.all.withLock { $0 } }

  /// A system on the same clock whose services run in the served one.
  func client(report: (@Sendable (LocationError) -> Void)? = { _ in }) -> LocationSystem {
    let system = LocationSystem(
      DaemonGreeting(at: path), executor: loop, ownsExecutor: false, report: report)
    loop.settle()
    return system
  }

  /// The end of a connection that no system uses.
  func connect() throws -> MessageSocket { try MessageSocket(connectingTo: path) }

  /// Ends the server, as the end of its process does.
  func endServer() async {
    await server.close()
    loop.settle()
  }

  /// Starts another server at the same path.
  func startServer() async throws {
    server = Self.makeServer(system, NativeServer.usualCapacity, getuid(), lines)
    try await server.listen(at: path)
  }

  func end() async {
    await server.close()
    loop.settle()
    loop.shutdown()
  }

  /// Sends a fix to nobody in particular, a second after the last.
  func pass(north: Double, seconds: Int = 3) {
    for _ in 0..<seconds {
      emitFix(north: north)
      loop.advance(by: .seconds(1))
    }
  }

  /// Sends a fix `north` metres north of Seoul's City Hall.
  func emitFix(north: Double = 0, accuracy: Double = 5) {
    let provider = provider
    let fix = Location(
      coordinate: seoul.moved(by: north, bearing: 0), horizontalAccuracy: accuracy,
      time: loop.now(),
      source: LocationSource(provider: provider.descriptor.id, technology: .gnss, fix: .threeD))
    loop.post { provider.assumeIsolated { _ = $0.emit(.fix(fix)) } }
    loop.settle()
  }
}

/// A manager outside any actor, with what it was told.
struct Client {
  let manager: LocationManager
  let recorder = Recorder()

  init(_ system: LocationSystem) {
    manager = LocationManager(system: system, isolation: nil)
    manager.delegate = recorder
  }

  func collect(_ loop: EventLoop) {
    loop.settle()
    manager.processPendingEvents()
  }
}

extension MessageSocket {
  func send(_ request: WireRequest, for service: UInt32) {
    send(raw: request.encoded(for: service))
  }

  func send(raw message: [UInt8]) {
    let result = send(message.span)
    #expect(result == .sent)
  }

  /// All reports that have arrived; `nil` once the server has ended the connection and all are read.
  func reports() -> [(service: UInt32, report: WireReport)]? {
    var buffer = [UInt8](repeating: 0, count: WireLimits.report)
    var all: [(UInt32, WireReport)] = []
    for _ in 0..<10_000 {
      switch receive(into: &buffer) {
      case .message(let count):
        if let read = try? WireReport.decode(buffer.span.extracting(0..<count)) {
          all.append(read)
        } else {
          Issue.record("the server has sent what is no report")
        }
      case .end: return all.isEmpty ? nil : all
      case .nothing, .tooLong: return all
      }
    }
    return all
  }
}
