internal import CairnLinux
internal import CairnTypes

/// Starts programs for clients that are not running. Isolation: the event loop.
final class Waker {
  private let loop: EventLoop
  private let isAllowed: (ClientIdentity) -> Bool
  private var running: Set<WakeAction> = []
  private(set) var counts = WakeCounts()

  /// `isAllowed` tells whether the policy lets a client be started.
  init(loop: EventLoop, isAllowed: @escaping (ClientIdentity) -> Bool) {
    self.loop = loop
    self.isAllowed = isAllowed
  }

  /// Starts the program, unless it still runs.
  func wake(_ action: WakeAction, for client: ClientIdentity) {
    let command = action.command
    guard !command.isEmpty else { return }
    guard isAllowed(client) else { return counts.refused += 1 }
    guard running.insert(action).inserted else { return }
    counts.started += 1
    Program.run(command, on: loop) { [weak self] result in
      guard let self else { return }
      running.remove(action)
      if result != .success(0) { counts.failed += 1 }
    }
  }
}

/// How often programs were started for clients that were not running.
public struct WakeCounts: Hashable, Sendable {
  /// All attempts to start one.
  public var started = 0
  /// Attempts that failed, or ended with a status other than 0.
  public var failed = 0
  /// Starts that the policy did not allow.
  public var refused = 0

  /// See the properties.
  public init(started: Int = 0, failed: Int = 0, refused: Int = 0) {
    self.started = started
    self.failed = failed
    self.refused = refused
  }
}

/// A service that goes on after its manager is gone if it has a program to start.
///
/// Isolation: the event loop.
protocol WakingClient: EngineClient {
  var outlet: ServiceOutlet { get }
  /// Whether its events start a program.
  var wakes: Bool { get }
  /// Takes over the state of a service of the same kind and client.
  func inherit(_ other: Self, at now: MonotonicTime)
}

extension WakingClient {
  var asWakingClient: (any WakingClient)? { self }
}

/// Services that outlive their managers, or wait for earlier regions. Isolation: the event loop.
struct LeftServices {
  let waker: Waker
  /// Numbers of the services whose managers are gone.
  var unattended: Set<UInt32> = []
  /// Region services that wait for the regions of an earlier one, by number; they become clients
  /// once they have a region.
  var resuming: [UInt32: RegionClient] = [:]

  /// The service of the same kind that the client of `heir` left behind.
  func service<Heir: WakingClient>(to heir: Heir, among clients: [any EngineClient]) -> Heir? {
    for client in clients where unattended.contains(client.id) && client.identity == heir.identity {
      if let left = client as? Heir { return left }
    }
    return nil
  }
}

extension LocationEngine {
  /// Leaves a service running, or removes it, after its manager is gone.
  func leave(_ id: UInt32) {
    left.resuming[id] = nil
    guard let client = clients.first(where: { $0.id == id })?.asWakingClient, client.wakes else {
      return removeClient(id)
    }
    client.outlet.leave(to: left.waker)
    left.unattended.insert(id)
  }

  /// Inserts a service of a new manager, which takes over from one that its client left behind.
  func insertService(_ client: any EngineClient) {
    insert(client)
    client.asWakingClient.map { takeOver($0) }
  }

  private func takeOver(_ heir: some WakingClient) {
    guard let earlier = left.service(to: heir, among: clients) else { return }
    heir.inherit(earlier, at: loop.now())
    heir.outlet.inherit(earlier.outlet)
    left.unattended.remove(earlier.id)
    removeClient(earlier.id)
  }
}
