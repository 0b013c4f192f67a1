internal import Cairn
internal import CairnTypes
internal import CairnWire

/// One service of a program: a manager of the daemon's system, whose events become reports.
///
/// Isolation: the event loop. `stop()` ends it.
final class NativeService: LocationManagerDelegate {
  enum Kind { case standard, request }

  let kind: Kind
  private let manager: LocationManager
  private let send: (WireReport) -> Void
  /// Released by `stop()`.
  private var onEnd: (() -> Void)?

  /// - Parameters:
  ///   - kind: what the manager will run.
  ///   - manager: one that calls on the event loop.
  ///   - send: takes each report.
  ///   - onEnd: called once when the service has ended by itself.
  init(
    _ kind: Kind, _ manager: LocationManager, send: @escaping (WireReport) -> Void,
    onEnd: @escaping () -> Void
  ) {
    self.kind = kind
    self.manager = manager
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

  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {
    send(.pause(isPaused: true))
  }

  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {
    send(.pause(isPaused: false))
  }
}
