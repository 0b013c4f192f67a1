public import CairnTypes

/// New work for a provider.
public struct ProviderCommand: Equatable, Sendable {
  /// The provider.
  public var provider: ProviderID
  /// Its new work.
  public var work: ProviderWork

  /// See the properties.
  public init(_ provider: ProviderID, _ work: ProviderWork) {
    self.provider = provider
    self.work = work
  }
}

/// Scheduler's response to an event: commands, the next wake-up, and a position.
public struct SchedulerStep: Equatable, Sendable {
  /// Commands, in the order in which to send them.
  public var commands: [ProviderCommand] = []
  /// When to send `wake`, replacing any earlier time; `nil` for not at all.
  public var wake: MonotonicTime?
  /// Before this time, fixes of the receiver that is left on bring nothing new and need not be
  /// passed on.
  public var nextFix = MonotonicTime(nanoseconds: .min)
  /// A position that clients should have instead of the one before.
  public var position: SchedulerPosition?
  /// Seconds for which clients should expect no position; `nil` for as long as before.
  public var quiet: Double?
  /// The reason for each decision.
  public var reasons: [SchedulerReason] = []

  /// Nothing is to be done.
  public init() {}
}

/// The estimated position of the device.
public struct SchedulerPosition: Equatable, Sendable {
  /// Where the device is.
  public var coordinate: Coordinate
  /// Metres, 68 %: that of the last fix plus what movement since then has added.
  public var horizontalAccuracy: Double
  /// Whether no provider measured it: it continues the course since the last fix, or ends it.
  public var isExtrapolated: Bool
  /// Metres per second along the course that it continues; 0 without one.
  public var speed: Double

  /// See the properties.
  public init(
    coordinate: Coordinate, horizontalAccuracy: Double, isExtrapolated: Bool = false,
    speed: Double = 0
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.isExtrapolated = isExtrapolated
    self.speed = speed
  }
}
