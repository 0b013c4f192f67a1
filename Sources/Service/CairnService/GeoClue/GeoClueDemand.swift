internal import Cairn
internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

/// What one client of GeoClue wants of the system, from its `Start` to its end.
///
/// Isolation: the event loop. `end()` ends it.
final class GeoClueDemand: LocationManagerDelegate {
  enum Event {
    /// A position; whether none was known before.
    case located(Location, isNews: Bool)
    /// The position is not known any more.
    case lost
    /// The policy does not allow it any more.
    case refused
    /// What providers do has changed.
    case planned
  }

  let program: PeerProgram
  var identity: ClientIdentity { manager.client }
  /// Whether the system has told that the position is not known any more.
  private(set) var isLost = false
  private var isLocated = false
  private let manager: LocationManager
  /// Programs of the desktop cannot say when they are in use: they are while they want positions.
  private var session: ServiceSession?
  private let tell: (Event) -> Void

  /// - Parameters:
  ///   - program: whose demand it is.
  ///   - manager: its manager, which calls on the event loop.
  ///   - system: the manager's.
  ///   - tell: takes each event on the loop.
  init(
    _ program: PeerProgram, _ manager: LocationManager, _ system: LocationSystem,
    tell: @escaping (Event) -> Void
  ) {
    self.program = program
    self.manager = manager
    self.tell = tell
    session = ServiceSession(system: system, client: manager.client)
  }

  func start(_ configuration: LocationConfiguration) {
    manager.delegate = self
    manager.configuration = configuration
    manager.startUpdatingLocation(isolation: nil)
  }

  func change(_ configuration: LocationConfiguration) { manager.configuration = configuration }

  /// Wants nothing any more; nothing is called after this. Idempotent.
  func end() {
    manager.delegate = nil
    manager.stopUpdatingLocation()
    session = nil
  }

  // MARK: Events

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    guard let fix = locations.last else { return }
    let isNews = isLost || !isLocated
    (isLost, isLocated) = (false, true)
    tell(.located(fix, isNews: isNews))
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    if error.severity == .fatal { return tell(.refused) }
    isLost = true
    tell(.lost)
  }

  func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {
    tell(.planned)
  }
}
