internal import CCairnCore
internal import Cairn
internal import CairnCore
internal import CairnHAL
internal import CairnJSON
internal import CairnLinux
internal import CairnReports
internal import CairnTypes
internal import CairnUpdates

/// A manager of cairn.h: a `LocationManager` that delivers on the caller's thread, one more for each
/// request, and what only that header has.
///
/// Isolation: one thread at a time, which front.c asks of programs.
final class EngineManager: LocationManagerDelegate {
  /// Requests that are not answered yet.
  static let mostRequests = 64

  let teller: Teller
  private let shared: SharedSystem
  private let manager: LocationManager
  private var options: EngineOptions
  private let descriptors = DescriptorSet()
  /// Set while something waits that no `LocationManager` knows of.
  private let due = EventDescriptor()
  private var requests: [EngineRequest] = []
  /// Numbers of requests that were cancelled and not answered yet.
  private var cancelled: [Int32] = []
  private var regions = RegionRoom()
  private var sky: SkyWatch?
  private var changesRun = false
  private var visitsRun = false
  /// The last plan that was told; `nil` before the first.
  private var plan: PowerPlan?

  /// - Throws: a fatal error: see `SharedSystem.open`.
  init(
    _ teller: Teller, address: String?, _ options: EngineOptions
  ) throws(LocationError) {
    shared = try SharedSystem.open(address)
    self.teller = teller
    self.options = options
    manager = LocationManager(system: shared.system, isolation: nil)
    // Whoever reads the descriptor collects: no actor does, and no watch for one is needed.
    guard descriptors.add(manager.eventDescriptor), descriptors.add(due.descriptor) else {
      shared.close()
      throw LocationError(
        .noProvider, severity: .fatal,
        reason: "the system refuses a descriptor to wait with; raise `ulimit -n`")
    }
    apply()
    manager.onEvent = { [weak self] in self?.tell($0) }
    manager.delegate = self
  }

  /// Readable when `process` has something to do.
  var descriptor: Int32 { descriptors.descriptor }

  /// Ends everything. Waits until the receiver is free, if no other manager has it.
  func close() {
    sky = nil
    requests = []
    manager.delegate = nil
    manager.onEvent = { _ in }
    shared.close()
  }

  // MARK: Services

  func configure(_ options: EngineOptions) {
    let before = self.options.core
    self.options = options
    apply()
    // Their options are those of their start.
    if changesRun, options.core.significant != before.significant {
      manager.stopMonitoringSignificantLocationChanges()
      manager.startMonitoringSignificantLocationChanges(options.core.significant, isolation: nil)
    }
    if visitsRun, options.core.visits != before.visits {
      manager.stopMonitoringVisits()
      manager.startMonitoringVisits(options.core.visits, isolation: nil)
    }
  }

  private func apply() {
    manager.configuration = options.core.standard
    manager.headingFilter = options.headingFilter
    manager.headingOrientation = options.headingOrientation
  }

  /// - Returns: a result of cairn.h.
  func start(_ service: Int32) -> Int32 {
    switch Int(service) {
    case CAIRN_LOCATIONS: manager.startUpdatingLocation(isolation: nil)
    case CAIRN_SIGNIFICANT:
      changesRun = true
      manager.startMonitoringSignificantLocationChanges(options.core.significant, isolation: nil)
    case CAIRN_VISITS:
      visitsRun = true
      manager.startMonitoringVisits(options.core.visits, isolation: nil)
    case CAIRN_HEADINGS: manager.startUpdatingHeading(isolation: nil)
    case CAIRN_SATELLITES: sky = sky ?? SkyWatch(shared.system, due: due)
    default: return code(CAIRN_NOT_SUPPORTED)
    }
    return code(CAIRN_OK)
  }

  /// - Returns: a result of cairn.h.
  func stop(_ service: Int32) -> Int32 {
    switch Int(service) {
    case CAIRN_LOCATIONS: manager.stopUpdatingLocation()
    case CAIRN_SIGNIFICANT:
      changesRun = false
      manager.stopMonitoringSignificantLocationChanges()
    case CAIRN_VISITS:
      visitsRun = false
      manager.stopMonitoringVisits()
    case CAIRN_HEADINGS: manager.stopUpdatingHeading()
    case CAIRN_SATELLITES: sky = nil
    default: return code(CAIRN_NOT_SUPPORTED)
    }
    return code(CAIRN_OK)
  }

  // MARK: Requests

  /// Asks for one position.
  ///
  /// - Returns: false if there is no room for another request.
  func request(_ number: Int32, _ request: LocationRequest) -> Bool {
    guard requests.count < Self.mostRequests else { return false }
    let request = EngineRequest(number, request, of: shared.system)
    guard descriptors.add(request.descriptor) else { return false }
    requests.append(request)
    return true
  }

  /// Ends a request.
  ///
  /// - Returns: false if it has been answered.
  func cancel(_ number: Int32) -> Bool {
    guard forgetRequest(number) else { return false }
    cancelled.append(number)
    due.set()
    return true
  }

  /// - Returns: false if there is none of that number.
  private func forgetRequest(_ number: Int32) -> Bool {
    guard let index = requests.firstIndex(where: { $0.number == number }) else { return false }
    descriptors.remove(requests.remove(at: index).descriptor)
    return true
  }

  // MARK: Regions

  /// Monitors a region.
  ///
  /// - Returns: false if there is no room for another one.
  func add(_ region: Region, points: Int, _ options: MonitoringOptions) -> Bool {
    guard regions.take(region.identifier, points: points) else { return false }
    manager.startMonitoring(for: region, options: options, isolation: nil)
    return true
  }

  /// - Returns: false if there is none of that name.
  func removeRegion(_ name: String) -> Bool {
    guard regions.remove(name) else { return false }
    manager.stopMonitoring(for: .named(name))
    return true
  }

  /// Has the state of a region told.
  ///
  /// - Returns: false if there is none of that name.
  func tellState(of name: String) -> Bool {
    guard regions.contains(name) else { return false }
    manager.requestState(for: .named(name), isolation: nil)
    return true
  }

  // MARK: What is known

  /// The last position; `nil` before the first.
  var last: Location? { manager.location }

  var authorization: cairn_authorization { cairn_authorization(reason: CoreClient.reason) }

  /// The last plan as `cairn monitor --json` writes it; `nil` before the first.
  var planText: [UInt8]? { plan.map(Self.text(of:)) }

  static func text(of plan: PowerPlan) -> [UInt8] {
    var json = JSONText()
    json.report(plan)
    return json.bytes
  }

  // MARK: Telling

  /// Makes the callbacks that are due.
  func process() {
    due.clear()
    manager.processPendingEvents()
    if let report = sky?.take() { teller.satellites(report) }
    for request in requests where !teller.isClosing { answer(request) }
    let numbers = cancelled
    cancelled = []
    for number in numbers { teller.answered(number, .failure(LocationError(.cancelled))) }
  }

  private func answer(_ request: EngineRequest) {
    // A callback may have cancelled it meanwhile.
    guard let outcome = request.takeOutcome(), forgetRequest(request.number) else { return }
    teller.answered(request.number, outcome)
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    if !locations.isEmpty { teller.locations(locations) }
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    teller.failed(error, of: CAIRN_LOCATIONS)
  }

  func locationManagerDidChangeAuthorization(_ manager: LocationManager) {
    teller.authorized(authorization)
  }

  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) { teller.paused(true) }

  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) { teller.paused(false) }

  func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {
    guard plan != self.plan else { return }
    self.plan = plan
    teller.planned()
  }

  /// Events of services besides the standard one.
  private func tell(_ event: ServiceEvent) {
    switch event {
    case .change(let fix): teller.locations([fix])
    case .visit(let visit): teller.visited(visit)
    case .heading(let heading): teller.heading(heading)
    case .crossing(let event, let region):
      guard regions.contains(event.identifier) else { return }
      // Where entries are told, only the state at the beginning is no crossing.
      if event.crossing != nil || (region.notifyOnEntry && event.state == .inside) {
        teller.crossed(event)
      }
    case .state(let state, let region):
      guard regions.contains(region.identifier) else { return }
      teller.state(state, of: region.identifier, at: shared.system.executor.now())
    case .regionFailure(let error, let region?): fail(region.identifier, error)
    case .regionFailure(let error, nil): for name in regions.names { fail(name, error) }
    // The standard service tells the same trouble.
    case .trouble(let error): if !manager.isUpdatingLocation { teller.failed(error) }
    case .interrupted(let error), .ended(let error):
      teller.failed(error, of: error.code == .headingFailure ? CAIRN_HEADINGS : 0)
    case .statesChanged, .calibrationQuestion, .altitude, .ranged, .rangingFailure: break
    }
  }

  private func fail(_ name: String, _ error: LocationError) {
    guard regions.remove(name) else { return }
    teller.regionFailed(name, error, at: shared.system.executor.now())
  }
}

extension Region {
  /// A region for what needs only the name.
  fileprivate static func named(_ name: String) -> Region {
    Region(identifier: name, shape: .polygon([]))
  }
}
