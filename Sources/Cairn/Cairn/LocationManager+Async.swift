public import CairnTypes
internal import Synchronization

extension LocationManager {
  /// Returns the fixes as an async sequence. Each iteration is a client of its own, with its own
  /// demand, which ends with it.
  ///
  /// - Parameter configuration: `nil` uses the manager's present one.
  /// - Returns: a sequence that never fails; errors are elements.
  public func updates(_ configuration: LocationConfiguration? = nil) -> LocationUpdates {
    let configuration = configuration ?? self.configuration
    return LocationUpdates { [system, client] in
      LocationUpdates.Subscription(system: system, client: client, configuration: configuration)
    }
  }

  /// Returns one position, now. Starts hardware only if no known fix is good and fresh enough.
  ///
  /// - Parameter request: the accuracy and the timeout.
  /// - Returns: the first fix that meets the request, or the best one before its timeout.
  /// - Throws: `.timeout` with the best fix so far, `.denied`, `.cancelled` with the task, or when the system's event
  ///   loop has been shut down.
  public nonisolated(nonsending) func currentLocation(
    _ request: LocationRequest = .init()
  ) async throws(LocationError) -> Location {
    try checkSystem()
    let id = system.shared.nextID()
    let engine = system.engine
    let client = client
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: Continuation) in
        engine.perform { engine in
          engine.beginRequest(id, of: client, request) { continuation.resume(returning: $0) }
          if cancellation.isRequested { engine.cancelRequest(id) }
        }
      }
    } onCancel: {
      cancellation.request()
      engine.perform { $0.cancelRequest(id) }
    }
    return try result.get()
  }

  /// Requests full accuracy for a while from the policy; the delegate is told of its start and end.
  ///
  /// - Parameter purpose: the purpose, as named in the policy's rules.
  /// - Throws: `.promptDeclined` if the policy does not allow it, `.denied` without authorization, `.cancelled` if the
  ///   event loop of the system has been shut down.
  public nonisolated(nonsending) func requestTemporaryFullAccuracyAuthorization(
    purpose: String
  ) async throws(LocationError) {
    try checkSystem()
    guard system.isDaemon else {
      _ = try await system.policy.requestTemporaryFullAccuracy(for: client, purpose: purpose)
      return
    }
    let (id, engine, client) = (system.shared.nextID(), system.engine, client)
    let error = await withCheckedContinuation { continuation in
      engine.perform {
        $0.requestFullAccuracy(id, of: client, purpose: purpose) {
          continuation.resume(returning: $0)
        }
      }
    }
    if let error { throw error }
  }

  /// Nothing comes of an event loop that has been shut down, not even a timeout.
  private func checkSystem() throws(LocationError) {
    guard system.executor.hasEnded else { return }
    throw LocationError(.cancelled, reason: "the event loop of the system has been shut down")
  }

  private typealias Continuation = CheckedContinuation<Result<Location, LocationError>, Never>
}

/// Notes a cancellation that happens before the request has reached the engine.
private final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isRequested: Bool { flag.load(ordering: .acquiring) }

  func request() { flag.store(true, ordering: .releasing) }
}
