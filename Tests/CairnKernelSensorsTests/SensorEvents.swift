import CairnHAL
import Synchronization

/// What a sensor has told. Isolation: the lock guards the list.
final class Events: Sendable {
  private let events = Mutex<[SensorEvent]>([])

  func append(_ event: SensorEvent) { events.withLock { $0.append(event) } }

  /// Returns what was told since the last call.
  func take() -> [SensorEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
