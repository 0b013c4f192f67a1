internal import Cairn
internal import CairnExports
internal import CairnLinux
internal import CairnTypes

/// What the clients of gpsd's protocol, of sentences and of the time want of the system: one manager for each program
/// of each server, since these clients cannot say what they need.
///
/// Isolation: the event loop. `close()` ends it.
final class DemandBook {
  /// A program at a server; all that the kernel does not tell apart are one.
  struct Party: Hashable {
    let door: LocationService.Door
    let client: ClientIdentity
  }

  private let system: LocationSystem
  private let delegate: ServiceDelegate
  private let tail: DemandTail
  private(set) var managers: [Party: LocationManager] = [:]
  /// Demands that end in a moment.
  private var ending: [Party: UInt32] = [:]
  private var wanted: [LocationService.Door: Set<ClientIdentity>] = [:]

  /// `log` gets what the system tells of its positions.
  init(system: LocationSystem, log: @escaping (String) -> Void) {
    self.system = system
    delegate = ServiceDelegate(log: log)
    tail = DemandTail(loop: system.executor)
  }

  /// Whether any client of a server wants positions now.
  func isWanted(at door: LocationService.Door) -> Bool { wanted[door]?.isEmpty == false }

  /// Notes which programs want positions from now on.
  func want(
    _ clients: Set<ClientIdentity>, at door: LocationService.Door, _ settings: ServiceSettings,
    isolation: isolated any Actor
  ) {
    let before = wanted[door] ?? []
    wanted[door] = clients
    for client in clients.subtracting(before) {
      begin(Party(door: door, client: client), settings, isolation: isolation)
    }
    for client in before.subtracting(clients) { endSoon(Party(door: door, client: client)) }
  }

  /// Changes the demands to those of other settings.
  func apply(_ settings: ServiceSettings) {
    for (party, manager) in managers { manager.configuration = settings.demand(at: party.door) }
  }

  /// Ends all demands at once. Idempotent.
  func close() {
    wanted = [:]
    tail.close()
    for party in managers.keys { end(party) }
  }

  private func begin(
    _ party: Party, _ settings: ServiceSettings, isolation: isolated any Actor
  ) {
    if let number = ending.removeValue(forKey: party) { tail.keep(number) }
    if let manager = managers[party] {
      // The policy may have ended it meanwhile.
      return manager.startUpdatingLocation()
    }
    let manager = LocationManager(system: system, client: party.client)
    managers[party] = manager
    manager.delegate = delegate
    manager.configuration = settings.demand(at: party.door)
    manager.startUpdatingLocation()
  }

  private func endSoon(_ party: Party) {
    ending[party] = tail.end { [weak self] in
      self?.ending[party] = nil
      self?.end(party)
    }
  }

  private func end(_ party: Party) { managers.removeValue(forKey: party)?.stopUpdatingLocation() }
}

/// Logs what the system tells the service, as it tells every client.
private final class ServiceDelegate: LocationManagerDelegate {
  private let log: (String) -> Void
  private var last: LocationError.Code?

  init(log: @escaping (String) -> Void) { self.log = log }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    last = nil
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    // The service logs by its path which receiver is gone.
    guard error.code != last, error.code != .providerLost else { return }
    last = error.code
    log(error.code == .denied ? "\(manager.client.name): \(error)" : "\(error)")
  }
}
