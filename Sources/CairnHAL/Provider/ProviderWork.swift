public import CairnTypes

/// What a provider is told to do. Each work replaces the one before.
public enum ProviderWork: Hashable, Sendable {
  /// Give fixes until told otherwise. Only for a provider with the energy model of a receiver.
  case track(Tracking)
  /// Measure once. Only for a provider with the energy model of an operation.
  case measure(Measurement)
  /// Sleep and keep clock and orbits, because a fix will be needed again, probably at that time.
  case rest(until: MonotonicTime)
  /// Give the device back. Where something switches its supply, the supply and all memory go too.
  case off

  /// What the fixes of a provider that tracks are needed for.
  public struct Tracking: Hashable, Sendable {
    /// Time between fixes that is short enough for every client.
    public var interval: Duration
    /// The finest accuracy that any client wants; also decides how eagerly bytes are read.
    public var accuracy: DesiredAccuracy
    /// What carries the device.
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

  /// What a single measurement is needed for.
  public struct Measurement: Hashable, Sendable {
    /// When the result is no longer waited for.
    public var deadline: MonotonicTime
    /// The finest accuracy that any client wants.
    public var accuracy: DesiredAccuracy

    /// See the properties.
    public init(deadline: MonotonicTime, accuracy: DesiredAccuracy) {
      self.deadline = deadline
      self.accuracy = accuracy
    }
  }

  /// Whether fixes are expected: it tracks or measures.
  public var isActive: Bool {
    switch self {
    case .track, .measure: true
    case .rest, .off: false
    }
  }

  /// What the fixes are needed for; `nil` for any other work than tracking.
  public var tracking: Tracking? { if case .track(let tracking) = self { tracking } else { nil } }

  /// What the measurement is needed for; `nil` for any other work.
  public var measurement: Measurement? {
    if case .measure(let measurement) = self { measurement } else { nil }
  }
}

/// How a measurement ended.
public enum MeasurementOutcome: Hashable, Sendable {
  /// One or more positions; none counts as `nothing`.
  case positions([Location])
  /// The provider works but has no position; says why, for a person.
  case nothing(reason: String)
  /// The provider could not measure.
  case failure(LocationError)
}
