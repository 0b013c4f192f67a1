internal import CairnTypes
internal import Synchronization

/// Says that a client is in use, which is what `AuthorizationStatus.authorizedWhenInUse` asks for on a
/// device without a screen: for example while a door is open, or somebody is logged in.
///
/// Without a session such a client gets no fixes and asks for none; what it has started goes on when there is
/// one, and a request for one position is refused. Sessions are counted: the last one to end counts. Clients
/// that are always authorized need none.
///
/// Callable from any thread.
public final class ServiceSession: Sendable {
  private let system: LocationSystem
  private let client: ClientIdentity
  private let isOver = Atomic(false)

  /// Begins at once.
  ///
  /// - Parameters:
  ///   - system: where the client's services run.
  ///   - client: who is in use.
  public init(system: LocationSystem = .shared, client: ClientIdentity = .process) {
    self.system = system
    self.client = client
    change(by: 1)
  }

  deinit { invalidate() }

  /// Ends the session, as letting go of it does; a second call does nothing.
  public func invalidate() {
    if !isOver.exchange(true, ordering: .relaxed) { change(by: -1) }
  }

  private func change(by count: Int) {
    system.shared.changeSessions(of: client, by: count)
    system.engine.perform { $0.reauthorize() }
  }
}
