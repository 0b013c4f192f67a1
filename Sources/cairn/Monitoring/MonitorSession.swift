import Cairn
import CommandSupport

/// Shows what a manager's delegate is told.
protocol MonitorView: AnyObject {
  /// How often what was drawn is shown.
  var energyInterval: Duration { get }
  /// Follows the window and its keys until the end, where there are such things.
  func follow(_ end: @Sendable () -> Void) async
  func update(_ locations: [Location])
  func fail(_ error: LocationError)
  /// One line for a person.
  func note(_ text: String)
  func show(_ plan: PowerPlan)
  func show(_ satellites: SatelliteReport)
  func show(_ receiver: ReceiverReport)
  func show(_ corrections: ReceiverReport.Corrections)
  func show(_ pulses: ReceiverReport.Pulses)
  /// Now and then, and at the end.
  func show(_ energy: EnergyLedger)
  /// With the energy.
  func show(_ intake: IntakeReport)
  func finish()
}

extension MonitorView {
  var energyInterval: Duration { .seconds(10) }
  func follow(_ end: @Sendable () -> Void) async {}
}

/// One manager and the view of its calls, on the event loop: a recording that is played as fast as
/// possible is then read as fast as it is shown, and no fix is lost between.
actor MonitorSession {
  enum Outcome {
    case received, nothing
    /// The device sent something, and nothing that is understood.
    case notUnderstood
  }

  private let system: LocationSystem
  private let view: any MonitorView
  private let endsWithSource: Bool
  /// What a device looks like that is not understood.
  private var misunderstanding: String?
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private nonisolated let executor: EventLoop
  private nonisolated let ending: AsyncStream<Void>
  private nonisolated let signal: AsyncStream<Void>.Continuation

  init(system: LocationSystem, view: sending any MonitorView, endsWithSource: Bool) {
    self.system = system
    executor = system.executor
    self.view = view
    self.endsWithSource = endsWithSource
    (ending, signal) = AsyncStream.makeStream(of: Void.self)
  }

  /// Ends `run`, also while the loop waits for whoever reads; callable from anywhere.
  nonisolated func end() {
    Outlet.standardOutput.release()
    signal.finish()
  }

  func run(_ configuration: LocationConfiguration) async -> Outcome {
    let manager = LocationManager(system: system)
    let delegate = MonitorDelegate(view: view)
    if endsWithSource { delegate.onNoProvider = { [signal] in signal.finish() } }
    manager.delegate = delegate
    manager.configuration = configuration
    manager.startUpdatingLocation()
    let events = system.events(of: "gnss")
    let window = Task { await view.follow { end() } }
    let reports = Task {
      var shown = ContinuousClock.now
      var explanationSeen: String?
      for await event in events {
        if ContinuousClock.now - shown >= view.energyInterval {
          shown = .now
          await showDiagnostics()
        }
        switch event {
        case .satellites(let report): view.show(report)
        case .health(.degraded(let explanation)): explanationSeen = explanation
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
    for await _ in ending {}
    reports.cancel()
    window.cancel()
    manager.stopUpdatingLocation()
    await showDiagnostics()
    view.finish()
    guard !delegate.hasReceived else { return .received }
    return misunderstanding == nil ? .nothing : .notUnderstood
  }

  private func showDiagnostics() async {
    let diagnostics = await system.diagnostics()
    view.show(diagnostics.energy)
    view.show(IntakeReport(diagnostics))
  }

  /// Says once what the device looks like.
  private func noteMisunderstanding(_ explanation: String?) {
    guard let explanation, misunderstanding == nil else { return }
    misunderstanding = explanation
    view.note(explanation)
  }
}

/// Passes the manager's calls on to a view.
private final class MonitorDelegate: LocationManagerDelegate {
  private let view: any MonitorView
  private(set) var hasReceived = false
  /// Of a source that ends.
  var onNoProvider: (() -> Void)?

  init(view: any MonitorView) { self.view = view }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    hasReceived = true
    view.update(locations)
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    // A recording that has been read to its end is no error; why one cannot be read is said at the end.
    guard let onNoProvider, error.code.isLackOfHardware else { return view.fail(error) }
    onNoProvider()
  }

  func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {
    // Nothing is planned with a recording.
    if onNoProvider == nil { view.show(plan) }
  }
}
