internal import CairnReceiver
package import CairnTypes
package import CairnUpdates

/// The services of one manager, and what waits for its program.
///
/// Pure: positions and time go in, notices come out. Isolation: its station's.
package final class CoreClient {
  private struct Request {
    let number: Int32
    var acquisition: Acquisition
  }

  /// Regions of one manager.
  static let mostRegions = 4096
  /// Requests of one manager that are not answered yet.
  static let mostRequests = 64

  private(set) var options: CoreOptions
  private var standard: StandardUpdates
  private var significant: SignificantChange?
  private var visits: VisitDetector?
  private var wantsSatellites = false
  private var regions = RegionMonitor()
  private var requests: [Request] = []
  /// The latest reason for having no fix; `nil` once there is one.
  private var obstacle: LocationError?
  var queue = DeliveryBuffer<Notice>()
  /// What `take` has returned: the fixes of the call.
  var taken: [Location] = []
  /// The satellites of the last view that was taken.
  var takenView: SatelliteView?

  package init(_ options: CoreOptions) {
    self.options = options
    standard = StandardUpdates(
      configuration: options.standard,
      authorization: Authorization(status: .authorizedAlways, reason: Self.reason))
    queue.put(.authorization)
  }

  /// Why a program may have positions.
  package static var reason: String {
    "the program opens the receiver itself, which no policy restricts"
  }

  // MARK: - What is wanted

  /// Whether fixes are needed, so that the receiver has to be on.
  var needsFixes: Bool {
    let isStandard =
      standard.isRunning && !standard.configuration.isOpportunistic
      && (!standard.isPaused || standard.needsFixesToResume)
    return isStandard || significant != nil || visits != nil || regions.hasAreas
      || !requests.isEmpty
  }

  /// The shortest interval between fixes that is asked for; `nil` if the usual one will do.
  var interval: Duration? { standard.isRunning ? standard.configuration.interval : nil }

  /// The accuracy that is asked for.
  var accuracy: DesiredAccuracy {
    standard.isRunning ? standard.configuration.desiredAccuracy : .nearestTenMeters
  }

  /// How the device moves.
  var activity: ActivityType { standard.configuration.activityType }

  /// Whether the standard service takes fixes as the receiver sends them.
  var takesRawFixes: Bool { !standard.configuration.isFiltered }

  package func configure(_ options: CoreOptions, at now: MonotonicTime) {
    let before = self.options
    self.options = options
    standard.configuration = options.standard
    pass(standard.takeDue(at: now))
    if significant != nil, options.significant != before.significant {
      significant = SignificantChange(options.significant)
    }
    if visits != nil, options.visits != before.visits { visits = VisitDetector(options.visits) }
  }

  package func start(_ service: CoreService, at now: MonotonicTime, cached: Location?) {
    switch service {
    case .locations: pass(standard.start(at: now, cached: cached))
    case .significant:
      guard significant == nil else { return }
      var rules = SignificantChange(options.significant)
      if let fix = rules.start(at: now, cached: cached) { queue.put(.change(fix)) }
      significant = rules
    case .visits: visits = visits ?? VisitDetector(options.visits)
    case .satellites: wantsSatellites = true
    }
  }

  package func stop(_ service: CoreService) {
    switch service {
    case .locations:
      standard.stop()
      queue.clearFixes()
    case .significant: significant = nil
    case .visits: visits = nil
    case .satellites: wantsSatellites = false
    }
  }

  // MARK: - Requests

  /// Asks for one position.
  ///
  /// - Returns: false if too many are waiting.
  package func request(
    _ number: Int32, _ request: LocationRequest, at now: MonotonicTime, cached: Location?
  ) -> Bool {
    guard requests.count < Self.mostRequests else { return false }
    let acquisition = Acquisition(request, at: now, cached: cached)
    if let outcome = acquisition.outcome {
      queue.put(.answer(number, outcome))
    } else {
      requests.append(Request(number: number, acquisition: acquisition))
    }
    return true
  }

  /// Ends a request.
  ///
  /// - Returns: false if it has been answered.
  package func cancel(_ number: Int32) -> Bool {
    guard let index = requests.firstIndex(where: { $0.number == number }) else { return false }
    requests.remove(at: index)
    queue.put(.answer(number, .failure(LocationError(.cancelled))))
    return true
  }

  private func advanceRequests(_ step: (inout Acquisition) -> Acquisition.Outcome?) {
    var index = 0
    while index < requests.count {
      guard let outcome = step(&requests[index].acquisition) else {
        index += 1
        continue
      }
      let number = requests.remove(at: index).number
      queue.put(.answer(number, outcome.withReason(of: obstacle)))
    }
  }

  // MARK: - Regions

  package func add(
    _ region: Region, _ options: MonitoringOptions
  ) throws(RegionError) -> Bool {
    guard regions.count < Self.mostRegions || regions.region(region.identifier) != nil else {
      return false
    }
    try regions.add(region, options: options)
    return true
  }

  package func remove(_ identifier: String) -> Bool { regions.remove(identifier) }

  /// Tells the state of a region.
  ///
  /// - Returns: false if it is not monitored.
  package func tellState(of identifier: String) -> Bool {
    guard let state = regions.state(of: identifier) else { return false }
    put(.state(identifier, state))
    return true
  }

  private func tell(_ events: [RegionEvent]) {
    for event in events {
      // Where entries are told, only the state at the beginning is no crossing.
      let tellsEntry = regions.region(event.identifier)?.notifyOnEntry ?? false
      if event.crossing != nil || (tellsEntry && event.state == .inside) { put(.crossing(event)) }
    }
  }

  // MARK: - What happens

  /// Takes a position.
  func receive(_ position: Location, at now: MonotonicTime) {
    obstacle = nil
    if !takesRawFixes { receiveStandard(position, at: now) }
    advanceRequests { $0.receive(position, at: now) }
    if significant?.receive(position, at: now) == true { put(.change(position)) }
    tell(visits?.receive(position, at: now) ?? [])
    if regions.hasAreas { tell(regions.receive(position, at: now)) }
  }

  /// Takes a fix as the receiver sent it.
  func receiveRaw(_ fix: Location, at now: MonotonicTime) {
    if takesRawFixes { receiveStandard(fix, at: now) }
  }

  private func receiveStandard(_ fix: Location, at now: MonotonicTime) {
    var fix = fix
    if standard.receive(&fix, at: now) { queue.put(fix) }
    if standard.hasDue { pass(standard.takeDue(at: now)) }
  }

  /// Takes a position that was not measured.
  func continueCourse(to position: Location, at now: MonotonicTime) {
    guard !takesRawFixes else { return }
    var position = position
    if standard.continueCourse(to: &position, at: now) { queue.put(position) }
  }

  func see(_ view: SatelliteView) { if wantsSatellites { put(.satellites(view)) } }

  func noteLoss(at now: MonotonicTime) { standard.noteLoss(at: now) }

  func fail(_ error: LocationError) {
    if !error.code.concernsQuality { obstacle = error }
    if needsFixes || standard.isRunning { put(.failure(error)) }
  }

  /// When `fire` is due; `nil` if time alone changes nothing.
  var deadline: MonotonicTime? {
    var due = earliest(standard.nextDeadline, visits?.nextDeadline)
    due = earliest(due, regions.nextDeadline)
    for request in requests { due = earliest(due, request.acquisition.nextDeadline) }
    return due
  }

  func fire(at now: MonotonicTime) {
    if let due = standard.nextDeadline, due <= now { pass(standard.fire(at: now)) }
    advanceRequests { $0.fire(at: now) }
    tell(visits?.fire(at: now) ?? [])
    tell(regions.fire(at: now))
  }

  // MARK: - Output

  private func tell(_ events: [VisitEvent]) { for event in events { put(.visit(event)) } }

  private func put(_ notice: Notice) { queue.put(notice) { $0.isReplaced(by: notice) } }

  private func pass(_ outputs: [StandardUpdates.Output]) {
    for output in outputs {
      switch output {
      case .locations(let fixes): queue.put(fixes)
      case .failure(let error): put(.failure(error))
      case .paused: put(.paused(true))
      case .resumed: put(.paused(false))
      }
    }
  }
}

extension Acquisition.Outcome {
  /// Adds the reason for the missing fix to a time-out.
  fileprivate func withReason(of obstacle: LocationError?) -> Self {
    guard case .failure(let error) = self else { return self }
    return .failure(error.withReason(of: obstacle))
  }
}

/// The earlier of two times; a missing one is ignored.
func earliest(_ a: MonotonicTime?, _ b: MonotonicTime?) -> MonotonicTime? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
