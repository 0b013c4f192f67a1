internal import Cairn
internal import CairnTypes
internal import CairnWire

/// One service of a program: a manager of the daemon's system, whose events become reports.
///
/// Isolation: the event loop. `stop()` ends it.
final class NativeService: LocationManagerDelegate {
  enum Kind { case standard, request, significantChanges, visits, heading }

  let kind: Kind
  private let manager: LocationManager
  private let reasons: PlanReasons
  private let send: (WireReport) -> Void
  /// Released by `stop()`.
  private var onEnd: (() -> Void)?

  /// - Parameters:
  ///   - kind: what the manager will run.
  ///   - manager: one that calls on the event loop.
  ///   - reasons: those of the system's plans.
  ///   - send: takes each report.
  ///   - onEnd: called once when the service has ended by itself.
  init(
    _ kind: Kind, _ manager: LocationManager, _ reasons: PlanReasons,
    send: @escaping (WireReport) -> Void,
    onEnd: @escaping () -> Void
  ) {
    self.kind = kind
    self.manager = manager
    self.reasons = reasons
    self.send = send
    self.onEnd = onEnd
    manager.delegate = self
  }

  /// Starts the standard service, or changes its configuration.
  func run(_ configuration: LocationConfiguration) {
    manager.configuration = configuration
    manager.startUpdatingLocation(isolation: nil)
  }

  /// Asks for one position.
  func run(_ request: LocationRequest) { manager.requestLocation(request, isolation: nil) }

  /// Starts the service of positions that are far apart; does nothing while it runs.
  func run(_ options: SignificantChangeOptions) {
    manager.startMonitoringSignificantLocationChanges(options, isolation: nil)
  }

  /// Starts the service of visits; does nothing while it runs.
  func run(_ options: VisitOptions) { manager.startMonitoringVisits(options, isolation: nil) }

  /// Starts the compass, or changes its settings.
  func run(_ settings: WireHeading) {
    manager.headingFilter = settings.filter
    manager.headingOrientation = settings.orientation
    manager.startUpdatingHeading(isolation: nil)
  }

  /// Notes whether the program shows its user how to calibrate the compass.
  func noteCalibration(isShown: Bool) { manager.noteCalibration(isShown: isShown) }

  /// Ends the service; nothing is called after this. Idempotent.
  func stop() {
    onEnd = nil
    manager.delegate = nil
    manager.stopUpdatingLocation()
  }

  private func end() {
    let handler = onEnd
    stop()
    handler?()
  }

  // MARK: Events

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    var rest = locations[...]
    while !rest.isEmpty {
      send(.locations(WireLocations(Array(rest.prefix(WireLimits.locations)))))
      rest = rest.dropFirst(WireLimits.locations)
    }
    if kind == .request { end() }
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    send(.failure(error))
    if error.severity == .fatal { end() }
  }

  func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {
    send(.plan(WirePlan(plan, reasons.reasons(of: plan), for: manager.serviceID)))
  }

  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {
    send(.pause(isPaused: true))
  }

  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {
    send(.pause(isPaused: false))
  }
}

extension NativeService: VisitDelegate {
  func locationManager(_ manager: LocationManager, didVisit visit: Visit) { send(.visit(visit)) }
}

extension NativeService: HeadingDelegate {
  func locationManager(_ manager: LocationManager, didUpdateHeading heading: Heading) {
    send(.heading(heading))
  }

  /// The program answers later.
  func locationManagerShouldDisplayHeadingCalibration(_ manager: LocationManager) -> Bool {
    send(.calibrationQuestion)
    return false
  }
}
