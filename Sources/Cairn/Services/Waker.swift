internal import CairnLinux
internal import CairnTypes

/// Starts what clients that are not there want to be started. Isolation: the event loop.
final class Waker {
  private let loop: EventLoop
  private let isAllowed: (ClientIdentity) -> Bool
  private var running: Set<WakeAction> = []
  private(set) var counts = WakeCounts()

  /// `isAllowed` says whether the policy lets a client be started.
  init(loop: EventLoop, isAllowed: @escaping (ClientIdentity) -> Bool) {
    self.loop = loop
    self.isAllowed = isAllowed
  }

  /// Starts it, unless it still runs.
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

/// How often programs were started for clients that were not there.
public struct WakeCounts: Hashable, Sendable {
  /// All that were tried.
  public var started = 0
  /// Those of them that could not be started, or ended with another status than 0.
  public var failed = 0
  /// Those that the policy did not allow.
  public var refused = 0

  /// See the properties.
  public init(started: Int = 0, failed: Int = 0, refused: Int = 0) {
    self.started = started
    self.failed = failed
    self.refused = refused
  }
}

/// A service that goes on after its manager has gone, where something is to be started then.
///
/// Isolation: the event loop.
protocol WakingClient: EngineClient {
  var outlet: ServiceOutlet { get }
  /// Whether anything is to be started for what it finds out.
  var wakes: Bool { get }
  /// Goes on where one of the same kind and client has got to.
  func inherit(_ other: any WakingClient)
}

extension LocationEngine {
  /// A manager has gone without ending its service.
  func leave(_ id: UInt32) {
    guard let client = clients.first(where: { $0.id == id }) as? any WakingClient, client.wakes
    else { return removeClient(id) }
    client.outlet.leave(to: waker)
    unattended.insert(id)
  }

  /// Takes a service of a new manager, which goes on where the last one of the same client left it.
  func insertService(_ client: any EngineClient) {
    insert(client)
    guard let heir = client as? any WakingClient,
      let left = clients.first(where: {
        unattended.contains($0.id) && $0.identity == heir.identity && type(of: $0) == type(of: heir)
      }) as? any WakingClient
    else { return }
    heir.inherit(left)
    heir.outlet.inherit(left.outlet)
    unattended.remove(left.id)
    removeClient(left.id)
  }

  /// The regions that a client has left; `nil` where it has left none.
  func regionsLeft(by client: ClientIdentity) -> [Region]? {
    clients.lazy.filter { [unattended] in unattended.contains($0.id) && $0.identity == client }
      .compactMap { $0 as? RegionClient }.first?.regions
  }
}
