/// UBX-NAV-PVT: position, velocity and time of one navigation epoch.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-PVT; the forms of 84 and 78 bytes are
/// from protocol version 14.
public struct NavPVT: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x07)
  public static let name = "NAV-PVT"
  public static let payloadLength = PayloadLength.versions(78, 84, current: 92)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
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
  /// UTC, 0...60, rounded: a negative `nanosecond` leads into the second before.
  public var second: UInt8 = 0
  /// Which values are valid.
  public var validity = Validity()
  /// Seconds; absent while unknown.
  public var timeAccuracy: Double?
  /// Nanoseconds from the rounded second, -10⁹...10⁹.
  public var nanosecond: Int32 = 0
  /// The kind of fix.
  public var fixType = FixType.none
  /// State bits.
  public var flags = Flags()
  /// Confirmation by an independent source.
  public var confirmation = Confirmation()
  /// Number of satellites in the solution.
  public var satellitesUsed: UInt8 = 0
  /// Degrees on WGS 84, positive east. Check `isPositionUsable` first.
  public var longitude = 0.0
  /// Degrees on WGS 84, positive north. Check `isPositionUsable` first.
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
  /// Direction of motion over ground, in degrees from true north.
  public var course = 0.0
  /// Metres per second.
  public var speedAccuracy = 0.0
  /// Accuracy of `course` and, if present, `vehicleHeading`, in degrees.
  public var courseAccuracy = 0.0
  /// Position dilution of precision; absent while unknown.
  public var positionDOP: Double?
  /// Absent in the 78-byte form.
  public var correction: Correction? = Correction()
  /// Whether the payload has the three fields below; false in the 78- and 84-byte forms.
  public var reportsVehicleHeading = true
  /// Direction the vehicle points, in degrees from true north; absent unless the receiver knows it.
  public var vehicleHeading: Double?
  /// Degrees, positive east; absent unless the receiver has a magnetic model.
  public var magneticDeclination: Double?
  /// Degrees; absent together with `magneticDeclination`.
  public var magneticDeclinationAccuracy: Double?

  public init() {}

  // Inlined: the compiler then knows every offset of this message, which dominates a device's load.
  @inline(__always)
  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("min", &minute)
    f.u1("second", &second)
    f.x1("valid", &validity)
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
    f.i4("headMot", &course, scale: 1e-5)
    f.u4("sAcc", &speedAccuracy, unit: .millimetresPerSecond)
    f.u4("headAcc", &courseAccuracy, scale: 1e-5)
    f.u2("pDOP", &positionDOP, scale: 1e-2, absent: 9999)

    let reportsCorrection = f.more(when: correction != nil)
    reportsVehicleHeading = reportsCorrection && reportsVehicleHeading
    guard reportsCorrection else { return clearTail(with: nil) }
    var correction = correction ?? Correction()
    f.x2("flags3", &correction)
    self.correction = correction
    f.reserved(4)

    reportsVehicleHeading = f.more(when: reportsVehicleHeading)
    guard reportsVehicleHeading else { return clearTail(with: correction) }
    let hasDeclination = validity.magneticDeclination
    f.i4("headVeh", &vehicleHeading, scale: 1e-5, absent: 0, when: !flags.vehicleHeading)
    f.i2("magDec", &magneticDeclination, scale: 1e-2, absent: 0, when: !hasDeclination)
    f.u2("magAcc", &magneticDeclinationAccuracy, scale: 1e-2, absent: 0, when: !hasDeclination)
  }

  /// Clears the fields that an earlier form lacks, for a value that held a longer form before.
  private mutating func clearTail(with correction: Correction?) {
    self.correction = correction
    vehicleHeading = nil
    magneticDeclination = nil
    magneticDeclinationAccuracy = nil
  }
}
