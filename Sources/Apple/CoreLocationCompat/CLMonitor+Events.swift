internal import Cairn
internal import CairnTypes
public import Foundation
internal import Synchronization

extension CLMonitor {
  /// A change of a condition's state, or the reason why there is none.
  public struct Event: Sendable {
    /// Whether a condition holds.
    public enum State: UInt, Sendable {
      case unknown = 0
      case satisfied, unsatisfied, unmonitored
    }

    /// Identifies the condition within its monitor.
    public let identifier: String
    /// The condition as it was detected: for a beacon, the one that was heard; `nil` for a circle,
    /// which is not refined, and for beacons that are no longer heard.
    public let refinement: (any CLCondition)?
    /// Whether the condition holds.
    public let state: State
    /// When that was decided, by the same clock as `CLLocation.timestamp`.
    public let date: Date
    /// Whether the program has reduced accuracy only, with which nothing can be monitored.
    public var accuracyLimited = false
    /// Whether the policy denies monitoring.
    public var authorizationDenied = false
    /// Always false: a policy decides for each program.
    public var authorizationDeniedGlobally: Bool { false }
    /// Whether the policy restricts monitoring.
    public var authorizationRestricted = false
    /// Always false: no user is asked.
    public var authorizationRequestInProgress: Bool { false }
    /// Always false: only memory limits the number of conditions.
    public var conditionLimitExceeded: Bool { false }
    /// Whether this kind of condition cannot be monitored.
    public var conditionUnsupported = false
    /// Whether the program may have positions only while in use, and is not in use.
    public var insufficientlyInUse = false
    /// Always false: `LocationSystem.diagnostics()` reports a storage that fails.
    public var persistenceUnavailable: Bool { false }
    /// Always false: the policy's "when in use" needs no session while a manager exists.
    public var serviceSessionRequired: Bool { false }

    init(
      _ identifier: String, _ state: State, _ date: Date, refinement: (any CLCondition)? = nil
    ) {
      self.identifier = identifier
      self.state = state
      self.date = date
      self.refinement = refinement
    }
  }

  /// The events of a monitor; never fails.
  public struct Events: AsyncSequence, Sendable {
    public typealias Element = Event
    public typealias Failure = Never

    let stream: AsyncStream<Event>

    public func makeAsyncIterator() -> AsyncStream<Event>.Iterator { stream.makeAsyncIterator() }
  }
}

/// Conditions of a monitor, and the readers of its events.
///
/// Isolation: events come from a task, readers begin and end anywhere; the lock guards both.
final class MonitorBook: Sendable {
  private struct State {
    var records: [String: CLMonitor.Record] = [:]
    var readers: [Int: AsyncStream<CLMonitor.Event>.Continuation] = [:]
    var readerCount = 0
    var isOver = false
  }

  private let state = Mutex(State())
  private let system: LocationSystem

  init(system: LocationSystem) { self.system = system }

  func begin(
    _ condition: any CLCondition, _ identifier: String, assuming state: CLMonitor.Event.State
  ) {
    let event = CLMonitor.Event(identifier, state, Date())
    self.state.withLock {
      $0.records[identifier] = CLMonitor.Record(condition: condition, lastEvent: event)
    }
  }

  func end(_ identifier: String) { state.withLock { $0.records[identifier] = nil } }

  func record(_ identifier: String) -> CLMonitor.Record? {
    state.withLock { $0.records[identifier] }
  }

  func stream() -> AsyncStream<CLMonitor.Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: CLMonitor.Event.self)
    let reader = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      state.readerCount += 1
      state.readers[state.readerCount] = continuation
      return state.readerCount
    }
    guard let reader else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.readers.removeValue(forKey: reader) }
    }
    return stream
  }

  /// Takes an event of Cairn's monitor. One that repeats the known state is ignored.
  func note(_ update: MonitorUpdate) {
    if let event = update.event {
      let date = Date(event.time, utc: event.timestamp, at: system.executor.now())
      let satisfied = event.state == .inside
      tell(
        CLMonitor.Event(
          event.identifier, satisfied ? .satisfied : .unsatisfied, date,
          refinement: event.beacon.flatMap { CLMonitor.BeaconIdentityCondition($0) }))
    } else if let error = update.error, error.severity == .fatal {
      // A temporary failure, such as a missing receiver, does not end the monitoring.
      let watched = state.withLock { Array($0.records.keys) }
      for identifier in watched { refuse(identifier, error) }
    }
  }

  /// Reports that a condition is not monitored.
  func refuse(_ identifier: String, _ error: LocationError) {
    let authorization = system.authorization(of: .process)
    let isDenied = error.code == .regionMonitoringDenied || error.code == .denied
    var event = CLMonitor.Event(identifier, .unmonitored, Date())
    event.authorizationDenied = isDenied
    event.authorizationRestricted = isDenied && authorization.status == .restricted
    event.accuracyLimited = isDenied && authorization.accuracy == .reducedAccuracy
    event.conditionUnsupported = error.code == .regionMonitoringFailure
    event.insufficientlyInUse =
      authorization.status == .authorizedWhenInUse && !authorization.isInUse
    tell(event)
  }

  private func tell(_ event: CLMonitor.Event) {
    let readers = state.withLock { state -> [AsyncStream<CLMonitor.Event>.Continuation] in
      if let record = state.records[event.identifier] {
        guard record.lastEvent.state != event.state || event.state == .unmonitored else {
          return []
        }
        state.records[event.identifier] = CLMonitor.Record(
          condition: record.condition, lastEvent: event)
      }
      return Array(state.readers.values)
    }
    for reader in readers { reader.yield(event) }
  }

  /// Finishes the readers outside the lock, because the end of a stream takes it.
  func finish() {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      state.isOver = true
      return state.readers.values
    }
    for reader in readers { reader.finish() }
  }
}

extension CLMonitor.BeaconIdentityCondition {
  /// The condition that only this beacon fulfils; `nil` for a beacon without such numbers.
  fileprivate init?(_ sighting: BeaconSighting) {
    guard case .proximity(let frame) = sighting.frame, let uuid = UUID(uuidString: "\(frame.uuid)")
    else { return nil }
    self.init(uuid: uuid, major: frame.major, minor: frame.minor)
  }
}
