/// How well a receiver can hear, in its own words, whichever message they came in.
public struct ReceiverHealth: Equatable, Sendable {
  /// The state of the antenna's line.
  public enum Antenna: UInt8, Sendable, CaseIterable {
    /// The receiver cannot tell, or has not said.
    case unknown
    case good
    /// No antenna draws current.
    case open
    case short

    /// Whether somebody has to look at the antenna.
    public var isFault: Bool { self == .open || self == .short }
  }

  /// How likely it is that the signals are disturbed.
  public enum Threat: UInt8, Sendable, CaseIterable, Comparable {
    /// The receiver cannot tell, or has not said.
    case unknown
    case clean
    /// There are signs of it; fixes are still given.
    case suspected
    /// Fixes must not be relied upon.
    case critical

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// What a statement came from; of two that disagree the later of this list counts.
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

  /// The antenna's line, and what says so.
  public var antenna = Antenna.unknown
  /// See `antenna`.
  public var antennaSource = Source.none
  /// Interference that hides the satellites.
  public var jamming = Threat.unknown
  /// See `jamming`.
  public var jammingSource = Source.none
  /// Forged signals.
  public var spoofing = Threat.unknown
  /// See `spoofing`.
  public var spoofingSource = Source.none

  /// Nothing has been said yet.
  public init() {}

  /// What every fix is marked with in this state.
  public var flags: LocationSource.Flags {
    var flags: LocationSource.Flags = []
    if jamming >= .suspected { flags.insert(.jammingSuspected) }
    if spoofing >= .suspected { flags.insert(.spoofingSuspected) }
    return flags
  }
}
