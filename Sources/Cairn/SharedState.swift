internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates
internal import Synchronization

/// How many clients the engine serves.
struct ClientCounts: Hashable, Sendable {
  var services = 0
  var requests = 0
}

/// What any thread may ask of a system without going through the event loop.
///
/// Isolation: written on the event loop, read anywhere; the lock guards the values and nothing else.
final class SharedState: Sendable {
  private struct Values {
    var last = KeptFix()
    var plan = PowerPlan.empty
    var clients = ClientCounts()
    var conditions = DeviceConditions()
  }

  private let values = Mutex(Values())
  private let counter = Atomic<UInt32>(0)

  /// The last fix the intake accepted.
  var last: Location? { values.withLock { $0.last.value } }
  var plan: PowerPlan { values.withLock { $0.plan } }
  var conditions: DeviceConditions { values.withLock { $0.conditions } }

  var clients: ClientCounts { values.withLock { $0.clients } }

  func setClients(_ clients: ClientCounts) { values.withLock { $0.clients = clients } }
  func setLast(_ fix: Location) { values.withLock { $0.last.keep(fix) } }
  func setConditions(_ conditions: DeviceConditions) {
    values.withLock { $0.conditions = conditions }
  }
  func setPlan(_ plan: PowerPlan) { values.withLock { $0.plan = plan } }

  /// A number for a client or an observer; never 0.
  func nextID() -> UInt32 {
    let id = counter.wrappingAdd(1, ordering: .relaxed).newValue
    return id == 0 ? nextID() : id
  }
}
