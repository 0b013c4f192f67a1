public import CairnRTCM

/// 1044: orbit and clock of a QZSS satellite.
///
/// Source: RTCM 10403.3, message 1044; IS-QZSS-PNT.
public struct QZSSEphemeris: RTCMMessage, Hashable {
  /// 1...10: PRN 193...202.
  public var satellite: UInt8 = 0
  /// GPS week modulo 1024.
  public var week: UInt16 = 0
  /// User range accuracy, index 0...15.
  public var accuracyIndex: UInt8 = 0
  /// Codes on L2: always 2.
  public var codesOnL2: UInt8 = 0
  /// Issue of the orbit's data.
  public var issueOfEphemeris: UInt8 = 0
  /// Issue of the clock's data.
  public var issueOfClock: UInt16 = 0
  /// Seconds: group delay between L1 and L2, TGD; `nil` if unusable.
  public var groupDelay: Double?
  /// 0 if the satellite is healthy.
  public var health: UInt8 = 0
  /// Whether the curve fit interval exceeds two hours.
  public var hasLongFit = false
  /// Where the satellite is.
  public var orbit = KeplerOrbit()
  /// How far its clock is off.
  public var clock = ClockPolynomial()

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool { number == .qzssEphemeris }
  public var number: MessageNumber { .qzssEphemeris }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    _ = f.form(.qzssEphemeris)
    f.integer(.df429, &satellite)
    f.real(.df430, &clock.referenceTime)
    f.real(.df431, &clock.driftRate)
    f.real(.df432, &clock.drift)
    f.real(.df433, &clock.bias)
    f.integer(.df434, &issueOfEphemeris)
    f.real(.df435, &orbit.sineRadius)
    f.real(.df436, &orbit.meanMotionDifference, unit: Unit.semicircle)
    f.real(.df437, &orbit.meanAnomaly, unit: Unit.semicircle)
    f.real(.df438, &orbit.cosineLatitude)
    f.real(.df439, &orbit.eccentricity)
    f.real(.df440, &orbit.sineLatitude)
    f.real(.df441, &orbit.squareRootOfSemiMajorAxis)
    f.real(.df442, &orbit.referenceTime)
    f.real(.df443, &orbit.cosineInclination)
    f.real(.df444, &orbit.longitudeOfAscendingNode, unit: Unit.semicircle)
    f.real(.df445, &orbit.sineInclination)
    f.real(.df446, &orbit.inclination, unit: Unit.semicircle)
    f.real(.df447, &orbit.cosineRadius)
    f.real(.df448, &orbit.argumentOfPerigee, unit: Unit.semicircle)
    f.real(.df449, &orbit.rateOfRightAscension, unit: Unit.semicircle)
    f.real(.df450, &orbit.rateOfInclination, unit: Unit.semicircle)
    f.integer(.df451, &codesOnL2)
    f.integer(.df452, &week)
    f.integer(.df453, &accuracyIndex)
    f.integer(.df454, &health)
    f.real(.df455, &groupDelay, absent: -128)
    f.integer(.df456, &issueOfClock)
    f.flag(.df457, &hasLongFit)
  }
}

extension MessageNumber {
  /// 1044: `QZSSEphemeris`.
  public static var qzssEphemeris: Self { Self(rawValue: 1044) }
}
