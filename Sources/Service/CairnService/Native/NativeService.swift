internal import Cairn
internal import CairnTypes
internal import CairnUpdates
internal import CairnWire

/// One service of a program: a manager of the daemon's system, whose events become reports.
///
/// Isolation: the event loop. `stop()` ends it.
final class NativeService: LocationManagerDelegate {
  enum Kind {
    case standard, request, significantChanges, visits, heading, regions, altitudes, ranging
    case fullAccuracy
  }

  let kind: Kind
  private let manager: LocationManager
  private let reasons: PlanReasons
  private let regions: NativeRegions
  private let send: (WireReport) -> Void
  /// Released by `stop()`.
  private var onEnd: (() -> Void)?

  /// - Parameters:
  ///   - kind: what the manager will run.
  ///   - manager: one that calls on the event loop.
  ///   - reasons: those of the system's plans.
  ///   - room: what the program's regions may take.
  ///   - send: takes each report.
  ///   - onEnd: called once when the service has ended by itself.
  init(
    _ kind: Kind, _ manager: LocationManager, _ reasons: PlanReasons, _ room: RegionRoom,
    send: @escaping (WireReport) -> Void, onEnd: @escaping () -> Void
  ) {
    self.kind = kind
    self.manager = manager
    self.reasons = reasons
    self.send = send
    self.onEnd = onEnd
    regions = NativeRegions(room)
    manager.onEvent = { [weak self] in self?.tell($0) }
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

  /// Starts to tell relative heights; does nothing while it does.
  func runAltitudes() { manager.startUpdatingAltitude() }

  /// Starts to range beacons; does nothing while these are ranged.
  func run(_ constraint: BeaconConstraint) {
    manager.startRangingBeacons(satisfying: constraint, isolation: nil)
  }

  /// Notes whether the program shows its user how to calibrate the compass.
  func noteCalibration(isShown: Bool) { manager.noteCalibration(isShown: isShown) }

  /// Asks the policy for full accuracy; ends after the answer.
  ///
  /// - Parameters:
  ///   - purpose: as named in the policy's rules.
  ///   - isolation: the server's.
  ///   - onGrant: called before the service ends, if it is granted.
  func requestFullAccuracy(
    _ purpose: String, isolation: isolated any Actor, onGrant: @escaping () -> Void
  ) {
    Task { [weak self, manager] in
      _ = isolation
      do throws(LocationError) {
        try await manager.requestTemporaryFullAccuracyAuthorization(purpose: purpose)
        onGrant()
      } catch {
        self?.send(.failure(error))
      }
      self?.end()
    }
  }

  // MARK: Regions

  /// Notes points of the next region.
  func take(_ points: [Coordinate]) { regions.take(points) }

  /// Monitors a region, or tells why not.
  func run(_ region: WireRegion) {
    do throws(LocationError) {
      let (region, options) = try regions.add(region)
      manager.startMonitoring(for: region, options: options, isolation: nil)
    } catch {
      // One that it replaces is not monitored any more either.
      endRegion(region.identifier)
      send(.regionFailure(identifier: region.identifier, error))
    }
  }

  func endRegion(_ identifier: String) {
    regions.remove(identifier)
    manager.stopMonitoring(for: .named(identifier))
  }

  func askState(_ identifier: String) {
    manager.requestState(for: .named(identifier), isolation: nil)
  }

  // MARK: The end

  /// Ends the service because the program does not want it any more: the stay is not kept.
  func cancel() {
    manager.stopMonitoringVisits()
    stop()
  }

  /// Ends the service; nothing is called after this. Idempotent.
  func stop() {
    onEnd = nil
    manager.delegate = nil
    manager.onEvent = { _ in }
    manager.stopUpdatingLocation()
    regions.removeAll()
  }

  private func end() {
    let handler = onEnd
    stop()
    handler?()
  }

  // MARK: Events

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    for piece in WireLocations.messages(locations) { send(.locations(piece)) }
    if kind == .request { end() }
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    send(.failure(withRule(error)))
    if error.severity == .fatal { end() }
  }

  /// Adds to the error of a program that may not have what it wants which rule says so.
  private func withRule(_ error: LocationError) -> LocationError {
    guard error.reason == nil, error.code == .denied || error.code == .regionMonitoringDenied else {
      return error
    }
    var error = error
    error.reason =
      "\(manager.authorization.reason); once it is granted, the program has to start it again"
    return error
  }

  func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {
    let services = [manager.serviceID].compactMap(\.self)
    send(.plan(WirePlan(plan, reasons.reasons(of: plan), for: services)))
  }

  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {
    send(.pause(isPaused: true))
  }

  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {
    send(.pause(isPaused: false))
  }

  /// Tells the states that have become known without an event.
  private func tellStates() {
    for identifier in regions.undecided {
      guard let state = manager.regionState(of: identifier), state != .unknown else { continue }
      regions.decide(identifier)
      send(.region(WireRegionEvent(identifier, isAnswer: true, state: state.rawValue)))
    }
  }

  /// Events of services besides the standard one.
  private func tell(_ event: ServiceEvent) {
    switch event {
    case .change(let fix): send(.locations(WireLocations([fix])))
    case .visit(let visit): send(.visit(visit))
    case .heading(let heading): send(.heading(heading))
    // The program answers later.
    case .calibrationQuestion: send(.calibrationQuestion)
    case .altitude(let altitude): send(.altitude(WireAltitude(altitude)))
    case .ranged(let beacons, _): send(.ranged(Array(beacons.prefix(WireLimits.beacons))))
    case .crossing(let event, _):
      regions.decide(event.identifier)
      send(.region(WireRegionEvent(event)))
    case .statesChanged: tellStates()
    case .state(let state, let region):
      send(
        .region(WireRegionEvent(region.identifier, isAnswer: true, state: state.rawValue)))
    case .regionFailure(let error, let region?):
      regions.remove(region.identifier)
      send(.regionFailure(identifier: region.identifier, error))
    case .regionFailure(let error, nil), .rangingFailure(let error, _), .trouble(let error),
      .interrupted(let error), .ended(let error):
      locationManager(manager, didFailWithError: error)
    }
  }
}
