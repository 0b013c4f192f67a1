internal import CairnTypes

/// Passes a service's events to its manager. After the manager is gone, starts a program instead
/// and keeps the events for the next manager of the same client.
///
/// Isolation: the event loop.
final class ServiceOutlet {
  /// The maximum number of kept events; the oldest are dropped.
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

  /// Delivers an event, or keeps it and starts the program of `action`.
  func put(_ event: ServiceEvent, waking action: WakeAction = .none) {
    guard let waker else { return tell(event) }
    if missed.count == Self.capacity { missed.removeFirst() }
    missed.append(event)
    waker.wake(action, for: identity)
  }

  /// Notes that the manager is gone.
  func leave(to waker: Waker) { self.waker = waker }

  /// Delivers the events that another outlet has kept.
  func inherit(_ other: ServiceOutlet) {
    for event in other.missed { tell(event) }
    other.missed = []
  }
}
