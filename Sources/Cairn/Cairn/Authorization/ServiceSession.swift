internal import CairnTypes
internal import Synchronization

/// Marks a client as in use, as `AuthorizationStatus.authorizedWhenInUse` requires, on a device
/// without a screen: for example while a door is open, or somebody is logged in.
///
/// Without a session such a client gets no fixes and requests none; its services wait until there
/// is a session, and a request for one position is denied. A client may have several sessions and
/// is in use until the last one ends. Clients that are always authorized need none.
///
/// Callable from any thread.
public final class ServiceSession: Sendable {
  private let system: LocationSystem
  private let client: ClientIdentity
  private let isOver = Atomic(false)

  /// Begins the session at once.
  ///
  /// - Parameters:
  ///   - system: the system that runs the client's services.
  ///   - client: the client that is in use.
  public init(system: LocationSystem = .shared, client: ClientIdentity = .process) {
    self.system = system
    self.client = client
    change(by: 1)
  }

  deinit { invalidate() }

  /// Ends the session, as releasing it does; a second call does nothing.
  public func invalidate() {
    if !isOver.exchange(true, ordering: .relaxed) { change(by: -1) }
  }

  private func change(by count: Int) {
    system.shared.changeSessions(of: client, by: count)
    system.engine.perform { $0.useChanged() }
  }
}
