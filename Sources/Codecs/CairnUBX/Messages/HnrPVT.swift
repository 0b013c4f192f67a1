public import CairnTypes

/// UBX-HNR-PVT: position, velocity and time between navigation epochs, from dead reckoning.
///
/// Arrives up to 30 times a second, before the NAV messages of its instant; it ends no epoch.
///
/// Source: u-blox UBX-13003221 R28 (M8 SPG 3.01), UBX-HNR-PVT.
public struct HnrPVT: UBXMessage, Hashable {
  public static let id = MessageID(.hnr, 0x00)
  public static let name = "HNR-PVT"
  public static let payloadLength = PayloadLength.exactly(72)

  /// Milliseconds of GPS week.
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
  /// Which parts of the time are valid.
  public var validity = Validity()
  /// Nanoseconds from the rounded second, -10⁹...10⁹.
  public var nanosecond: Int32 = 0
  /// The kind of fix.
  public var fixType = FixType.none
  /// State bits.
  public var flags = Flags()
  /// Degrees on WGS 84, positive east.
  public var longitude = 0.0
  /// Degrees on WGS 84, positive north.
  public var latitude = 0.0
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude = 0.0
  /// Metres above mean sea level, by the receiver's own geoid.
  public var altitude = 0.0
  /// Metres per second over ground; negative when the vehicle moves backwards.
  public var groundSpeed = 0.0
  /// Metres per second in three dimensions.
  public var speed = 0.0
  /// Direction of motion over ground, in degrees from true north.
  public var course = 0.0
  /// Direction the vehicle points, in degrees from true north; absent unless the receiver knows it.
  public var vehicleHeading: Double?
  /// Metres, the receiver's own estimate.
  public var horizontalAccuracy = 0.0
  /// Metres, the receiver's own estimate.
  public var verticalAccuracy = 0.0
  /// Metres per second.
  public var speedAccuracy = 0.0
  /// Degrees.
  public var courseAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("min", &minute)
    f.u1("second", &second)
    f.x1("valid", &validity)
    f.i4("nano", &nanosecond)
    f.u1("gpsFix", &fixType)
    f.x1("flags", &flags)
    f.reserved(2)
    f.i4("lon", &longitude, scale: 1e-7)
    f.i4("lat", &latitude, scale: 1e-7)
    f.i4("height", &ellipsoidalAltitude, unit: .millimetres)
    f.i4("hMSL", &altitude, unit: .millimetres)
    f.i4("gSpeed", &groundSpeed, unit: .millimetresPerSecond)
    f.i4("speed", &speed, unit: .millimetresPerSecond)
    f.i4("headMot", &course, scale: 1e-5)
    f.i4("headVeh", &vehicleHeading, scale: 1e-5, absent: 0, when: !flags.vehicleHeading)
    f.u4("hAcc", &horizontalAccuracy, unit: .millimetres)
    f.u4("vAcc", &verticalAccuracy, unit: .millimetres)
    f.u4("sAcc", &speedAccuracy, unit: .millimetresPerSecond)
    f.u4("headAcc", &courseAccuracy, scale: 1e-5)
    f.reserved(4)
  }
}

extension HnrPVT {
  /// Which parts of the time are valid.
  public struct Validity: UBXBitField {
    /// The date.
    public var date = false
    /// The time of day.
    public var time = false
    /// The second is no longer uncertain.
    public var isFullyResolved = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("validDate", &date)
      b.flag("validTime", &time)
      b.flag("fullyResolved", &isFullyResolved)
    }
  }

  /// State bits.
  public struct Flags: UBXBitField {
    /// The fix is within the receiver's own limits of precision.
    public var isFixOK = false
    /// Differential corrections were used.
    public var isDifferential = false
    /// The GPS week is valid.
    public var isWeekValid = false
    /// The time of week is valid.
    public var isTimeOfWeekValid = false
    /// `vehicleHeading` is valid.
    public var vehicleHeading = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("GPSfixOK", &isFixOK)
      b.flag("DiffSoln", &isDifferential)
      b.flag("WKNSET", &isWeekValid)
      b.flag("TOWSET", &isTimeOfWeekValid)
      b.flag("headVehValid", &vehicleHeading)
    }
  }

  /// UTC; `nil` unless date and time are valid.
  public var utc: Timestamp? {
    guard validity.date, validity.time else { return nil }
    return Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      nano: nanosecond)
  }
}
