public import CairnTypes
internal import Synchronization

/// Values of a sensor for one client, as an async sequence; ending the iteration ends its demand.
public struct SensorUpdates<Element: Sendable>: AsyncSequence, Sendable {
  let subscribe: @Sendable () -> Subscription

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscribe()) }

  /// Delivers values until the task is cancelled or the service ends.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let subscription: Subscription

    /// Returns the newest value, once there is another, or nil if the task was cancelled.
    ///
    /// - Throws: why the service has ended.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(LocationError) -> Element? {
      while !Task.isCancelled {
        if let value = try subscription.take() { return value }
        var wakes = subscription.wakes.makeAsyncIterator()
        guard await wakes.next(isolation: actor) != nil else { return nil }
      }
      return nil
    }
  }

  /// Keeps one client's demand alive while the sequence is iterated.
  ///
  /// Isolation: filled on the event loop, emptied by the reader; the lock guards the values only.
  final class Subscription: Sendable {
    private struct Waiting {
      var value: Element?
      var error: LocationError?
    }

    let wakes: AsyncStream<Void>
    private let waiting = Mutex(Waiting())
    private let wake: AsyncStream<Void>.Continuation
    private let engine: LocationEngine
    private let id: UInt32

    /// Begins the service.
    ///
    /// - Parameters:
    ///   - system: the client's.
    ///   - begin: inserts the client of that number, which puts its values here.
    init(
      system: LocationSystem,
      _ begin: @escaping @Sendable (isolated LocationEngine, UInt32, Weakly) -> Void
    ) {
      (wakes, wake) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      engine = system.engine
      id = system.shared.nextID()
      engine.perform { [id, outlet = Weakly(self)] in begin($0, id, outlet) }
    }

    deinit { engine.perform { [id] in $0.removeClient(id) } }

    func take() throws(LocationError) -> Element? {
      let (value, error) = waiting.withLock { waiting in
        defer { waiting.value = nil }
        return (waiting.value, waiting.error)
      }
      if let value { return value }
      if let error { throw error }
      return nil
    }

    fileprivate func put(_ result: Result<Element, LocationError>) {
      waiting.withLock { waiting in
        switch result {
        case .success(let value): waiting.value = value
        case .failure(let error): waiting.error = error
        }
      }
      wake.yield()
    }

    /// The subscription as its client sees it, which does not keep it alive.
    struct Weakly: Sendable {
      private weak let subscription: Subscription?

      init(_ subscription: Subscription) { self.subscription = subscription }

      /// Gives the reader a value, or the end.
      func put(_ result: Result<Element, LocationError>) { subscription?.put(result) }
    }
  }
}
