import Cairn
import CairnHAL
import CairnLinux
import CairnReports
import CairnTypes
import CairnUpdates
import CairnWatch
import CairnWire
import CommandSupport

/// Shows the calls that a manager's delegate receives.
protocol MonitorView: AnyObject {
  /// Shortest time between two reports of energy and intake.
  var energyInterval: Duration { get }
  /// Handles window and key events until the end; returns at once if the view has no window.
  func follow(_ take: (MonitorRequest) -> Void) async
  func update(_ locations: [Location])
  func fail(_ error: LocationError)
  /// Shows one line for a person.
  func note(_ text: String)
  func show(_ plan: PowerPlan)
  func show(_ satellites: SatelliteReport)
  func show(_ receiver: ReceiverReport)
  func show(_ corrections: ReceiverReport.Corrections)
  func show(_ pulses: ReceiverReport.Pulses)
  /// Shows the energy used; called now and then, and at the end.
  func show(_ energy: EnergyLedger)
  /// Shows the clients of a daemon; called now and then.
  func show(_ clients: MonitoredClients)
  /// Shows the intake counts; called together with the energy.
  func show(_ intake: IntakeReport)
  func show(_ heading: Heading)
  /// Shows a stay that has begun or ended.
  func show(_ visit: Visit)
  func show(_ state: RegionState, of region: Region)
  /// Shows the beacons in range; called once a second.
  func show(_ beacons: [Beacon])
  func finish()
}

extension MonitorView {
  var energyInterval: Duration { .seconds(10) }
  func show(_ heading: Heading) {}
  func show(_ visit: Visit) {}
  func show(_ state: RegionState, of region: Region) {}
  func show(_ beacons: [Beacon]) {}
  func follow(_ take: (MonitorRequest) -> Void) async {}
}

/// What is shown besides positions.
struct Surroundings {
  /// Headings, where there is a compass.
  var heading = false
  var visits = false
  var regions: [Region] = []
  var beacons: BeaconConstraint?
}

/// Request of the user by a key.
enum MonitorRequest {
  case end
  case accuracy(DesiredAccuracy)
}

/// Runs one manager and its view on the event loop, so that a recording is read only as fast as
/// it is shown and no fix is lost.
actor MonitorSession {
  enum Outcome {
    case received
    /// There was no fix, until the end of a recording or until the session was ended.
    case nothing(isRead: Bool)
    /// The device sent data, but nothing that is understood.
    case notUnderstood
  }

  private let system: LocationSystem
  private let view: any MonitorView
  private let endsWithSource: Bool
  /// The socket of the daemon that the system leads to; `nil` for receivers of this program.
  private let daemon: String?
  /// Description of the data of a device that is not understood.
  private var misunderstanding: String?
  /// When energy and intake were shown last.
  private var shown = ContinuousClock.now
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private nonisolated let executor: EventLoop
  private nonisolated let ending: AsyncStream<Void>
  private nonisolated let signal: AsyncStream<Void>.Continuation

  init(
    system: LocationSystem, view: sending any MonitorView, endsWithSource: Bool,
    daemon: String? = nil
  ) {
    self.system = system
    self.daemon = daemon
    executor = system.executor
    self.view = view
    self.endsWithSource = endsWithSource
    (ending, signal) = AsyncStream.makeStream(of: Void.self)
  }

  /// Ends `run`, even while the loop waits for a reader; callable from any thread.
  nonisolated func end() {
    Outlet.standardOutput.release()
    signal.finish()
  }

  func run(
    _ configuration: LocationConfiguration, _ surroundings: Surroundings = Surroundings()
  ) async -> Outcome {
    let manager = LocationManager(system: system)
    let delegate = MonitorDelegate(view: view)
    if endsWithSource { delegate.onNoProvider = { [signal] in signal.finish() } }
    manager.delegate = delegate
    manager.configuration = configuration
    manager.startUpdatingLocation()
    begin(surroundings, manager)
    let window = Task {
      await view.follow { request in
        switch request {
        case .end: end()
        case .accuracy(let accuracy): manager.configuration.desiredAccuracy = accuracy
        }
      }
    }
    let watch = daemon.map { hear(from: $0, manager) }
    let tasks = daemon == nil ? await followProviders() : []
    for await _ in ending {}
    for task in tasks { task.cancel() }
    watch?.close()
    window.cancel()
    manager.stopUpdatingLocation()
    if daemon == nil { await showDiagnostics() }
    view.finish()
    guard !delegate.hasReceived else { return .received }
    return misunderstanding == nil ? .nothing(isRead: delegate.isSourceRead) : .notUnderstood
  }

  private func begin(_ surroundings: Surroundings, _ manager: LocationManager) {
    if surroundings.heading, system.hasCompass { manager.startUpdatingHeading() }
    if surroundings.visits { manager.startMonitoringVisits() }
    for region in surroundings.regions {
      manager.startMonitoring(for: region)
      manager.requestState(for: region)
    }
    if let beacons = surroundings.beacons { manager.startRangingBeacons(satisfying: beacons) }
  }

  /// Shows what the daemon tells of itself.
  private func hear(from path: String, _ manager: LocationManager) -> DaemonWatch {
    var gatherer = ClientGatherer()
    let request = WatchRequest.all(every: view.energyInterval)
    // `run` closes it.
    return DaemonWatch(at: path, request, loop: executor) { [view] message in
      // What a newer daemon tells besides is not for this program.
      guard let report = try? WatchReport.decode(message) else { return }
      switch report {
      case .clients(let message): if let clients = gatherer.take(message) { view.show(clients) }
      case .energy(let energy): view.show(EnergyLedger(energy))
      // Of several receivers, the one in use.
      case .satellites(let sky) where manager.plan.uses(sky.provider):
        view.show(SatelliteReport(sky))
      case .receiver(let receiver) where manager.plan.uses(receiver.provider):
        view.show(ReceiverReport(receiver))
      case .satellites, .receiver: break
      }
    }
  }

  /// Shows what the providers of this program report.
  private func followProviders() async -> [Task<Void, Never>] {
    let events = system.events(of: "gnss")
    let reports = Task {
      var explanationSeen: String?
      for await event in events {
        await showDiagnosticsIfDue()
        switch event {
        case .satellites(let report): view.show(report)
        case .issue(let issue) where issue.kind == .unintelligible:
          explanationSeen = issue.explanation
        case .failure(let error) where error.code == .protocolMismatch:
          noteMisunderstanding(explanationSeen)
          explanationSeen = nil
        case .receiver(let report):
          view.show(report)
          if let corrections = report.corrections { view.show(corrections) }
          if let pulses = report.pulses { view.show(pulses) }
        default: break
        }
      }
    }
    let others = await system.diagnostics().providers.keys.filter { $0 != "gnss" }
    return [reports] + others.map { id in Task { await noteTroubles(of: id) } }
  }

  private func showDiagnosticsIfDue() async {
    guard ContinuousClock.now - shown >= view.energyInterval else { return }
    await showDiagnostics()
  }

  private func showDiagnostics() async {
    shown = .now
    let diagnostics = await system.diagnostics()
    view.show(diagnostics.energy)
    view.show(IntakeReport(diagnostics.intake, diagnostics.repairs))
  }

  /// Shows the obstacles that keep a provider other than the receiver from giving positions, as
  /// they change.
  private func noteTroubles(of id: ProviderID) async {
    let events = system.events(of: id)
    var last: String?
    func note(_ text: String) {
      if text != last { view.note("\(id): \(text)") }
      last = text
    }
    for issue in await system.diagnostics().providers[id]?.issues ?? [] { note(issue.explanation) }
    for await event in events {
      await showDiagnosticsIfDue()
      switch event {
      case .issue(let issue): note(issue.explanation)
      case .measured(.nothing(let reason)): note(reason)
      case .measured(.positions), .fix: last = nil
      default: break
      }
    }
  }

  /// Shows once a description of the device's data.
  private func noteMisunderstanding(_ explanation: String?) {
    guard let explanation, misunderstanding == nil else { return }
    misunderstanding = explanation
    view.note(explanation)
  }
}

/// Passes the manager's calls to a view.
private final class MonitorDelegate: LocationManagerDelegate {
  private let view: any MonitorView
  private(set) var hasReceived = false
  private var isBusyTold = false
  /// Regions whose state is not known yet, by their identifiers.
  private var undecided: [String: Region] = [:]
  /// Whether a finite source has ended.
  private(set) var isSourceRead = false
  /// Called when a finite source has ended; `nil` for other sources.
  var onNoProvider: (() -> Void)?

  init(view: any MonitorView) { self.view = view }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    hasReceived = true
    view.update(locations)
    for (identifier, region) in undecided {
      // That the device was outside from the beginning is no event.
      guard let state = manager.regionState(of: identifier), state != .unknown else { continue }
      show(state, of: region)
    }
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    // The end of a recording is not an error; an unreadable one is reported when the command ends.
    guard let onNoProvider, error.code.isLackOfHardware || error.code == .protocolMismatch
    else {
      view.fail(error)
      if error.code == .deviceBusy { noteDaemon() }
      return
    }
    isSourceRead = true
    onNoProvider()
  }

  private func show(_ state: RegionState, of region: Region) {
    undecided[region.identifier] = state == .unknown ? region : nil
    view.show(state, of: region)
  }

  /// The daemon is the likely holder of a receiver, and it runs as another user, whose descriptors are hidden.
  private func noteDaemon() {
    let path = LocationSystem.daemonSocket
    guard !isBusyTold, !path.isEmpty, (try? MessageSocket(connectingTo: path)) != nil else {
      return
    }
    isBusyTold = true
    view.note(
      "cairnd is running and shares the receivers that it holds: leave out --device and --no-daemon to watch them there, "
        + "or stop it by `systemctl stop cairnd.socket cairnd.service`")
  }

  func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {
    // A recording needs no plan.
    if onNoProvider == nil { view.show(plan) }
  }
}

extension MonitorDelegate: HeadingDelegate, VisitDelegate, RegionMonitoringDelegate,
  BeaconRangingDelegate
{
  func locationManager(_ manager: LocationManager, didUpdateHeading heading: Heading) {
    view.show(heading)
  }

  func locationManager(_ manager: LocationManager, didVisit visit: Visit) { view.show(visit) }

  func locationManager(
    _ manager: LocationManager, didDetermineState state: RegionState, for region: Region
  ) {
    show(state, of: region)
  }

  // The state says the same.
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {}
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) {}

  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region?, withError error: LocationError
  ) {
    let name = region.map { "region \(ForeignText.visible($0.identifier))" } ?? "regions"
    view.note("\(name): \(error.description)")
  }

  func locationManager(
    _ manager: LocationManager, didRange beacons: [Beacon], satisfying constraint: BeaconConstraint
  ) {
    view.show(beacons)
  }

  func locationManager(
    _ manager: LocationManager, didFailRangingFor constraint: BeaconConstraint, error: LocationError
  ) {
    view.note("beacons: \(error.description)")
  }
}
