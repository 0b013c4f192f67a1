public import CairnTypes

/// The satellites of one epoch.
public struct SatelliteReport: Hashable, Sendable {
  /// All satellites in view, tracked or not.
  public var satellites: [Satellite]
  /// Dilution of precision of the epoch; absent where the receiver does not report it.
  public var dilution: DilutionOfPrecision
  /// Time of the epoch on the boot clock.
  public var time: MonotonicTime

  /// See the properties.
  public init(satellites: [Satellite], dilution: DilutionOfPrecision, time: MonotonicTime) {
    self.satellites = satellites
    self.dilution = dilution
    self.time = time
  }
}

/// Transmitters that a radio heard, whatever the reason for the scan.
public struct RadioObservation: Hashable, Sendable {
  /// One access point, cell or beacon.
  public struct Transmitter: Hashable, Sendable {
    /// As its network prints it: a BSSID, or a global cell identity.
    public var identifier: String
    /// dBm; `nil` where the radio does not report it.
    public var signal: Double?

    /// See the properties.
    public init(identifier: String, signal: Double? = nil) {
      self.identifier = identifier
      self.signal = signal
    }
  }

  /// Transmitters that were heard.
  public var transmitters: [Transmitter]
  /// When it was heard, on the boot clock.
  public var time: MonotonicTime

  /// See the properties.
  public init(transmitters: [Transmitter], time: MonotonicTime) {
    self.transmitters = transmitters
    self.time = time
  }
}

/// Event that a provider reports to the engine.
@nonexhaustive
public enum ProviderEvent: Sendable {
  /// A position not measured on request: a tracking receiver's fix, or one that a radio got at no
  /// cost.
  case fix(Location)
  /// A tracking receiver has no position at the moment; the reason is meant for people.
  case noFix(reason: String)
  /// The end of a measurement; sent once for each.
  case measured(MeasurementOutcome)
  /// The hardware has a new state.
  case lifecycle(ProviderLifecycle)
  /// An issue has arisen, has changed, or was met again.
  case issue(ProviderIssue)
  /// The issue of that kind no longer exists.
  case resolved(ProviderIssue.Kind)
  /// An error that clients should hear of.
  case failure(LocationError)
  /// The satellites of an epoch.
  case satellites(SatelliteReport)
  /// Something known about the provider's receiver has changed.
  case receiver(ReceiverReport)
  /// A power state that fixes do not reveal: asleep between two fixes, or left on after `off`,
  /// which is reported before the call returns.
  case power(PowerState)
  /// Transmitters that were heard; kept even while the provider has no work.
  case observation(RadioObservation)
  /// A measurement would now give a different position than the last one. From now on, a position
  /// holds until the next cue.
  case cue
  /// There will be no more cues, although positions change; not needed if the hardware is gone.
  case cuesEnded
  /// Capabilities and costs are known more exactly, because the receiver was identified.
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

  /// Creates a sink with a separate path for fixes, which saves copying them as a general event.
  ///
  /// - Parameters:
  ///   - fixes: called for each fix on the provider's thread; must return quickly.
  ///   - others: called in the same way for every other event.
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

/// A source of positions, such as a receiver, a scan or a replayed file.
///
/// Isolation: an actor; Cairn's own providers run on the event loop of their system.
public protocol LocationProvider: Actor {
  /// Its capabilities and costs, as far as they are known before it starts. Constant.
  nonisolated var descriptor: ProviderDescriptor { get }

  /// Whether its hardware is there, checked while it is off: reads at most a file or a list of
  /// devices, and opens nothing. Callable from any thread. True by default.
  nonisolated var isPresent: Bool { get }

  /// Where events go; set by the system while the provider belongs to one.
  var sink: ProviderSink? { get set }

  /// Replaces the provider's current work.
  ///
  /// Returns once the hardware has been commanded, not once there is a fix. After ten seconds the
  /// provider counts as hanging, and others are used. Calls never overlap.
  ///
  /// A provider with an operation's energy model is told to measure or to be off; any other is told
  /// to track, to rest or to be off; each is told to be off before it leaves its system. An
  /// operation whose hardware is missing or blocked reports by itself when that is over; a receiver
  /// is told to track and looks for its hardware meanwhile. A measurement ends with exactly one
  /// `ProviderEvent.measured`, which may be sent before the call returns or later, unless other
  /// work replaces it first. A call that counts as hanging is cancelled as a task.
  ///
  /// - Parameter work: the work from now on.
  /// - Throws: an error if the provider cannot even try, which also ends a measurement. A busy or
  ///   missing device is reported as an event instead.
  func perform(_ work: ProviderWork) async throws(LocationError)

  /// Offers a satellite fix of another provider, from which this one may learn.
  ///
  /// Called on the system's event loop for each fix that clients may get; must return quickly. Does
  /// nothing by default.
  nonisolated func learn(from fix: Location)
}

extension LocationProvider {
  public nonisolated var isPresent: Bool { true }

  public nonisolated func learn(from fix: Location) {}

  /// Sets the sink from outside the provider's isolation.
  package func connect(_ sink: ProviderSink?) { self.sink = sink }
}
