internal import CairnTypes

/// Where a service's events go: to its manager; and after that has gone, to what is to be started, kept for
/// the next manager of the same client.
///
/// Isolation: the event loop.
final class ServiceOutlet {
  /// Events kept; the oldest go first.
  static let capacity = 100

  private let identity: ClientIdentity
  private let tell: (ServiceEvent) -> Void
  private var waker: Waker?
  private var missed: [ServiceEvent] = []

  /// `tell` is called on the event loop.
  init(_ identity: ClientIdentity, tell: @escaping (ServiceEvent) -> Void) {
    self.identity = identity
    self.tell = tell
  }

  /// Tells an event, or keeps it and starts what there is to start.
  func put(_ event: ServiceEvent, waking action: WakeAction = .none) {
    guard let waker else { return tell(event) }
    if missed.count == Self.capacity { missed.removeFirst() }
    missed.append(event)
    waker.wake(action, for: identity)
  }

  /// The manager has gone.
  func leave(to waker: Waker) { self.waker = waker }

  /// Tells what another one has kept.
  func inherit(_ other: ServiceOutlet) {
    for event in other.missed { tell(event) }
    other.missed = []
  }
}
