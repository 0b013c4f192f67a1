package import CairnTypes
internal import Synchronization

/// The pace of each service, which all parts of an application share.
package final class PaceKeeper: Sendable {
  /// The one of this program.
  package static let shared = PaceKeeper()

  private let paces = Mutex<[String: ServicePace]>([:])

  package init() {}

  /// Takes the next turn with a host; see `ServicePace`.
  package func take(
    _ host: String, at now: MonotonicTime
  ) throws(PlaceServiceError) -> Duration {
    try paces.withLock { paces throws(PlaceServiceError) in
      try paces[host, default: ServicePace()].take(at: now)
    }
  }

  /// Leaves a host alone.
  package func pause(_ host: String, for time: Duration, at now: MonotonicTime) {
    paces.withLock { $0[host, default: ServicePace()].pause(for: time, at: now) }
  }
}
