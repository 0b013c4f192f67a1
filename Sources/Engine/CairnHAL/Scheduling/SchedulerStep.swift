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

/// Scheduler's response to an event: commands and the next wake-up.
public struct SchedulerStep: Equatable, Sendable {
  /// Commands, in the order in which to send them.
  public var commands: [ProviderCommand] = []
  /// When to send `wake`, replacing any earlier time; `nil` for not at all.
  public var wake: MonotonicTime?
  /// Before this time, fixes of the receiver that is left on bring nothing new and need not be
  /// passed on.
  public var nextFix = MonotonicTime(nanoseconds: .min)
  /// Whether clients should have the estimated position, which nobody has measured.
  public var continuesCourse = false
  /// Seconds for which clients should expect no position; `nil` for as long as before.
  public var quiet: Double?
  /// The reason for each decision.
  public var reasons: [SchedulerReason] = []

  /// Nothing is to be done.
  public init() {}
}
