internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates
internal import CairnWire
internal import Synchronization

/// How many clients the engine serves.
struct ClientCounts: Hashable, Sendable {
  var services = 0
  var requests = 0
}

/// State that any thread may read without going through the event loop.
///
/// Isolation: written on the event loop, read anywhere; the lock guards the values only.
final class SharedState: Sendable {
  /// Whether a provider can serve.
  enum Service {
    case available
    case unavailable(Availability.Reason)
    /// Depends on whether hardware is present for one of these providers, which are off.
    case asks([any LocationProvider])
  }

  private struct Values {
    var last = KeptFix()
    var plan = PowerPlan.empty
    var clients = ClientCounts()
    var conditions = DeviceConditions()
    var service = Service.unavailable(.noHardware)
    var sensors: [any Sensor] = []
    /// The beacon scanner; `nil` without one.
    var beacons: (any BeaconScanner)?
    /// The number of sessions of each client.
    var sessions: [ClientIdentity: Int] = [:]
    /// Names of stored states that a manager has claimed.
    var claims: Set<String> = []
    /// Clients that may have left services behind.
    var leavers: Set<ClientIdentity> = []
    /// What the daemon has; `nil` for a system with providers of its own.
    var remote: WireStatus?
  }

  private let values = Mutex(Values())
  private let counter = Atomic<UInt32>(0)

  /// The last fix that the intake accepted.
  var last: Location? { values.withLock { $0.last.value } }
  var plan: PowerPlan { values.withLock { $0.plan } }
  var conditions: DeviceConditions { values.withLock { $0.conditions } }

  /// Why no provider can serve; `nil` if one can.
  var unavailability: Availability.Reason? {
    switch values.withLock({ $0.service }) {
    case .available: nil
    case .unavailable(let reason): reason
    case .asks(let providers): providers.contains { $0.isPresent } ? nil : .noHardware
    }
  }

  func addSensor(_ sensor: any Sensor) { values.withLock { $0.sensors.append(sensor) } }

  /// Whether there is a compass.
  var hasCompass: Bool {
    if let remote = values.withLock({ $0.remote }) { return remote.hasCompass }
    return values.withLock { $0.sensors }.contains {
      $0.descriptor.kind == .heading && $0.isPresent
    }
  }

  /// Whether there is a radio that can hear beacons.
  var canHearBeacons: Bool {
    let (remote, beacons) = values.withLock { ($0.remote, $0.beacons) }
    return remote?.hearsBeacons ?? beacons?.isPresent ?? false
  }

  /// Notes what the daemon says that the device has.
  func setRemote(_ status: WireStatus) {
    values.withLock {
      $0.remote = status
      $0.service = status.obstacle.reason.map { .unavailable($0) } ?? .available
    }
  }

  func setBeaconScanner(_ scanner: any BeaconScanner) {
    values.withLock { if $0.beacons == nil { $0.beacons = scanner } }
  }

  func setService(_ service: Service) { values.withLock { $0.service = service } }

  var clients: ClientCounts { values.withLock { $0.clients } }

  func setClients(_ clients: ClientCounts) { values.withLock { $0.clients = clients } }
  func setLast(_ fix: Location) { values.withLock { $0.last.keep(fix) } }
  func setConditions(_ conditions: DeviceConditions) {
    values.withLock { $0.conditions = conditions }
  }
  func setPlan(_ plan: PowerPlan) { values.withLock { $0.plan = plan } }

  /// Begins or ends a session in which a client is in use.
  func changeSessions(of client: ClientIdentity, by change: Int) {
    values.withLock {
      let count = $0.sessions[client, default: 0] + change
      $0.sessions[client] = count > 0 ? count : nil
    }
  }

  /// Whether any client is in use.
  var isAnyInUse: Bool { values.withLock { !$0.sessions.isEmpty } }

  /// Claims the name of a stored state.
  ///
  /// - Returns: false when another manager has it.
  func claim(_ key: String) -> Bool { values.withLock { $0.claims.insert(key).inserted } }

  /// Notes that a manager is gone while its services ran.
  func noteLeaving(_ client: ClientIdentity) { values.withLock { _ = $0.leavers.insert(client) } }
  func mayHaveLeft(_ client: ClientIdentity) -> Bool {
    values.withLock { $0.leavers.contains(client) }
  }

  /// Releases names of stored states.
  func release(_ keys: [String]) { values.withLock { $0.claims.subtract(keys) } }

  /// Returns the permissions of a client, and whether that client is in use.
  func authorization(
    of client: ClientIdentity, by policy: any AuthorizationPolicy
  ) -> Authorization {
    var authorization = policy.authorization(for: client)
    if authorization.status == .authorizedWhenInUse {
      authorization.isInUse = values.withLock { $0.sessions[client] != nil }
    }
    if client.isCoarse { authorization.accuracy = .reducedAccuracy }
    return authorization
  }

  /// A unique number for a client or an observer; never 0.
  func nextID() -> UInt32 {
    let id = counter.wrappingAdd(1, ordering: .relaxed).newValue
    return id == 0 ? nextID() : id
  }
}
