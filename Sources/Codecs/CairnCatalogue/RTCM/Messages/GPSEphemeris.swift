public import CairnRTCM

/// 1019: orbit and clock of a GPS satellite.
///
/// Source: RTCM 10403.3, message 1019; IS-GPS-200.
public struct GPSEphemeris: RTCMMessage, Hashable {
  /// PRN 1...32; 40...58 are SBAS 120...138.
  public var satellite: UInt8 = 0
  /// GPS week modulo 1024.
  public var week: UInt16 = 0
  /// User range accuracy, index 0...15.
  public var accuracyIndex: UInt8 = 0
  /// Codes on L2: 1 P, 2 C/A, 3 L2C.
  public var codesOnL2: UInt8 = 0
  /// Issue of the orbit's data.
  public var issueOfEphemeris: UInt8 = 0
  /// Issue of the clock's data.
  public var issueOfClock: UInt16 = 0
  /// Seconds: group delay between L1 and L2, TGD.
  public var groupDelay = 0.0
  /// 0 if the satellite is healthy.
  public var health: UInt8 = 0
  /// Whether P code on L2 carries no navigation data.
  public var isL2PDataOff = false
  /// Whether the curve fit interval exceeds four hours.
  public var hasLongFit = false
  /// Where the satellite is.
  public var orbit = KeplerOrbit()
  /// How far its clock is off.
  public var clock = ClockPolynomial()

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool { number == .gpsEphemeris }
  public var number: MessageNumber { .gpsEphemeris }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    _ = f.form(.gpsEphemeris)
    f.integer(.df009, &satellite)
    f.integer(.df076, &week)
    f.integer(.df077, &accuracyIndex)
    f.integer(.df078, &codesOnL2)
    f.real(.df079, &orbit.rateOfInclination, unit: Unit.semicircle)
    f.integer(.df071, &issueOfEphemeris)
    f.real(.df081, &clock.referenceTime)
    f.real(.df082, &clock.driftRate)
    f.real(.df083, &clock.drift)
    f.real(.df084, &clock.bias)
    f.integer(.df085, &issueOfClock)
    f.real(.df086, &orbit.sineRadius)
    f.real(.df087, &orbit.meanMotionDifference, unit: Unit.semicircle)
    f.real(.df088, &orbit.meanAnomaly, unit: Unit.semicircle)
    f.real(.df089, &orbit.cosineLatitude)
    f.real(.df090, &orbit.eccentricity)
    f.real(.df091, &orbit.sineLatitude)
    f.real(.df092, &orbit.squareRootOfSemiMajorAxis)
    f.real(.df093, &orbit.referenceTime)
    f.real(.df094, &orbit.cosineInclination)
    f.real(.df095, &orbit.longitudeOfAscendingNode, unit: Unit.semicircle)
    f.real(.df096, &orbit.sineInclination)
    f.real(.df097, &orbit.inclination, unit: Unit.semicircle)
    f.real(.df098, &orbit.cosineRadius)
    f.real(.df099, &orbit.argumentOfPerigee, unit: Unit.semicircle)
    f.real(.df100, &orbit.rateOfRightAscension, unit: Unit.semicircle)
    f.real(.df101, &groupDelay)
    f.integer(.df102, &health)
    f.flag(.df103, &isL2PDataOff)
    f.flag(.df137, &hasLongFit)
  }
}

extension MessageNumber {
  /// 1019: `GPSEphemeris`.
  public static var gpsEphemeris: Self { Self(rawValue: 1019) }
}
