internal import Cairn
internal import CairnDashboard
internal import CairnHAL
internal import CairnLinux
internal import CairnReports
internal import CairnTypes
internal import CairnWatch

/// What the pages show of the service while any is open.
///
/// Isolation: the event loop. `stop()` ends it.
final class PageFeed: LocationManagerDelegate, HeadingDelegate {
  /// Time between two reports of energy and clients, and of a receiver, at least.
  private static let interval = Duration.seconds(1)

  private let system: LocationSystem
  private let loop: EventLoop
  private let manager: LocationManager
  private let clients: () -> [WatchedClient]
  /// Released by `stop()`.
  private var publish: (DashboardEvent) -> Void
  private var followers: [ProviderID: UInt32] = [:]
  private var receiverTimes: [ProviderID: MonotonicTime] = [:]
  private var intake: IntakeReport?
  private var timer: TimerID?
  private var isOver = false

  /// - Parameters:
  ///   - system: the service's.
  ///   - configuration: what the page wants.
  ///   - clients: those of the service, now.
  ///   - isolation: the service's, to which the manager belongs.
  ///   - publish: takes each event.
  init(
    _ system: LocationSystem, _ configuration: LocationConfiguration,
    clients: @escaping () -> [WatchedClient], isolation: isolated any Actor,
    publish: @escaping (DashboardEvent) -> Void
  ) {
    self.system = system
    self.clients = clients
    self.publish = publish
    loop = system.executor
    manager = LocationManager(system: system, client: PageServer.client)
    manager.configuration = configuration
  }

  /// Begins to want positions and to show everything.
  func start() {
    manager.delegate = self
    manager.startUpdatingLocation(isolation: nil)
    if system.hasCompass { manager.startUpdatingHeading(isolation: nil) }
    publish(.plan(system.plan))
    report()
  }

  /// Wants something else from now on.
  func configure(_ configuration: LocationConfiguration) { manager.configuration = configuration }

  /// Ends it; nothing is called after this. Idempotent.
  func stop() {
    isOver = true
    publish = { _ in }
    manager.delegate = nil
    manager.stopUpdatingLocation()
    manager.stopUpdatingHeading()
    if let timer { loop.cancel(timer) }
    timer = nil
    for follower in followers.values { system.unfollow(follower) }
    followers = [:]
  }

  private func report() {
    follow()
    publish(.energy(system.clientsOnLoop().energy))
    publish(.clients(MonitoredClients(all: clients())))
    reportIntake()
    // `stop` cancels it.
    timer = loop.schedule(at: loop.now() + Self.interval) { [self] in report() }
  }

  /// Tells what became of the fixes, if a cause is new or more frequent.
  private func reportIntake() {
    let counts = system.intakeOnLoop()
    let report = IntakeReport(counts.fixes, counts.values)
    guard intake == nil || report.isNews(after: intake) else { return }
    intake = report
    publish(.intake(report))
  }

  /// Hears what the providers tell that there are now.
  private func follow() {
    for id in system.plan.entries.map(\.provider) where followers[id] == nil {
      let own = Carried(self)
      // `stop` releases the closure.
      followers[id] = system.follow(id) { own.value.take($0, of: id) }
    }
  }

  private func take(_ event: ProviderEvent, of id: ProviderID) {
    // Of several receivers, the one in use.
    guard !isOver, system.plan.uses(id) else { return }
    switch event {
    // Directions of satellites tell a place within some kilometres.
    case .satellites(let report) where manager.authorization.hasFullAccuracy:
      publish(.satellites(report))
    case .receiver(let report):
      let now = loop.now()
      if let last = receiverTimes[id], now - last < Self.interval { return }
      receiverTimes[id] = now
      publish(.receiver(report))
      if let corrections = report.corrections { publish(.corrections(corrections)) }
      if let pulses = report.pulses { publish(.pulses(pulses)) }
    default: break
    }
  }

  // MARK: Calls of the manager

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    publish(.update(locations))
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    publish(.error(error, error.description))
  }

  func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {
    publish(.plan(plan))
  }

  func locationManager(_ manager: LocationManager, didUpdateHeading heading: Heading) {
    publish(.heading(heading))
  }

  /// The policy may have ended the demand, and allows it again.
  func locationManagerDidChangeAuthorization(_ manager: LocationManager) {
    guard manager.authorization.allows(.standard), !manager.isUpdatingLocation else { return }
    manager.startUpdatingLocation(isolation: nil)
  }
}
