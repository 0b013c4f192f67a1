public import CairnTypes
public import CairnUBX

/// UBX-NAV-PVAT: position, velocity, attitude and time of one navigation epoch.
///
/// Source: u-blox F9 HPS interface description, UBX-NAV-PVAT.
public struct NavPVAT: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x17)
  public static let name = "NAV-PVAT"
  public static let payloadLength = PayloadLength.exactly(116)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Which values are valid.
  public var validity = NavPVT.Validity()
  /// UTC.
  public var year: UInt16 = 0
  /// UTC, 1...12.
  public var month: UInt8 = 0
  /// UTC, 1...31.
  public var day: UInt8 = 0
  /// UTC, 0...23.
  public var hour: UInt8 = 0
  /// UTC, 0...59.
  public var minute: UInt8 = 0
  /// UTC, 0...60, rounded: `nanosecond` may refer to the preceding second.
  public var second: UInt8 = 0
  /// Seconds; absent if unknown.
  public var timeAccuracy: Double?
  /// Nanoseconds from the rounded second, -10⁹...10⁹.
  public var nanosecond: Int32 = 0
  /// The kind of fix.
  public var fixType = FixType.none
  /// State bits.
  public var flags = Flags()
  /// What an independent source has confirmed.
  public var confirmation = NavPVT.Confirmation()
  /// Number of satellites in the solution.
  public var satellitesUsed: UInt8 = 0
  /// Degrees on WGS 84, positive east. Check `fixType` and `flags` first.
  public var longitude = 0.0
  /// Degrees on WGS 84, positive north. Check `fixType` and `flags` first.
  public var latitude = 0.0
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude = 0.0
  /// Metres above mean sea level, by the receiver's own geoid.
  public var altitude = 0.0
  /// Metres, the receiver's own estimate.
  public var horizontalAccuracy = 0.0
  /// Metres, the receiver's own estimate.
  public var verticalAccuracy = 0.0
  /// Metres per second.
  public var velocityNorth = 0.0
  /// Metres per second.
  public var velocityEast = 0.0
  /// Metres per second, positive down.
  public var velocityDown = 0.0
  /// Metres per second over ground.
  public var groundSpeed = 0.0
  /// Metres per second.
  public var speedAccuracy = 0.0
  /// Degrees, positive with the right side down; absent if unknown.
  public var roll: Double?
  /// Degrees, positive with the nose up; absent if unknown.
  public var pitch: Double?
  /// Direction in which the vehicle points, in degrees from true north; absent if unknown.
  public var vehicleHeading: Double?
  /// Direction of motion over ground, in degrees from true north.
  public var course = 0.0
  /// Degrees; absent together with `roll`.
  public var rollAccuracy: Double?
  /// Degrees; absent together with `pitch`.
  public var pitchAccuracy: Double?
  /// Degrees; absent together with `vehicleHeading`.
  public var vehicleHeadingAccuracy: Double?
  /// Degrees, positive east; absent if the receiver has no model of it.
  public var magneticDeclination: Double?
  /// Degrees; absent together with `magneticDeclination`.
  public var magneticDeclinationAccuracy: Double?
  /// Direction of the horizontal error ellipse's longer axis, in degrees from true north.
  public var ellipseOrientation = 0.0
  /// Metres along the ellipse's longer axis, one standard deviation.
  public var ellipseSemiMajor = 0.0
  /// Metres along the ellipse's shorter axis, one standard deviation.
  public var ellipseSemiMinor = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    f.x1("valid", &validity)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("min", &minute)
    f.u1("sec", &second)
    f.reserved(1)
    f.reserved(2)
    f.u4("tAcc", &timeAccuracy, unit: .nanoseconds, absent: .max)
    f.i4("nano", &nanosecond)
    f.u1("fixType", &fixType)
    f.x1("flags", &flags)
    f.x1("flags2", &confirmation)
    f.u1("numSV", &satellitesUsed)
    f.i4("lon", &longitude, scale: 1e-7)
    f.i4("lat", &latitude, scale: 1e-7)
    f.i4("height", &ellipsoidalAltitude, unit: .millimetres)
    f.i4("hMSL", &altitude, unit: .millimetres)
    f.u4("hAcc", &horizontalAccuracy, unit: .millimetres)
    f.u4("vAcc", &verticalAccuracy, unit: .millimetres)
    f.i4("velN", &velocityNorth, unit: .millimetresPerSecond)
    f.i4("velE", &velocityEast, unit: .millimetresPerSecond)
    f.i4("velD", &velocityDown, unit: .millimetresPerSecond)
    f.i4("gSpeed", &groundSpeed, unit: .millimetresPerSecond)
    f.u4("sAcc", &speedAccuracy, unit: .millimetresPerSecond)
    attitudeFields(&f)
    f.u2("errEllipseOrient", &ellipseOrientation, scale: 1e-2)
    f.u4("errEllipseMajor", &ellipseSemiMajor, unit: .millimetres)
    f.u4("errEllipseMinor", &ellipseSemiMinor, unit: .millimetres)
    f.reserved(4)
    f.reserved(4)
  }

  private mutating func attitudeFields(_ f: inout some UBXFieldVisitor) {
    let hasNoDeclination = !validity.magneticDeclination
    f.i4("vehRoll", &roll, scale: 1e-5, absent: 0, when: !flags.isRollValid)
    f.i4("vehPitch", &pitch, scale: 1e-5, absent: 0, when: !flags.isPitchValid)
    f.i4("vehHeading", &vehicleHeading, scale: 1e-5, absent: 0, when: !flags.isHeadingValid)
    f.i4("motHeading", &course, scale: 1e-5)
    f.u2("accRoll", &rollAccuracy, scale: 1e-2, absent: 0, when: !flags.isRollValid)
    f.u2("accPitch", &pitchAccuracy, scale: 1e-2, absent: 0, when: !flags.isPitchValid)
    f.u2("accHeading", &vehicleHeadingAccuracy, scale: 1e-2, absent: 0, when: !flags.isHeadingValid)
    f.i2("magDec", &magneticDeclination, scale: 1e-2, absent: 0, when: hasNoDeclination)
    f.u2("magAcc", &magneticDeclinationAccuracy, scale: 1e-2, absent: 0, when: hasNoDeclination)
  }
}

extension NavPVAT {
  /// The state of the fix.
  public struct Flags: UBXBitField {
    /// The fix is within the receiver's precision limits.
    public var isFixOK = false
    /// Differential corrections were used.
    public var isDifferential = false
    /// The roll angle is valid.
    public var isRollValid = false
    /// The pitch angle is valid.
    public var isPitchValid = false
    /// The vehicle's heading is valid.
    public var isHeadingValid = false
    /// How far carrier-phase ambiguities are resolved.
    public var carrierSolution = CarrierSolution.none

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("gnssFixOK", &isFixOK)
      b.flag("diffSoln", &isDifferential)
      b.unused(1)
      b.flag("vehRollValid", &isRollValid)
      b.flag("vehPitchValid", &isPitchValid)
      b.flag("vehHeadingValid", &isHeadingValid)
      b.number("carrSoln", 2, &carrierSolution)
    }
  }

  /// Whether longitude, latitude and heights are a position of this epoch that the receiver trusts.
  public var isPositionUsable: Bool { fixType.hasPosition && flags.isFixOK }

  /// The epoch's UTC; `nil` unless date and time are valid. Second 60 maps to the following second.
  public var utc: Timestamp? {
    guard validity.date, validity.time else { return nil }
    return Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      nano: nanosecond)
  }
}
