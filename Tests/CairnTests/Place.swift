@testable import Cairn
import CairnService
import CairnTestSupport
import Testing

/// Where the services of a bench run.
enum Place: CaseIterable {
  /// In the bench's own system.
  case here
  /// In a daemon, across its socket.
  case daemon

  @TaskLocal static var current = Place.here
}

/// Runs each test twice: with a system of its own, and with one that leads to a daemon.
struct EveryPlace: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let isOwn = test.traits.contains { $0 is OwnSystem }
    for place in isOwn ? [.here] : Place.allCases {
      await Place.$current.withValue(place) {
        do {
          try await body()
        } catch {
          Issue.record(error, "with services in: \(place)")
        }
      }
    }
  }
}

/// Runs a test with a system of its own alone, also in a suite of `EveryPlace`.
struct OwnSystem: TestTrait {
  let reason: String
}

extension Trait where Self == OwnSystem {
  /// Runs the test once, for a reason that lies in the test: it looks into the system, say.
  static func ownSystem(_ reason: String) -> Self { Self(reason: reason) }
}

extension Trait where Self == EveryPlace {
  /// Runs each test twice: what it says holds wherever the services run.
  static var everyPlace: Self { Self() }
}

/// A daemon that serves a system on the loop of a bench.
final class BenchDaemon: Sendable {
  private let served: LocationSystem
  private let server: NativeServer
  private let path: String

  init(_ system: LocationSystem) throws {
    served = system
    server = NativeServer(system: system) { _ in }
    path = "/tmp/cairn-bench-\(UInt64.random(in: 0 ... .max)).sock"
    system.executor.wait { [server, path] in
      server.assumeIsolated { _ = try? $0.listen(at: path) }
    }
  }

  /// Returns a system whose services run in the daemon.
  func client(_ report: (@Sendable (LocationError) -> Void)?) -> LocationSystem {
    LocationSystem(
      DaemonGreeting(at: path), executor: served.executor, ownsExecutor: false, report: report)
  }

  func end() {
    served.executor.wait { [server] in server.assumeIsolated { $0.close() } }
  }
}
