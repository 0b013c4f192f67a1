internal import CairnHAL
internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates
internal import CairnWire

/// The visit service of one manager. Isolation: the event loop.
final class VisitClient: EngineClient, PermittedClient {
  static let service = ServiceSet.visits

  let id: UInt32
  let identity: ClientIdentity
  let outlet: ServiceOutlet
  var authorization: Authorization
  private var detector: VisitDetector
  /// The name under which it is stored; `nil` if it is not.
  private let key: String?
  private var keeper: StateKeeper?
  /// Whether the state of an earlier service may still come and be adopted.
  private var awaitsEarlier = false
  /// The state of an earlier boot, held until UTC tells its age.
  private var earlier: VisitDetector?
  private var keptStage = VisitDetector.Stage.travel
  private var keptAt = MonotonicTime(nanoseconds: .min)
  private let reducer = AccuracyReducer()
  private(set) var isFinished = false

  init(
    id: UInt32, identity: ClientIdentity, mailbox: Mailbox, options: VisitOptions,
    authorization: Authorization, key: String? = nil
  ) {
    self.id = id
    self.identity = identity
    outlet = ServiceOutlet(identity) { mailbox.put($0, of: id) }
    self.authorization = authorization
    detector = VisitDetector(options)
    self.key = key
  }

  var nextDeadline: MonotonicTime {
    isRunning ? detector.nextDeadline ?? .distantFuture : .distantFuture
  }

  /// Two fixes a minute distinguish rest from travel; see `VisitDetector`.
  var demand: EnergyRequest {
    EnergyRequest(
      client: id, accuracy: DesiredAccuracy(.metres(detector.options.radius)),
      every: Defaults.visitWindow / 2)
  }

  func receive(_ fix: Location, at now: MonotonicTime) -> ClientEffects {
    guard isRunning else { return [] }
    resume(at: fix)
    tell(detector.receive(fix, at: now))
    keepIfDue(at: now)
    return .earlierDeadline
  }

  func fire(at now: MonotonicTime) -> ClientEffects {
    guard isRunning else { return [] }
    tell(detector.fire(at: now))
    keepIfDue(at: now)
    return []
  }

  func fail(_ error: LocationError) {
    guard error.severity == .fatal else { return }
    isFinished = true
    outlet.put(.ended(error))
  }

  var remote: RemoteEvents? {
    if wakes { return nil }
    return RemoteEvents(id: id, identity: identity, .visits(detector.options)) { [outlet] in
      outlet.put($0)
    }
  }

  private func tell(_ events: [VisitEvent]) {
    // The state of an earlier service is out of date by then.
    if !events.isEmpty { awaitsEarlier = false }
    for event in events {
      var visit = event.visit
      if authorization.accuracy == .reducedAccuracy {
        visit.coordinate = reducer.reduce(visit.coordinate)
        visit.horizontalAccuracy = max(visit.horizontalAccuracy, Defaults.reducedCell)
      }
      outlet.put(.visit(visit), waking: detector.options.wake)
    }
  }
}

extension VisitClient {
  func attach(_ keeper: StateKeeper, on loop: EventLoop, changed: @escaping () -> Void) {
    guard let key else { return }
    self.keeper = keeper
    awaitsEarlier = true
    keeper.load(key, VisitDetector.init(decoding:)) { [self] kept in
      guard awaitsEarlier else { return }
      awaitsEarlier = false
      if let kept { adopt(kept, at: loop.now(), utc: keeper.utc) }
      keepIfDue(at: loop.now())
      changed()
    }
  }

  private func adopt(
    _ kept: KeptStates.Kept<VisitDetector>, at now: MonotonicTime, utc: Timestamp?
  ) {
    // A rest that has begun meanwhile is more than no rest at all.
    guard kept.state.options == detector.options,
      kept.state.stage != .travel || detector.stage == .travel
    else { return }
    if kept.isOfThisBoot || utc != nil {
      resume(kept.state, at: now, utc: kept.isOfThisBoot ? nil : utc)
    } else {
      earlier = kept.state
    }
  }

  /// Discards the present visit, because the service was stopped.
  func forget() {
    detector = VisitDetector(detector.options)
    earlier = nil
    awaitsEarlier = false
  }

  func keepAll() {
    guard let keeper, let key, earlier == nil, !awaitsEarlier else { return }
    keeper.keep(key) { [self] in { [detector] in detector.encoded } }
  }

  /// Stores the state at the start and end of a visit, and now and then while it lasts.
  private func keepIfDue(at now: MonotonicTime) {
    let stage = detector.stage
    let isDue = stage == .visit && now - keptAt >= Defaults.keptVisitInterval
    guard isDue || stage != keptStage, !awaitsEarlier else { return }
    keptStage = stage
    keptAt = now
    keepAll()
  }

  private func resume(at fix: Location) {
    guard let earlier else { return }
    self.earlier = nil
    if let utc = fix.timestamp { resume(earlier, at: fix.time, utc: utc) }
  }

  private func resume(_ known: VisitDetector, at now: MonotonicTime, utc: Timestamp?) {
    var known = known
    guard known.resume(at: now, utc: utc) else { return }
    detector = known
    keptStage = known.stage
    keptAt = now
  }
}

extension VisitClient: WakingClient {
  var wakes: Bool { detector.options.wake != .none }

  func inherit(_ other: VisitClient, at now: MonotonicTime) {
    guard other.detector.options == detector.options else { return }
    detector = other.detector
    earlier = other.earlier
    awaitsEarlier = awaitsEarlier && other.awaitsEarlier
    (keptStage, keptAt) = (other.keptStage, other.keptAt)
  }
}
