internal import CairnTypes

// `collect()` is called by a task of the actor that created the manager or, if that was unknown, of
// the first actor that starts a service; otherwise by the owner of the descriptor.

extension LocationManager {
  /// Events that wait for this long without being collected are reported.
  private static let patience = Duration.seconds(5)

  static func makeWakes() -> (AsyncStream<Void>, AsyncStream<Void>.Continuation) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return (stream, continuation)
  }

  /// Collects on `isolation` after each wake.
  func collect(at wakes: AsyncStream<Void>, _ isolation: isolated (any Actor)?) {
    pump = Task { [weak self] in
      _ = isolation
      for await _ in wakes { self?.collect() }
    }
  }

  /// Adopts the caller's isolation for a manager that has none and whose owner does not collect.
  ///
  /// The compiler keeps a manager in one isolation. Any caller is in it, even if the manager was
  /// created without knowing it.
  package func adopt(_ isolation: isolated (any Actor)?) {
    guard isolation != nil, mailbox.isUnclaimed else { return watchForOwner() }
    let (wakes, continuation) = Self.makeWakes()
    mailbox.wake(continuation, instead: true)
    home = isolation
    pump?.cancel()
    collect(at: wakes, isolation)
  }

  /// Whether neither an actor nor an owner collects yet.
  package var isUnclaimed: Bool { mailbox.isUnclaimed }

  /// Calls `tell`, on any thread, when events start to wait, until an actor collects them.
  package func onEvents(_ tell: @escaping @Sendable () -> Void) {
    guard pump == nil, mailbox.isUnclaimed else { return }
    let (wakes, continuation) = Self.makeWakes()
    mailbox.wake(continuation, instead: false)
    pump = Task.detached { for await _ in wakes { tell() } }
  }

  /// Reports once if nobody collects the events that wait for the delegate.
  func watchForOwner() {
    guard delegate != nil, !isWatchedForOwner, mailbox.isUnclaimed else { return }
    isWatchedForOwner = true
    system.engine.perform { [mailbox, unheard = system.unheard] engine in
      let loop = engine.loop
      _ = loop.schedule(at: loop.now() + Self.patience) {
        if mailbox.isForsaken { unheard.note(LocationError(.deliveryStalled), at: loop.now()) }
      }
    }
  }
}
