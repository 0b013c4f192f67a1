import Cairn
import CairnTestSupport
import Foundation
import Synchronization
import Testing

/// Programs of their own: `cairnd`, this test, and one that speaks the socket's messages by itself.
@Suite("programs that share a receiver", .timeLimit(.minutes(15)))
struct SharedReceiverTests {
  @Test func `1 km and 10 m share one receiver, and a killed program wants nothing any more`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/cairn.sock"
    let service = try await Service("--simulate", "m9", "--socket", path)
    let coarse = try Follower(path, accuracy: .kilometer)
    #expect(await coarse.has { $0.wanted == .kilometer })
    let fine = try ChildProcess("/usr/bin/python3", ["-c", Self.client, path])
    #expect(await coarse.has { $0.wanted == .nearestTenMeters })
    #expect(await Patience.wait { fine.output.contains("37.56") })
    #expect(await coarse.has { !$0.locations.isEmpty })
    #expect(coarse.seen.providers == 1)
    fine.signal(SIGKILL)
    #expect(await coarse.has { $0.wanted == .kilometer })
    #expect(coarse.seen.errors.isEmpty)
    #expect(await service.end() == 0)
  }

  @Test func `a daemon that is killed and starts again serves on, after one error`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/cairn.sock"
    let first = try await Service("--simulate", "m9", "--socket", path)
    let follower = try Follower(path, accuracy: .best)
    #expect(await follower.has { !$0.locations.isEmpty })
    first.process.signal(SIGKILL)
    #expect(await follower.has { $0.errors.map(\.code) == [.providerLost] })
    let known = follower.seen.locations.count
    let second = try await Service("--simulate", "m9", "--socket", path)
    #expect(await follower.has { $0.locations.count > known })
    #expect(follower.seen.errors.map(\.code) == [.providerLost], "\(follower.seen.errors)")
    #expect(await second.end() == 0)
  }

  /// Wants 10 m, and prints the latitudes that come: the messages as their table describes them, in a
  /// language of its own.
  private static let client = """
    import socket, struct, sys
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    peer.connect(sys.argv[1])
    absent, nan = -2**63, float("nan")
    fields = struct.pack("<B7xdddqqqqqqdBBBBH2x", 2, 10.0, nan, nan, absent, absent, absent, 0, 5 * 10**9,
      30 * 10**9, nan, 0, 0, 0, 1, 0)
    peer.send(struct.pack("<HHI", 1, 8 + len(fields), 1) + fields)
    while True:
      message = peer.recv(16384)
      if not message: break
      kind, size, service = struct.unpack_from("<HHI", message)
      if kind == 65 and service == 1:
        dropped, count, width = struct.unpack_from("<IHH", message, 8)
        for index in range(count):
          print(struct.unpack_from("<d", message, 16 + index * width)[0], flush=True)
    """
}

/// A manager of the daemon's system, with what it was told.
private final class Follower {
  struct Seen {
    var locations: [Location] = []
    var errors: [LocationError] = []
    /// The accuracy that the daemon's receiver is to reach, for all clients.
    var wanted: DesiredAccuracy?
    /// The providers that the daemon has on.
    var providers = 0
  }

  private let owner: FollowerOwner

  init(_ path: String, accuracy: DesiredAccuracy) throws {
    let system = try LocationSystem.daemon(at: path)
    owner = FollowerOwner(system)
    let owner = owner
    Task { await owner.start(accuracy) }
  }

  var seen: Seen { owner.seen.withLock { $0 } }

  func has(_ condition: (Seen) -> Bool) async -> Bool {
    await Patience.wait { condition(seen) }
  }
}

/// Isolation: the event loop of the system.
private actor FollowerOwner: LocationManagerDelegate {
  nonisolated let seen = Mutex(Follower.Seen())
  private nonisolated let system: LocationSystem
  private var manager: LocationManager?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    system.executor.asUnownedSerialExecutor()
  }

  init(_ system: LocationSystem) { self.system = system }

  func start(_ accuracy: DesiredAccuracy) {
    let manager = LocationManager(system: system)
    manager.delegate = self
    manager.desiredAccuracy = accuracy
    manager.configuration.pausesLocationUpdatesAutomatically = false
    manager.startUpdatingLocation()
    self.manager = manager
  }

  nonisolated func locationManager(
    _ manager: LocationManager, didUpdateLocations locations: [Location]
  ) {
    seen.withLock { $0.locations += locations }
  }

  nonisolated func locationManager(
    _ manager: LocationManager, didFailWithError error: LocationError
  ) {
    seen.withLock { $0.errors.append(error) }
  }

  nonisolated func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {
    let on = plan.entries.filter { $0.demand != nil }
    seen.withLock { seen in
      seen.wanted = on.first?.demand?.accuracy
      seen.providers = on.count
    }
  }
}
