public import CairnRTCM

/// 1045 and 1046: orbit and clock of a Galileo satellite, from F/NAV or from I/NAV.
///
/// Source: RTCM 10403.3, messages 1045 and 1046; Galileo OS SIS ICD.
public struct GalileoEphemeris: RTCMMessage, Hashable {
  /// The part that only one of the two messages has.
  public enum Signals: Hashable, Sendable, BitwiseCopyable {
    /// F/NAV, message 1045: E5a.
    case fnav(FNAV)
    /// I/NAV, message 1046: E5b and E1-B.
    case inav(INAV)
  }

  /// The part of message 1045 about E5a.
  public struct FNAV: Hashable, Sendable, BitwiseCopyable {
    /// 0 if E5a is healthy.
    public var healthE5a: UInt8 = 0
    /// Whether E5a's navigation data come without guarantee.
    public var isE5aUnguaranteed = false

    /// Creates the part of a healthy satellite.
    public init() {}
  }

  /// The part of message 1046 about E5b and E1-B.
  public struct INAV: Hashable, Sendable, BitwiseCopyable {
    /// Seconds: group delay between E5b and E1.
    public var groupDelayE5b = 0.0
    /// 0 if E5b is healthy.
    public var healthE5b: UInt8 = 0
    /// Whether E5b's navigation data come without guarantee.
    public var isE5bUnguaranteed = false
    /// 0 if E1-B is healthy.
    public var healthE1B: UInt8 = 0
    /// Whether E1-B's navigation data come without guarantee.
    public var isE1BUnguaranteed = false

    /// Creates the part of a healthy satellite.
    public init() {}
  }

  /// 1...36; the field has room for 63.
  public var satellite: UInt8 = 0
  /// Galileo week, 0...4095.
  public var week: UInt16 = 0
  /// Issue of the orbit's and the clock's data.
  public var issueOfData: UInt16 = 0
  /// Signal in space accuracy, index 0...255; 255 means that there is none.
  public var accuracyIndex: UInt8 = 0
  /// Seconds: group delay between E5a and E1.
  public var groupDelayE5a = 0.0
  /// The part that only one of the two messages has.
  public var signals = Signals.inav(INAV())
  /// Where the satellite is.
  public var orbit = KeplerOrbit()
  /// How far its clock is off.
  public var clock = ClockPolynomial()

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool {
    number == .galileoFNAV || number == .galileoINAV
  }

  public var number: MessageNumber {
    if case .fnav = signals { .galileoFNAV } else { .galileoINAV }
  }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    let isFNAV = f.form(number) == .galileoFNAV
    f.integer(.df252, &satellite)
    f.integer(.df289, &week)
    f.integer(.df290, &issueOfData)
    f.integer(isFNAV ? .df291 : .df286, &accuracyIndex)
    f.real(.df292, &orbit.rateOfInclination, unit: Unit.semicircle)
    f.real(.df293, &clock.referenceTime)
    f.real(.df294, &clock.driftRate)
    f.real(.df295, &clock.drift)
    f.real(.df296, &clock.bias)
    f.real(.df297, &orbit.sineRadius)
    f.real(.df298, &orbit.meanMotionDifference, unit: Unit.semicircle)
    f.real(.df299, &orbit.meanAnomaly, unit: Unit.semicircle)
    f.real(.df300, &orbit.cosineLatitude)
    f.real(.df301, &orbit.eccentricity)
    f.real(.df302, &orbit.sineLatitude)
    f.real(.df303, &orbit.squareRootOfSemiMajorAxis)
    f.real(.df304, &orbit.referenceTime)
    f.real(.df305, &orbit.cosineInclination)
    f.real(.df306, &orbit.longitudeOfAscendingNode, unit: Unit.semicircle)
    f.real(.df307, &orbit.sineInclination)
    f.real(.df308, &orbit.inclination, unit: Unit.semicircle)
    f.real(.df309, &orbit.cosineRadius)
    f.real(.df310, &orbit.argumentOfPerigee, unit: Unit.semicircle)
    f.real(.df311, &orbit.rateOfRightAscension, unit: Unit.semicircle)
    f.real(.df312, &groupDelayE5a)
    if isFNAV {
      var fnav = FNAV()
      if case .fnav(let own) = signals { fnav = own }
      f.integer(.df314, &fnav.healthE5a)
      f.flag(.df315, &fnav.isE5aUnguaranteed)
      f.reserved(.df001part7)
      signals = .fnav(fnav)
    } else {
      var inav = INAV()
      if case .inav(let own) = signals { inav = own }
      f.real(.df313, &inav.groupDelayE5b)
      f.integer(.df316, &inav.healthE5b)
      f.flag(.df317, &inav.isE5bUnguaranteed)
      f.integer(.df287, &inav.healthE1B)
      f.flag(.df288, &inav.isE1BUnguaranteed)
      f.reserved(.df001part2)
      signals = .inav(inav)
    }
  }
}

extension MessageNumber {
  /// 1045: `GalileoEphemeris` from F/NAV.
  public static var galileoFNAV: Self { Self(rawValue: 1045) }
  /// 1046: `GalileoEphemeris` from I/NAV.
  public static var galileoINAV: Self { Self(rawValue: 1046) }
}
