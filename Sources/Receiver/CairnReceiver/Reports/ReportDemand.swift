public import CairnTypes

/// Requirements of a receiver's reports, for receivers of any kind.
public struct ReportDemand: Equatable, Sendable {
  /// How exact positions should be.
  public var accuracy = DesiredAccuracy.best
  /// From one position to the next; above zero.
  public var fixInterval = Duration.seconds(1)
  /// How the device moves.
  public var activity = ActivityType.other
  /// Whether the satellites in view are wanted, every few seconds.
  public var wantsSatellites = false
  /// Whether jamming, spoofing and the antenna's state are wanted, every few seconds.
  public var wantsHealth = false
  /// Whether the error of each time pulse is wanted.
  public var wantsPulse = false
  /// Whether corrections will be sent to the receiver.
  public var takesCorrections = false
  /// Whether the receiver should save power between fixes by itself, if it is a u-blox. Its fixes
  /// are then whole seconds apart, one to ten.
  public var isCyclic = false

  /// A position a second, as exact as it gets, and nothing else.
  public init() {}
}
