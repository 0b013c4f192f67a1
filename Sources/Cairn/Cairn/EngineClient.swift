internal import CairnHAL
internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates

/// Possible effects of a fix on a client.
struct ClientEffects: OptionSet {
  let rawValue: UInt8

  /// The engine may forget the client.
  static let finished = ClientEffects(rawValue: 1)
  /// `nextDeadline` may have become earlier.
  static let earlierDeadline = ClientEffects(rawValue: 2)
  /// `demand` or `isRunning` may have changed.
  static let otherDemand = ClientEffects(rawValue: 4)
}

/// One running service of one client, as the engine sees it. Isolation: the event loop.
protocol EngineClient: AnyObject {
  var id: UInt32 { get }
  var identity: ClientIdentity { get }
  /// Permissions by the policy, as last reported.
  var authorization: Authorization { get }
  /// What the service needs of providers.
  var demand: EnergyRequest { get }
  /// Whether it gets fixes as providers send them, instead of filtered positions.
  var takesRawFixes: Bool { get }
  /// Whether the service wants fixes.
  var isRunning: Bool { get }
  /// Whether the engine may forget the client.
  var isFinished: Bool { get }
  /// When `fire` is due next.
  var nextDeadline: MonotonicTime { get }
  /// The same service in the daemon; `nil` if that does not serve it.
  var remote: RemoteEvents? { get }
  /// The client itself if it listens to beacons.
  var asBeaconClient: (any BeaconClient)? { get }
  /// The client itself if it can outlive its manager.
  var asWakingClient: (any WakingClient)? { get }

  func begin(at now: MonotonicTime, cached: Location?)
  /// Takes the last known fix once it becomes known, or once the client may have it; called only
  /// after `begin`.
  func recall(_ cached: Location, at now: MonotonicTime) -> ClientEffects
  func receive(_ fix: Location, at now: MonotonicTime) -> ClientEffects
  /// Takes a position that no provider measured: the estimated one, or the place where the device
  /// has stopped.
  func continueCourse(
    to fix: Location, hasStopped: Bool, at now: MonotonicTime
  ) -> ClientEffects
  func fire(at now: MonotonicTime) -> ClientEffects
  /// Takes the reading of the motion sensor; `nil` if none watches.
  func noteMotion(_ isMoving: Bool?, at now: MonotonicTime)
  func noteLoss(at now: MonotonicTime)
  func fail(_ error: LocationError)
  func authorize(_ authorization: Authorization, at now: MonotonicTime)
  func show(_ plan: PowerPlan)
  /// Sets how long silence does not count as a loss.
  func expect(_ quiet: Duration)
  /// Requests the state of an earlier service, and stores its own from now on.
  ///
  /// - Parameters:
  ///   - keeper: where states are stored.
  ///   - loop: the event loop.
  ///   - changed: called once that state has been adopted, later.
  func attach(_ keeper: StateKeeper, on loop: EventLoop, changed: @escaping () -> Void)
  /// Stores unsaved changes, because the service or the program ends.
  func keepAll()
}

/// A service besides the standard one, which ends when the policy refuses it.
protocol PermittedClient: AnyObject {
  static var service: ServiceSet { get }
  var authorization: Authorization { get set }
  var isFinished: Bool { get }

  func end(_ error: LocationError)
}

extension PermittedClient {
  var isRunning: Bool { !isFinished && authorization.allows(Self.service) }

  func authorize(_ authorization: Authorization) {
    self.authorization = authorization
    if let code = authorization.refusal(of: Self.service) {
      end(LocationError(code, severity: .fatal))
    }
  }
}

extension PermittedClient where Self: EngineClient {
  func begin(at now: MonotonicTime, cached: Location?) { authorize(authorization) }
  func authorize(_ authorization: Authorization, at now: MonotonicTime) { authorize(authorization) }
  func end(_ error: LocationError) { fail(error) }
}

/// Defaults that suit most services.
extension EngineClient {
  var nextDeadline: MonotonicTime { .distantFuture }
  var takesRawFixes: Bool { false }
  var remote: RemoteEvents? { nil }
  var asBeaconClient: (any BeaconClient)? { nil }
  var asWakingClient: (any WakingClient)? { nil }

  func recall(_ cached: Location, at now: MonotonicTime) -> ClientEffects { [] }
  func continueCourse(
    to fix: Location, hasStopped: Bool, at now: MonotonicTime
  ) -> ClientEffects {
    hasStopped ? receive(fix, at: now) : []
  }

  func fire(at now: MonotonicTime) -> ClientEffects { [] }
  func noteMotion(_ isMoving: Bool?, at now: MonotonicTime) {}
  func noteLoss(at now: MonotonicTime) {}
  func show(_ plan: PowerPlan) {}
  func expect(_ quiet: Duration) {}
  func attach(_ keeper: StateKeeper, on loop: EventLoop, changed: @escaping () -> Void) {}
  func keepAll() {}
}
