public import CairnTypes

/// Work of a provider. New work replaces the old.
public enum ProviderWork: Hashable, Sendable {
  /// Give fixes until told otherwise. Only for a provider with the energy model of a receiver.
  case track(Tracking)
  /// Measure once. Only for a provider with the energy model of an operation.
  case measure(Measurement)
  /// Sleep and keep clock and orbits; a fix will be needed again, probably at that time.
  case rest(until: MonotonicTime)
  /// Release the device. If its supply can be switched, it is switched off and all memory is lost.
  case off

  /// Requirements on the fixes of a provider that tracks.
  public struct Tracking: Hashable, Sendable {
    /// Time between fixes that is short enough for every client.
    public var interval: Duration
    /// The finest accuracy that any client wants; also decides how soon bytes are read.
    public var accuracy: DesiredAccuracy
    /// Kind of vehicle or movement.
    public var activity: ActivityType
    /// Whether the receiver should sleep between fixes by itself, where it can.
    public var isCyclic: Bool

    /// See the properties.
    public init(
      interval: Duration, accuracy: DesiredAccuracy, activity: ActivityType = .other,
      isCyclic: Bool = false
    ) {
      self.interval = interval
      self.accuracy = accuracy
      self.activity = activity
      self.isCyclic = isCyclic
    }
  }

  /// Requirements on a single measurement.
  public struct Measurement: Hashable, Sendable {
    /// When nobody waits for the result any more.
    public var deadline: MonotonicTime
    /// The finest accuracy that any client wants.
    public var accuracy: DesiredAccuracy

    /// See the properties.
    public init(deadline: MonotonicTime, accuracy: DesiredAccuracy) {
      self.deadline = deadline
      self.accuracy = accuracy
    }
  }

  /// Whether the work gives fixes: tracking or a measurement.
  public var isActive: Bool {
    switch self {
    case .track, .measure: true
    case .rest, .off: false
    }
  }

  /// The tracking that is asked for; `nil` for other work.
  public var tracking: Tracking? { if case .track(let tracking) = self { tracking } else { nil } }

  /// The measurement that is asked for; `nil` for other work.
  public var measurement: Measurement? {
    if case .measure(let measurement) = self { measurement } else { nil }
  }
}

/// How a measurement ended.
@nonexhaustive
public enum MeasurementOutcome: Hashable, Sendable {
  /// One or more positions; an empty array counts as `nothing`.
  case positions([Location])
  /// The provider works but has no position; the reason is meant for people.
  case nothing(reason: String)
  /// The provider could not measure.
  case failure(LocationError)
}
