public import CairnTypes

/// How a receiver shall spend energy.
public enum ReceiverPowerMode: Equatable, Sendable {
  /// Always on.
  case full
  /// Saves power between fixes that far apart.
  case cyclic(period: Duration)
}

/// What is wanted of a receiver's reports, whatever the receiver is.
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
  /// How it shall spend energy.
  public var power = ReceiverPowerMode.full

  /// A position a second, as exact as it gets, and nothing else.
  public init() {}
}
