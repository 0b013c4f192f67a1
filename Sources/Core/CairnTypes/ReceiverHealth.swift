/// How well a receiver can hear, as the receiver itself reports it, in whatever message.
public struct ReceiverHealth: Equatable, Sendable {
  /// State of the antenna line.
  public enum Antenna: UInt8, Sendable, CaseIterable {
    /// The receiver cannot tell, or has not said.
    case unknown
    case good
    /// No antenna draws current.
    case open
    case short

    /// Whether somebody must check the antenna.
    public var isFault: Bool { self == .open || self == .short }
  }

  /// How likely it is that the signals are disturbed.
  public enum Threat: UInt8, Sendable, CaseIterable, Comparable {
    /// The receiver cannot tell, or has not said.
    case unknown
    case clean
    /// There are signs of a disturbance; fixes are still computed.
    case suspected
    /// Fixes must not be relied on.
    case critical

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Origin of a statement; when two disagree, the one listed later counts.
  public enum Source: UInt8, Sendable, CaseIterable {
    case none
    /// A sentence: TXT or a vendor's own.
    case sentence
    /// UBX-NAV-STATUS.
    case navigationStatus
    /// UBX-MON-HW or UBX-MON-RF.
    case hardwareMonitor
    /// UBX-SEC-SIG.
    case signalSecurity
  }

  /// State of the antenna line.
  public var antenna = Antenna.unknown
  /// Origin of `antenna`.
  public var antennaSource = Source.none
  /// Threat of interference that drowns the satellites.
  public var jamming = Threat.unknown
  /// Origin of `jamming`.
  public var jammingSource = Source.none
  /// Threat of forged signals.
  public var spoofing = Threat.unknown
  /// Origin of `spoofing`.
  public var spoofingSource = Source.none

  /// Creates a state in which nothing has been reported yet.
  public init() {}

  /// Flags that this state sets on every fix.
  public var flags: LocationSource.Flags {
    var flags: LocationSource.Flags = []
    if jamming >= .suspected { flags.insert(.jammingSuspected) }
    if spoofing >= .suspected { flags.insert(.spoofingSuspected) }
    return flags
  }
}
