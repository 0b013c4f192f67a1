public import CairnTypes

/// What is asked of a provider. Changing it needs no stop and start.
public struct ProviderDemand: Hashable, Sendable {
  /// Time between fixes that is fast enough for every client; of a provider that rests, how long that will last.
  public var interval: Duration
  /// The finest accuracy any client wants; also decides how eagerly bytes are read.
  public var accuracy: DesiredAccuracy
  /// What the device is carried by.
  public var activity: ActivityType
  /// Whether its hardware shall sleep, where it can, until it is asked for something else.
  public var rests: Bool

  /// See the properties.
  public init(
    interval: Duration, accuracy: DesiredAccuracy, activity: ActivityType = .other,
    rests: Bool = false
  ) {
    self.interval = interval
    self.accuracy = accuracy
    self.activity = activity
    self.rests = rests
  }
}

/// How a provider is doing.
public enum ProviderHealth: Hashable, Sendable {
  /// No hardware at the moment; it may still appear.
  case absent
  case off
  /// Hardware is being opened or woken.
  case starting
  /// Running without a fix yet.
  case acquiring(since: MonotonicTime)
  case fixing
  /// Works, but worse than it should, in words.
  case degraded(String)
  case failed(LocationError)

  /// Whether there is no hardware that it draws for.
  package var lacksHardware: Bool {
    switch self {
    case .absent: true
    case .failed(let error): error.code.isLackOfHardware
    case .off, .starting, .acquiring, .fixing, .degraded: false
    }
  }

  /// Whether the planner may count on it.
  public var isUsable: Bool {
    switch self {
    case .absent, .failed: false
    case .off, .starting, .acquiring, .fixing, .degraded: true
    }
  }
}

/// The satellites of one epoch.
public struct SatelliteReport: Hashable, Sendable {
  /// All that are in view, tracked or not.
  public var satellites: [Satellite]
  /// Of the epoch; absent where the receiver does not say.
  public var dilution: DilutionOfPrecision
  /// When the epoch was, on the boot clock.
  public var time: MonotonicTime

  /// See the properties.
  public init(satellites: [Satellite], dilution: DilutionOfPrecision, time: MonotonicTime) {
    self.satellites = satellites
    self.dilution = dilution
    self.time = time
  }
}

/// What a provider tells the engine.
public enum ProviderEvent: Sendable {
  case fix(Location)
  /// The provider works but has no position, in words.
  case noFix(reason: String)
  case health(ProviderHealth)
  case satellites(SatelliteReport)
  /// What is known of the provider's receiver has changed.
  case receiver(ReceiverReport)
  case failure(LocationError)
  /// What its hardware does with its power, where that is not seen from fixes: asleep between two, or left
  /// on after `stop`, which says so before it returns.
  case power(PowerState)
  /// A sensor of motion has changed its mind.
  case motion(isMoving: Bool)
  /// What it can do and costs has become known better: which receiver it has found.
  case descriptor(ProviderDescriptor)
}

/// Where a provider sends its events.
///
/// Thread-safe and never blocking. On the event loop a call reaches the engine at once, without a
/// hop; from any other thread it is queued there.
public struct ProviderSink: Sendable {
  private let body: @Sendable (ProviderEvent) -> Void
  private let fixBody: @Sendable (Location) -> Void

  /// - Parameter body: called for each event on the provider's thread; must return quickly.
  public init(_ body: @escaping @Sendable (ProviderEvent) -> Void) {
    self.init(fixes: { body(.fix($0)) }, others: body)
  }

  /// Fixes come often and everything else seldom: a way of their own spares them the copies of an
  /// event that could be anything.
  ///
  /// - Parameters:
  ///   - fixes: called for each fix on the provider's thread; must return quickly.
  ///   - others: the same for everything else.
  public init(
    fixes: @escaping @Sendable (Location) -> Void,
    others: @escaping @Sendable (ProviderEvent) -> Void
  ) {
    fixBody = fixes
    body = others
  }

  /// Passes one event on.
  public func send(_ event: ProviderEvent) {
    if case .fix(let fix) = event { fixBody(fix) } else { body(event) }
  }

  /// Passes one fix on.
  public func send(_ fix: Location) { fixBody(fix) }
}

/// A source of positions: a receiver, a scan, a replayed file, all of the same shape.
///
/// Isolation: an actor; Cairn's own run on the event loop of their system.
public protocol LocationProvider: Actor {
  /// What it can do and what it costs, as far as is known before it has started. Constant.
  nonisolated var descriptor: ProviderDescriptor { get }

  /// Whether its hardware is there, looked up while it is off: a file or a list of devices is read at most, and
  /// nothing is opened. Callable from any thread. Without one of its own it is always there.
  nonisolated var isPresent: Bool { get }

  /// Switches the provider on. Returns once the hardware is commanded, not once it has a fix: after ten
  /// seconds it counts as hanging, and others are used. Events go to `sink` until `stop()` returns.
  ///
  /// - Parameters:
  ///   - demand: what the clients need.
  ///   - sink: where events go.
  /// - Throws: when the provider cannot even try; a device that is busy or missing is an event.
  func start(_ demand: ProviderDemand, sink: ProviderSink) async throws(LocationError)

  /// Follows a changed demand while running.
  func update(_ demand: ProviderDemand) async

  /// Switches the provider off; nothing is read or sent after it returns.
  func stop() async
}

extension LocationProvider {
  public nonisolated var isPresent: Bool { true }
}
