internal import CairnLinux
public import CairnTypes
public import CairnUpdates
internal import Synchronization

/// Region monitoring as an async sequence: the engine and the rules are those of
/// `LocationManager.startMonitoring(for:options:)`.
///
/// The device is watched while the monitor exists, whether or not anybody iterates over `events`. Isolation:
/// an actor on the event loop of its system, so that adding thousands of regions hops once.
public actor Monitor {
  /// Where the fixes come from.
  public nonisolated let system: LocationSystem
  /// Whom the policy and the energy ledger see.
  public nonisolated let client: ClientIdentity
  private nonisolated let id: UInt32
  /// The name under which its regions are kept; `nil` where they are not.
  private nonisolated let key: String?
  private nonisolated let record = MonitorRecord()

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe system.executor.asUnownedSerialExecutor()
  }

  /// A monitor without regions, or with those that the last one of its name had.
  ///
  /// - Parameters:
  ///   - name: under which regions and their states are kept, where the system has a storage; `nil` for a
  ///     monitor of which nothing is kept. Of two of the same name and client at a time, the first has it.
  ///   - system: where fixes come from.
  ///   - client: whom the policy and the energy ledger see.
  public init(
    _ name: String? = nil, system: LocationSystem = .shared, client: ClientIdentity = .process
  ) {
    self.system = system
    self.client = client
    id = system.shared.nextID()
    let wanted = name.flatMap { system.kept == nil ? nil : "monitor-\(client.name)-\($0)" }
    key = wanted.flatMap { system.shared.claim($0) ? $0 : nil }
    guard let key else { return }
    system.engine.perform { [id, client, record] engine in
      guard let kept = engine.keeper?.load(key, RegionMonitor.init(decoding:)),
        kept.state.count > 0
      else { return }
      engine.insert(
        RegionClient(
          id: id, identity: client, authorization: engine.authorization(of: client),
          monitor: kept.state, key: key, tell: record.note))
    }
  }

  deinit {
    record.finish()
    system.engine.perform { [id] in $0.removeClient(id) }
    // Who takes it next asks the loop, and so after that.
    if let key { system.shared.release([key]) }
  }

  /// Begins to monitor a region. One of the same identifier is replaced and what was known of it forgotten.
  ///
  /// - Parameters:
  ///   - region: where.
  ///   - options: how sure and how long.
  /// - Throws: `.regionMonitoringFailure` for a region or options that make no sense,
  ///   `.regionMonitoringDenied` when the policy says so; the monitor is as it was.
  public func add(
    _ region: Region, options: MonitoringOptions = MonitoringOptions()
  ) throws(LocationError) {
    let error = system.engine.assumeIsolated { [id, client, key, record] engine -> LocationError? in
      if let refusal = engine.authorization(of: client).refusal(of: .monitoring) {
        return LocationError(refusal)
      }
      if engine.regionClient(id) == nil {
        engine.insert(
          RegionClient(
            id: id, identity: client, authorization: engine.authorization(of: client), key: key,
            tell: record.note))
      }
      return engine.add(region, options, to: id)
    }
    if let error { throw error }
    record.forget(region.identifier)
  }

  /// Ends to monitor the region of that identifier.
  public func remove(_ identifier: String) {
    system.engine.assumeIsolated { [id] engine in
      engine.modify(id) { ($0 as? RegionClient)?.remove(identifier, at: $1) }
      if engine.regionClient(id)?.identifiers.isEmpty == true { engine.removeClient(id) }
    }
    record.forget(identifier)
  }

  /// Of the regions that are monitored, sorted.
  public var identifiers: [String] {
    system.engine.assumeIsolated { [id] in $0.regionClient(id)?.identifiers.sorted() ?? [] }
  }

  /// What was found out last about a region; `nil` before the first fix that is sure.
  public func lastEvent(for identifier: String) -> RegionEvent? { record.last(identifier) }

  /// What happens from now on, for each iteration by itself; ends with the monitor, or when the policy
  /// withdraws the permission.
  ///
  /// Nothing is dropped: what waits grows while it is not read, by an event for each region and dwell at most.
  public nonisolated var events: AsyncStream<MonitorUpdate> { record.stream() }
}

/// One element of `Monitor.events`.
public struct MonitorUpdate: Sendable {
  /// What was found out about a region; `nil` when the element tells only why nothing can be.
  public var event: RegionEvent?
  /// What is going on beside it.
  public var diagnostics: LocationUpdate.Diagnostics
  /// What happened, where something did.
  public var error: LocationError?
}

extension LocationEngine {
  fileprivate func regionClient(_ id: UInt32) -> RegionClient? {
    clients.lazy.compactMap { $0 as? RegionClient }.first { $0.id == id }
  }

  fileprivate func add(
    _ region: Region, _ options: MonitoringOptions, to id: UInt32
  ) -> LocationError? {
    var failure: LocationError?
    modify(id) { client, now in
      do throws(RegionError) {
        try (client as? RegionClient)?.add(region, options, at: now)
      } catch {
        failure = error.locationError
      }
    }
    return failure
  }
}

/// What a monitor's client told, for whoever iterates.
///
/// Isolation: written on the event loop, streams are made and ended anywhere; the lock guards both.
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
    case .trouble(let error):
      send(MonitorUpdate(event: nil, diagnostics: .init(error), error: error))
    case .regionFailure(let error, _):
      send(MonitorUpdate(event: nil, diagnostics: .init(error), error: error))
      finish()
    case .change, .visit, .state, .ended:
      break
    }
  }

  /// Outside the lock, because the end of a stream takes it.
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
