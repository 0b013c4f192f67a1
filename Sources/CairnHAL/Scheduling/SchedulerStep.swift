public import CairnTypes

/// What a provider is to do from now on.
public struct ProviderCommand: Equatable, Sendable {
  /// Which provider.
  public var provider: ProviderID
  /// What it is to do.
  public var work: ProviderWork

  /// See the properties.
  public init(_ provider: ProviderID, _ work: ProviderWork) {
    self.provider = provider
    self.work = work
  }
}

/// What is to be done after an event.
public struct SchedulerStep: Equatable, Sendable {
  /// In this order.
  public var commands: [ProviderCommand] = []
  /// When to send `wake`, whatever was said before; `nil` for not at all.
  public var wake: MonotonicTime?
  /// A receiver that is left on tells nothing new before: its fixes need not be passed on until then.
  public var nextFix = MonotonicTime(nanoseconds: .min)
  /// A position that the clients should have instead of the one before.
  public var position: SchedulerPosition?
  /// Why, one for each decision.
  public var reasons: [SchedulerReason] = []

  /// Nothing is to be done.
  public init() {}
}

/// Where the device is taken to be.
public struct SchedulerPosition: Equatable, Sendable {
  /// Where.
  public var coordinate: Coordinate
  /// Metres, 68 %: its own, and what has come to it by moving since the last fix.
  public var horizontalAccuracy: Double
  /// No provider said so: it continues the course since the last fix, or ends it where the device stopped.
  public var isExtrapolated: Bool

  /// See the properties.
  public init(coordinate: Coordinate, horizontalAccuracy: Double, isExtrapolated: Bool = false) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.isExtrapolated = isExtrapolated
  }
}
