internal import CairnTypes
internal import Synchronization

/// Errors that no delegate received: counted, and logged at most once a minute for each code.
///
/// Callable from any thread; the lock guards the counts, and logging happens outside of it.
final class UnheardErrors: Sendable {
  private struct State {
    var counts: [LocationError.Code: Int] = [:]
    var loggedAt: [LocationError.Code: MonotonicTime] = [:]
  }

  private static let pause = Duration.seconds(60)
  private let report: @Sendable (LocationError) -> Void
  private let state = Mutex(State())

  /// - Parameter report: writes one error to a log.
  init(report: @escaping @Sendable (LocationError) -> Void) { self.report = report }

  var counts: [LocationError.Code: Int] { state.withLock { $0.counts } }

  func note(_ error: LocationError, at now: MonotonicTime) {
    let isDue = state.withLock { state in
      state.counts[error.code, default: 0] += 1
      if let last = state.loggedAt[error.code], now - last < Self.pause { return false }
      state.loggedAt[error.code] = now
      return true
    }
    if isDue { report(error) }
  }
}
