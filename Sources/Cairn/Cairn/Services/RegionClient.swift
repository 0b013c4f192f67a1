internal import CairnHAL
internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates

/// The region monitoring of one manager or monitor. Isolation: the event loop.
final class RegionClient: EngineClient, PermittedClient {
  static let service = ServiceSet.monitoring

  let id: UInt32
  let identity: ClientIdentity
  let outlet: ServiceOutlet
  var authorization: Authorization
  private var monitor = RegionMonitor()
  private let book: RegionBook
  /// The name under which it is stored; `nil` if it is not.
  let key: String?
  private var keeper: StateKeeper?
  /// The monitor's change count when it was last stored.
  private var keptChanges: UInt64 = 0
  /// Whether the regions of an earlier service are still to come.
  private(set) var awaitsEarlier = false
  /// Regions whose states were asked for meanwhile.
  private var asked: [Region] = []
  /// Needs of the regions that the present requirements are based on.
  private var need = RegionNeed()
  private(set) var isFinished = false
  /// Whether the program keeps the states.
  private let tellsStates: Bool

  /// `tell` is called on the event loop.
  init(
    id: UInt32, identity: ClientIdentity, authorization: Authorization, book: RegionBook,
    key: String? = nil, tellsStates: Bool = false, tell: @escaping (ServiceEvent) -> Void
  ) {
    self.tellsStates = tellsStates
    self.id = id
    self.identity = identity
    self.authorization = authorization
    self.book = book
    self.key = key
    outlet = ServiceOutlet(identity, tell: tell)
  }

  var nextDeadline: MonotonicTime {
    isRunning ? monitor.nextDeadline ?? .distantFuture : .distantFuture
  }

  var demand: EnergyRequest {
    EnergyRequest(
      client: id, accuracy: DesiredAccuracy(.metres(need.accuracy)), every: need.interval,
      isOpportunistic: !monitor.hasAreas)
  }

  /// Returns the state of a region; `nil` if it is not monitored.
  func state(of identifier: String) -> RegionState? { monitor.state(of: identifier) }

  /// Whether there are no regions.
  var isEmpty: Bool { monitor.count == 0 }

  /// Starts monitoring a region.
  func add(
    _ region: Region, _ options: MonitoringOptions, at now: MonotonicTime
  ) throws(RegionError) {
    try monitor.add(region, options: options)
    need = RegionNeed(of: monitor, at: now)
    keepAll()
  }

  /// Stops monitoring a region.
  func remove(_ identifier: String, at now: MonotonicTime) {
    monitor.remove(identifier)
    need = RegionNeed(of: monitor, at: now)
    keepAll()
  }

  /// Reports the state of a region, once it is clear whether an earlier service knew it.
  func tellState(of region: Region) {
    let state = monitor.state(of: region.identifier)
    if state == nil, awaitsEarlier { return asked.append(region) }
    outlet.put(.state(isRunning ? state ?? .unknown : .unknown, region))
  }

  func receive(_ fix: Location, at now: MonotonicTime) -> ClientEffects {
    guard isRunning else { return [] }
    let before = monitor.changes
    tell(monitor.receive(fix, at: now))
    if tellsStates, monitor.changes != before { outlet.put(.statesChanged) }
    return noteNeed(at: now).union(.earlierDeadline)
  }

  func fire(at now: MonotonicTime) -> ClientEffects {
    guard isRunning else { return [] }
    tell(monitor.fire(at: now))
    return noteNeed(at: now)
  }

  func fail(_ error: LocationError) {
    guard error.severity == .fatal else {
      // Failures of positions do not concern beacons.
      if monitor.hasAreas { outlet.put(.trouble(error)) }
      return
    }
    isFinished = true
    outlet.put(.regionFailure(error, nil))
  }

  private func noteNeed(at now: MonotonicTime) -> ClientEffects {
    keepAll()
    let next = RegionNeed(of: monitor, at: now)
    guard next != need else { return [] }
    need = next
    return .otherDemand
  }

  private func tell(_ events: [RegionEvent]) {
    for event in events {
      guard let region = monitor.region(event.identifier) else { continue }
      let action =
        event.crossing == nil ? nil : monitor.options(of: event.identifier)?.wake
      outlet.put(.crossing(event, region), waking: action ?? .none)
    }
  }
}

extension RegionClient: BeaconClient {
  /// Enough to hear 95 % of beacons that send ten times a second within 2.8 s.
  private static let share = 0.1

  var duty: Double { isRunning && monitor.hasBeacons ? Self.share : 0 }

  func hear(_ sighting: BeaconSighting, at now: MonotonicTime) -> ClientEffects {
    guard isRunning else { return [] }
    let events = monitor.receive(sighting)
    tell(events)
    if !events.isEmpty { keepAll() }
    // Each sighting only delays the end; the timer may fire early.
    return events.isEmpty ? [] : .earlierDeadline
  }

  func lose(_ device: UInt64, silentSince time: MonotonicTime) {
    monitor.lose(device, silentSince: time)
  }

  func listen(_ isListening: Bool, at now: MonotonicTime) { monitor.listen(isListening, at: now) }

  func failBeacons(_ error: LocationError) { outlet.put(.trouble(error)) }
}

// MARK: - State of an earlier service

/// The monitor of an earlier service, and its regions by identifier.
struct EarlierRegions: Sendable {
  let monitor: RegionMonitor
  let regions: [String: Region]

  init(_ monitor: RegionMonitor) {
    self.monitor = monitor
    let regions = monitor.identifiers.compactMap { monitor.region($0) }
    self.regions = Dictionary(regions.map { ($0.identifier, $0) }) { first, _ in first }
  }
}

extension RegionClient {
  /// Notes that the regions of an earlier service are requested.
  func awaitEarlier() { awaitsEarlier = true }

  /// Takes the regions of an earlier service, `nil` for none, and answers the requests that waited
  /// for them.
  func endWaiting(_ earlier: EarlierRegions?, at now: MonotonicTime) {
    awaitsEarlier = false
    if let earlier, !isFinished {
      if adopt(earlier) { keptChanges = monitor.changes } else { keep() }
      need = RegionNeed(of: monitor, at: now)
    }
    book.endWaiting()
    for region in asked { tellState(of: region) }
    asked = []
  }

  /// Adopts regions with their states, except those that the program has changed since.
  ///
  /// - Returns: whether exactly these are monitored now.
  private func adopt(_ earlier: EarlierRegions) -> Bool {
    let new = book.adopt(earlier.regions)
    if isEmpty, new.count == earlier.regions.count {
      monitor = earlier.monitor
      return true
    }
    for (identifier, region) in new {
      guard var options = earlier.monitor.options(of: identifier) else { continue }
      options.initialState = earlier.monitor.state(of: identifier) ?? .unknown
      // They were valid when they were stored.
      do throws(RegionError) { try monitor.add(region, options: options) } catch { continue }
    }
    return false
  }
}

extension RegionClient {
  /// Requests nothing: see `LocationEngine.resume`.
  func attach(_ keeper: StateKeeper, on loop: EventLoop, changed: @escaping () -> Void) {
    self.keeper = keeper
  }

  func keepAll() { if monitor.changes != keptChanges { keep() } }

  private func keep() {
    guard let keeper, let key else { return }
    keptChanges = monitor.changes
    keeper.keep(key) { [self] in { [monitor] in monitor.encoded } }
  }
}

extension RegionClient: WakingClient {
  var wakes: Bool { monitor.wakes }

  func inherit(_ other: RegionClient, at now: MonotonicTime) {
    _ = adopt(EarlierRegions(other.monitor))
    book.inherit(other.book)
    need = RegionNeed(of: monitor, at: now)
  }
}
