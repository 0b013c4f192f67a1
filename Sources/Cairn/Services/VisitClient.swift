internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates

/// The visit service of one manager. Isolation: the event loop.
final class VisitClient: EngineClient {
  let id: UInt32
  let identity: ClientIdentity
  private let mailbox: Mailbox
  private var authorization: Authorization
  private var detector: VisitDetector
  private let reducer = AccuracyReducer()
  private(set) var isRunning = true

  init(
    id: UInt32, identity: ClientIdentity, mailbox: Mailbox, options: VisitOptions,
    authorization: Authorization
  ) {
    self.id = id
    self.identity = identity
    self.mailbox = mailbox
    self.authorization = authorization
    detector = VisitDetector(options)
  }

  var isFinished: Bool { !isRunning }
  var nextDeadline: MonotonicTime { detector.nextDeadline ?? .distantFuture }

  /// Two fixes a minute tell rest from travel: see `VisitDetector`.
  var wish: ClientWish {
    ClientWish(
      id: id, desiredAccuracy: DesiredAccuracy(.metres(detector.options.radius)),
      interval: Defaults.visitWindow / 2)
  }

  func begin(at now: MonotonicTime, cached: Location?) { authorize(authorization, at: now) }

  func receive(_ fix: Location, at now: MonotonicTime) -> ClientEffects {
    tell(detector.receive(fix, at: now))
    return .earlierDeadline
  }

  func fire(at now: MonotonicTime) -> ClientEffects {
    tell(detector.fire(at: now))
    return []
  }

  func fail(_ error: LocationError) {
    guard error.severity == .fatal else { return }
    isRunning = false
    mailbox.put(.ended(error), of: id)
  }

  func authorize(_ authorization: Authorization, at now: MonotonicTime) {
    self.authorization = authorization
    if let code = authorization.refusal(of: .visits) { fail(LocationError(code, severity: .fatal)) }
  }

  private func tell(_ events: [VisitEvent]) {
    for event in events {
      var visit = event.visit
      if authorization.accuracy == .reducedAccuracy {
        visit.coordinate = reducer.reduce(visit.coordinate)
        visit.horizontalAccuracy = max(visit.horizontalAccuracy, Defaults.reducedCell)
      }
      mailbox.put(.visit(visit), of: id)
    }
  }
}
