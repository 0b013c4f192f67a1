import Cairn
import CairnExports
import CairnLinux
import CairnProviders
import CairnTypes
import Synchronization

@testable import CairnService

/// What happened, in order, from any thread.
final class Journal: Sendable {
  private let content = Mutex<[String]>([])

  func note(_ line: String) { content.withLock { $0.append(line) } }

  /// Everything since the last call.
  func take() -> [String] {
    content.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// A service on a loop with a virtual clock, whose receivers are never there.
struct ServiceBench {
  let loop: EventLoop
  let service: LocationService
  /// Receivers that were made or ended.
  let receivers: Journal
  let log: Journal
  let idle: Journal

  /// `hasPolicy` says whether the settings name who may have positions.
  init(hasPolicy: Bool = false) throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    let (receivers, log, idle) = (Journal(), Journal(), Journal())
    self.loop = loop
    self.receivers = receivers
    self.log = log
    self.idle = idle
    let policy = hasPolicy ? ServicePolicy(loop: loop) { log.note($0) } : nil
    service = LocationService(
      system: LocationSystem(
        providers: [], policy: policy ?? AllowAllPolicy() as any AuthorizationPolicy, executor: loop
      ),
      policy: policy,
      makeReceiver: { setup, id async throws(DeviceError) in
        guard setup.receiver.source != .simulated("broken") else {
          throw DeviceError(.open, path: "/dev/ptmx", code: 23)
        }
        receivers.note("\(id)")
        let provider = GNSSProvider(
          source: .address(.device("/dev/none")), descriptor: .genericGNSS(id: id), loop: loop)
        return .init(provider, path: "/dev/\(id)") { receivers.note("end of \(id)") }
      },
      log: { log.note($0) }, onIdle: { idle.note("idle") })
  }

  /// Starts at a port of its own, and returns it.
  func start(_ change: (inout ServiceSettings) -> Void = { _ in }) async throws -> UInt16 {
    var settings = ServiceSettings()
    settings.gpsd.addresses = ["127.0.0.1:0"]
    change(&settings)
    let addresses = try await service.start(settings)
    guard case .tcp(_, let port)? = addresses.first else { throw Failure() }
    return port
  }

  struct Failure: Error {}

  func apply(_ change: (inout ServiceSettings) -> Void) async throws {
    var settings = await service.settings
    change(&settings)
    try await service.apply(settings)
  }

  func end() async {
    await service.stop()
    loop.shutdown()
  }
}
