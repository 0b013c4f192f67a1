public import CairnRTCM

/// 1041: orbit and clock of a NavIC satellite.
///
/// Source: RTCM 10403.3, message 1041; IRNSS SIS ICD for SPS.
public struct NavICEphemeris: RTCMMessage, Hashable {
  /// 1...14; the field has room for 63.
  public var satellite: UInt8 = 0
  /// NavIC week modulo 1024.
  public var week: UInt16 = 0
  /// User range accuracy, index 0...15.
  public var accuracyIndex: UInt8 = 0
  /// Seconds: group delay, TGD.
  public var groupDelay = 0.0
  /// Issue of the orbit's and the clock's data.
  public var issueOfData: UInt8 = 0
  /// Whether the signal on L5 is unusable.
  public var isL5Unhealthy = false
  /// Whether the signal in the S band is unusable.
  public var isSUnhealthy = false
  /// Where the satellite is.
  public var orbit = KeplerOrbit()
  /// How far its clock is off.
  public var clock = ClockPolynomial()

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool { number == .navicEphemeris }
  public var number: MessageNumber { .navicEphemeris }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    _ = f.form(.navicEphemeris)
    f.integer(.df516, &satellite)
    f.integer(.df517, &week)
    f.real(.df518, &clock.bias)
    f.real(.df519, &clock.drift)
    f.real(.df520, &clock.driftRate)
    f.integer(.df521, &accuracyIndex)
    f.real(.df522, &clock.referenceTime)
    f.real(.df523, &groupDelay)
    f.real(.df524, &orbit.meanMotionDifference, unit: Unit.semicircle)
    f.integer(.df525, &issueOfData)
    f.reserved(.df526)
    f.flag(.df527, &isL5Unhealthy)
    f.flag(.df528, &isSUnhealthy)
    f.real(.df529, &orbit.cosineLatitude)
    f.real(.df530, &orbit.sineLatitude)
    f.real(.df531, &orbit.cosineInclination)
    f.real(.df532, &orbit.sineInclination)
    f.real(.df533, &orbit.cosineRadius)
    f.real(.df534, &orbit.sineRadius)
    f.real(.df535, &orbit.rateOfInclination, unit: Unit.semicircle)
    f.real(.df536, &orbit.meanAnomaly, unit: Unit.semicircle)
    f.real(.df537, &orbit.referenceTime)
    f.real(.df538, &orbit.eccentricity)
    f.real(.df539, &orbit.squareRootOfSemiMajorAxis)
    f.real(.df540, &orbit.longitudeOfAscendingNode, unit: Unit.semicircle)
    f.real(.df541, &orbit.argumentOfPerigee, unit: Unit.semicircle)
    f.real(.df542, &orbit.rateOfRightAscension, unit: Unit.semicircle)
    f.real(.df543, &orbit.inclination, unit: Unit.semicircle)
    f.reserved(.df544)
    f.reserved(.df545)
  }
}

extension MessageNumber {
  /// 1041: `NavICEphemeris`.
  public static var navicEphemeris: Self { Self(rawValue: 1041) }
}
