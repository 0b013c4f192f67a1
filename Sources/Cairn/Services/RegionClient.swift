internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates

/// The region monitoring of one manager or monitor. Isolation: the event loop.
final class RegionClient: EngineClient {
  let id: UInt32
  let identity: ClientIdentity
  let outlet: ServiceOutlet
  private(set) var authorization: Authorization
  private var monitor: RegionMonitor
  /// The name under which it is stored; `nil` if it is not.
  private let key: String?
  private var keeper: StateKeeper?
  /// The monitor's change count when it was last stored.
  private var keptChanges: UInt64
  /// What the present wish is based on.
  private var need = RegionNeed()
  private(set) var isFinished = false

  /// `tell` is called on the event loop.
  init(
    id: UInt32, identity: ClientIdentity, authorization: Authorization,
    monitor: RegionMonitor = RegionMonitor(), key: String? = nil,
    tell: @escaping (ServiceEvent) -> Void
  ) {
    self.id = id
    self.identity = identity
    self.authorization = authorization
    self.monitor = monitor
    self.key = key
    keptChanges = monitor.changes
    outlet = ServiceOutlet(identity, tell: tell)
  }

  var isRunning: Bool { !isFinished && authorization.allows(.monitoring) }
  var nextDeadline: MonotonicTime {
    isRunning ? monitor.nextDeadline ?? .distantFuture : .distantFuture
  }

  var wish: ClientWish {
    ClientWish(
      id: id, desiredAccuracy: DesiredAccuracy(.metres(need.accuracy)), interval: need.interval)
  }

  func begin(at now: MonotonicTime, cached: Location?) { authorize(authorization, at: now) }

  /// The regions' identifiers, unordered.
  var identifiers: [String] { monitor.identifiers }
  /// The regions, unordered.
  var regions: [Region] { monitor.identifiers.compactMap { monitor.region($0) } }

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

  /// Reports the state of a region.
  func tellState(of region: Region) {
    outlet.put(.state(monitor.state(of: region.identifier) ?? .unknown, region))
  }

  func receive(_ fix: Location, at now: MonotonicTime) -> ClientEffects {
    guard isRunning else { return [] }
    tell(monitor.receive(fix, at: now))
    return noteNeed(at: now).union(.earlierDeadline)
  }

  func fire(at now: MonotonicTime) -> ClientEffects {
    guard isRunning else { return [] }
    tell(monitor.fire(at: now))
    return noteNeed(at: now)
  }

  func fail(_ error: LocationError) {
    guard error.severity == .fatal else { return outlet.put(.trouble(error)) }
    isFinished = true
    outlet.put(.regionFailure(error, nil))
  }

  func authorize(_ authorization: Authorization, at now: MonotonicTime) {
    self.authorization = authorization
    guard let code = authorization.refusal(of: .monitoring) else { return }
    fail(LocationError(code, severity: .fatal))
  }

  private func noteNeed(at now: MonotonicTime) -> ClientEffects {
    keepAll()
    let next = RegionNeed(of: monitor, at: now)
    guard next != need else { return [] }
    need = next
    return .otherWish
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

extension RegionClient: KeptClient {
  /// The stored regions have been restored already: see `LocationManager.resumeMonitoring`.
  func attach(_ keeper: StateKeeper, at now: MonotonicTime) { self.keeper = keeper }

  func keepAll() {
    guard let keeper, let key, monitor.changes != keptChanges else { return }
    keptChanges = monitor.changes
    keeper.keep(key) { [self] in { [monitor] in monitor.encoded } }
  }
}

extension RegionClient: WakingClient {
  var wakes: Bool { monitor.wakes }

  func inherit(_ other: any WakingClient) {
    guard let other = other as? RegionClient else { return }
    monitor = other.monitor
    need = other.need
  }
}
