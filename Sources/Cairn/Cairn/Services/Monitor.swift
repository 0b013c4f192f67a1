internal import CairnLinux
public import CairnTypes
public import CairnUpdates
internal import Synchronization

/// Monitors regions and reports events as an async sequence, by the rules of
/// `LocationManager.startMonitoring(for:options:)`.
///
/// The device is watched while the monitor exists, whether or not `events` is iterated. Isolation:
/// an actor on its system's event loop, so that adding thousands of regions hops once.
public actor Monitor {
  /// The system that fixes come from.
  public nonisolated let system: LocationSystem
  /// The identity that the policy and the energy ledger see.
  public nonisolated let client: ClientIdentity
  private nonisolated let id: UInt32
  /// The name under which its regions are stored; `nil` if they are not.
  private nonisolated let key: String?
  private nonisolated let record = MonitorRecord()
  private nonisolated let book = RegionBook()

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe system.executor.asUnownedSerialExecutor()
  }

  /// Creates a monitor without regions, or with those of the last monitor of that name as soon as
  /// they have been read, which nothing waits for.
  ///
  /// - Parameters:
  ///   - name: regions and their states are stored under this name if the system has a storage;
  ///     `nil` stores nothing. Of two monitors with the same name and client, the first is stored.
  ///   - system: the system that fixes come from.
  ///   - client: the identity that the policy and the energy ledger see.
  public init(
    _ name: String? = nil, system: LocationSystem = .shared, client: ClientIdentity = .process
  ) {
    self.system = system
    self.client = client
    id = system.shared.nextID()
    let wanted = name.flatMap { system.kept == nil ? nil : "monitor-\(client.name)-\($0)" }
    key = wanted.flatMap { system.shared.claim($0) ? $0 : nil }
    guard key != nil else { return }
    book.awaitEarlier()
    system.engine.perform { [make = maker] in $0.resume(make()) }
  }

  deinit {
    record.finish()
    system.engine.perform { [id] engine in
      engine.left.resuming[id] = nil
      engine.removeClient(id)
    }
    // The next monitor to claim it asks the loop, and so comes after this.
    if let key { system.shared.release([key]) }
  }

  /// Monitors a region. Replaces a region with the same identifier and forgets its state.
  ///
  /// - Parameters:
  ///   - region: the region to monitor.
  ///   - options: the confidence and the times.
  /// - Throws: `.regionMonitoringFailure` for an invalid region or invalid options,
  ///   `.regionMonitoringDenied` if the policy denies it; the monitor is then unchanged.
  public func add(
    _ region: Region, options: MonitoringOptions = MonitoringOptions()
  ) throws(LocationError) {
    let error = system.engine.assumeIsolated {
      [id, client, make = maker] engine -> LocationError? in
      if let refusal = engine.authorization(of: client).refusal(of: .monitoring) {
        return LocationError(refusal)
      }
      return engine.add(region, options, to: id, make)
    }
    if let error { throw error }
    book.add(region)
    record.forget(region.identifier)
  }

  /// Stops monitoring the region with that identifier.
  public func remove(_ identifier: String) {
    book.remove(identifier)
    system.engine.assumeIsolated { [id] in $0.remove(identifier, from: id) }
    record.forget(identifier)
  }

  /// The identifiers of the monitored regions, sorted.
  public var identifiers: [String] { book.identifiers }

  /// Returns the last event of a region; `nil` before the first conclusive fix.
  public func lastEvent(for identifier: String) -> RegionEvent? { record.last(identifier) }

  /// The events from now on, separately for each iteration; ends with the monitor, or when the
  /// policy withdraws the permission.
  ///
  /// Nothing is dropped: the unread queue grows by at most one event per region and dwell.
  public nonisolated var events: AsyncStream<MonitorUpdate> { record.stream() }

  /// Makes its service, on the event loop.
  private nonisolated var maker: @Sendable () -> RegionClient {
    { [engine = system.engine, id, client, key, book, record] in
      RegionClient(
        id: id, identity: client, authorization: engine.authorization(of: client), book: book,
        key: key
      ) {
        if case .regionFailure(_, let region) = $0 {
          if let region { book.remove(region.identifier) } else { book.end() }
        }
        record.note($0)
      }
    }
  }
}

/// One element of `Monitor.events`.
public struct MonitorUpdate: Sendable {
  /// The event of a region; `nil` if the element only reports a problem.
  public var event: RegionEvent?
  /// Circumstances of the update.
  public var diagnostics: LocationUpdate.Diagnostics
  /// The error, if there is one.
  public var error: LocationError?
}

/// Passes the events of a monitor's client to its readers.
///
/// Isolation: events come on the event loop, streams begin and end anywhere; the lock guards both.
private final class MonitorRecord: Sendable {
  private struct State {
    var last: [String: RegionEvent] = [:]
    var readers: [UInt32: AsyncStream<MonitorUpdate>.Continuation] = [:]
    var readerCount: UInt32 = 0
  }

  private let state = Mutex(State())

  func last(_ identifier: String) -> RegionEvent? { state.withLock { $0.last[identifier] } }

  func forget(_ identifier: String) { state.withLock { $0.last[identifier] = nil } }

  func stream() -> AsyncStream<MonitorUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(of: MonitorUpdate.self)
    let reader = state.withLock { state in
      state.readerCount &+= 1
      state.readers[state.readerCount] = continuation
      return state.readerCount
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.readers.removeValue(forKey: reader) }
    }
    return stream
  }

  func note(_ event: ServiceEvent) {
    switch event {
    case .crossing(let event, _):
      state.withLock { $0.last[event.identifier] = event }
      send(MonitorUpdate(event: event, diagnostics: [], error: nil))
    case .trouble(let error), .interrupted(let error):
      send(MonitorUpdate(event: nil, diagnostics: .init(error), error: error))
    case .regionFailure(let error, let region):
      send(MonitorUpdate(event: nil, diagnostics: .init(error), error: error))
      if region == nil { finish() }
    case .change, .visit, .state, .statesChanged, .heading, .calibrationQuestion, .altitude,
      .ranged,
      .rangingFailure, .ended:
      break
    }
  }

  /// Finishes the readers outside the lock, because the end of a stream takes it.
  func finish() {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      return state.readers.values
    }
    for reader in readers { reader.finish() }
  }

  private func send(_ update: MonitorUpdate) {
    let readers = state.withLock { $0.readers.values }
    for reader in readers { reader.yield(update) }
  }
}
