public import CairnRTCM

/// 1042: orbit and clock of a BeiDou satellite.
///
/// Source: RTCM 10403.3, message 1042; BeiDou ICD, open service signal B1I.
public struct BeiDouEphemeris: RTCMMessage, Hashable {
  /// PRN 1...63.
  public var satellite: UInt8 = 0
  /// BeiDou week, 0...8191.
  public var week: UInt16 = 0
  /// User range accuracy, index 0...15.
  public var accuracyIndex: UInt8 = 0
  /// Age of the orbit's data, index 0...31.
  public var ageOfEphemeris: UInt8 = 0
  /// Age of the clock's data, index 0...31.
  public var ageOfClock: UInt8 = 0
  /// Seconds: group delay of B1I, TGD1.
  public var groupDelayB1 = 0.0
  /// Seconds: group delay of B2I, TGD2.
  public var groupDelayB2 = 0.0
  /// Whether the satellite must not be used.
  public var isUnhealthy = false
  /// Where the satellite is.
  public var orbit = KeplerOrbit()
  /// How far its clock is off.
  public var clock = ClockPolynomial()

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool { number == .beidouEphemeris }
  public var number: MessageNumber { .beidouEphemeris }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    _ = f.form(.beidouEphemeris)
    f.integer(.df488, &satellite)
    f.integer(.df489, &week)
    f.integer(.df490, &accuracyIndex)
    f.real(.df491, &orbit.rateOfInclination, unit: Unit.semicircle)
    f.integer(.df492, &ageOfEphemeris)
    f.real(.df493, &clock.referenceTime)
    f.real(.df494, &clock.driftRate)
    f.real(.df495, &clock.drift)
    f.real(.df496, &clock.bias)
    f.integer(.df497, &ageOfClock)
    f.real(.df498, &orbit.sineRadius)
    f.real(.df499, &orbit.meanMotionDifference, unit: Unit.semicircle)
    f.real(.df500, &orbit.meanAnomaly, unit: Unit.semicircle)
    f.real(.df501, &orbit.cosineLatitude)
    f.real(.df502, &orbit.eccentricity)
    f.real(.df503, &orbit.sineLatitude)
    f.real(.df504, &orbit.squareRootOfSemiMajorAxis)
    f.real(.df505, &orbit.referenceTime)
    f.real(.df506, &orbit.cosineInclination)
    f.real(.df507, &orbit.longitudeOfAscendingNode, unit: Unit.semicircle)
    f.real(.df508, &orbit.sineInclination)
    f.real(.df509, &orbit.inclination, unit: Unit.semicircle)
    f.real(.df510, &orbit.cosineRadius)
    f.real(.df511, &orbit.argumentOfPerigee, unit: Unit.semicircle)
    f.real(.df512, &orbit.rateOfRightAscension, unit: Unit.semicircle)
    f.real(.df513, &groupDelayB1, unit: Unit.nanosecond)
    f.real(.df514, &groupDelayB2, unit: Unit.nanosecond)
    f.flag(.df515, &isUnhealthy)
  }
}

extension MessageNumber {
  /// 1042: `BeiDouEphemeris`.
  public static var beidouEphemeris: Self { Self(rawValue: 1042) }
}
