internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates
internal import CairnWire

/// The significant-change service of one manager. Isolation: the event loop.
final class SignificantChangeClient: EngineClient, PermittedClient {
  static let service = ServiceSet.significantChange

  let id: UInt32
  let identity: ClientIdentity
  let outlet: ServiceOutlet
  var authorization: Authorization
  private var rules: SignificantChange
  private let reducer = AccuracyReducer()
  private(set) var isFinished = false

  init(
    id: UInt32, identity: ClientIdentity, mailbox: Mailbox, options: SignificantChangeOptions,
    authorization: Authorization
  ) {
    self.id = id
    self.identity = identity
    outlet = ServiceOutlet(identity) { mailbox.put($0, of: id) }
    self.authorization = authorization
    rules = SignificantChange(options)
  }

  /// No finer than the distance, and no more often than the client may be told.
  var demand: EnergyRequest {
    EnergyRequest(
      client: id, accuracy: DesiredAccuracy(.metres(rules.options.distance)),
      every: max(rules.options.minimumInterval, .seconds(1)))
  }

  func begin(at now: MonotonicTime, cached: Location?) {
    authorize(authorization)
    if isRunning, let fix = rules.start(at: now, cached: cached) { tell(fix) }
  }

  func recall(_ cached: Location, at now: MonotonicTime) -> ClientEffects {
    if isRunning, let fix = rules.recall(cached, at: now) { tell(fix) }
    return []
  }

  func receive(_ fix: Location, at now: MonotonicTime) -> ClientEffects {
    if isRunning, rules.receive(fix, at: now) { tell(fix) }
    return []
  }

  func fail(_ error: LocationError) {
    guard error.severity == .fatal else { return }
    isFinished = true
    outlet.put(.ended(error))
  }

  var remote: RemoteEvents? {
    if wakes { return nil }
    return RemoteEvents(id: id, identity: identity, .significantChanges(rules.options)) {
      [outlet] in outlet.put($0)
    }
  }

  private func tell(_ fix: Location) {
    let isReduced = authorization.accuracy == .reducedAccuracy
    outlet.put(.change(isReduced ? reducer.reduce(fix) : fix), waking: rules.options.wake)
  }
}

extension SignificantChangeClient: WakingClient {
  var wakes: Bool { rules.options.wake != .none }

  func inherit(_ other: SignificantChangeClient, at now: MonotonicTime) {
    guard other.rules.options == rules.options else { return }
    rules = other.rules
  }
}
