public import CairnTypes
public import CairnUBX

/// UBX-LOG-BATCH: one batched fix.
///
/// A retrieval has no end mark; MON-BATCH tells how many fixes are to come.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-BATCH.
public struct LogBatch: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x11)
  public static let name = "LOG-BATCH"
  public static let payloadLength = PayloadLength.exactly(100)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// Which parts were batched; the others are absent.
  public var content = Content()
  /// Counts the messages of one retrieval; wraps around after 65,535.
  public var sequence: UInt16 = 0
  /// Milliseconds of GPS week; absent unless batched.
  public var timeOfWeek: UInt32?
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
  /// Which parts of the time are valid.
  public var validity = Validity()
  /// Seconds; absent unless batched.
  public var timeAccuracy: Double?
  /// Nanoseconds from the rounded second, -10⁹...10⁹.
  public var nanosecond: Int32 = 0
  /// The kind of fix.
  public var fixType = FixType.none
  /// State bits.
  public var flags = Flags()
  /// Further state bits, which the interface description does not name.
  public var moreFlags: UInt8 = 0
  /// Satellites in the solution; absent unless batched.
  public var satellitesUsed: UInt8?
  /// Degrees on WGS 84, positive east.
  public var longitude = 0.0
  /// Degrees on WGS 84, positive north.
  public var latitude = 0.0
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude = 0.0
  /// Metres above mean sea level, by the receiver's own geoid; absent unless batched.
  public var altitude: Double?
  /// Metres, the receiver's own estimate.
  public var horizontalAccuracy = 0.0
  /// Metres, the receiver's own estimate; absent unless batched.
  public var verticalAccuracy: Double?
  /// Metres per second; absent unless batched.
  public var velocityNorth: Double?
  /// Metres per second; absent unless batched.
  public var velocityEast: Double?
  /// Metres per second, positive down; absent unless batched.
  public var velocityDown: Double?
  /// Metres per second over ground.
  public var groundSpeed = 0.0
  /// Direction of motion over ground, in degrees from true north.
  public var course = 0.0
  /// Metres per second; absent unless batched.
  public var speedAccuracy: Double?
  /// Degrees; absent unless batched.
  public var courseAccuracy: Double?
  /// Position dilution of precision, 99.99 if there is none; absent unless batched.
  public var positionDOP: Double?
  /// Metres since the odometer was reset; absent unless batched.
  public var distance: UInt32?
  /// Total metres; absent unless batched.
  public var totalDistance: UInt32?
  /// Metres, standard deviation of `distance`; absent unless batched.
  public var distanceDeviation: UInt32?

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("contentValid", &content)
    f.u2("msgCnt", &sequence)
    f.u4("iTOW", &timeOfWeek, absent: 0, when: !content.extraPVT)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("min", &minute)
    f.u1("sec", &second)
    f.x1("valid", &validity)
    f.u4("tAcc", &timeAccuracy, unit: .nanoseconds, absent: 0, when: !content.extraPVT)
    f.i4("fracSec", &nanosecond)
    f.u1("fixType", &fixType)
    f.x1("flags", &flags)
    f.number("flags2", &moreFlags, .octets)
    f.u1("numSV", &satellitesUsed, absent: 0, when: !content.extraPVT)
    f.i4("lon", &longitude, scale: 1e-7)
    f.i4("lat", &latitude, scale: 1e-7)
    f.i4("height", &ellipsoidalAltitude, unit: .millimetres)
    f.i4("hMSL", &altitude, unit: .millimetres, absent: 0, when: !content.extraPVT)
    f.u4("hAcc", &horizontalAccuracy, unit: .millimetres)
    f.u4("vAcc", &verticalAccuracy, unit: .millimetres, absent: 0, when: !content.extraPVT)
    f.i4("velN", &velocityNorth, unit: .millimetresPerSecond, absent: 0, when: !content.extraPVT)
    f.i4("velE", &velocityEast, unit: .millimetresPerSecond, absent: 0, when: !content.extraPVT)
    f.i4("velD", &velocityDown, unit: .millimetresPerSecond, absent: 0, when: !content.extraPVT)
    f.i4("gSpeed", &groundSpeed, unit: .millimetresPerSecond)
    f.i4("headMot", &course, scale: 1e-5)
    f.u4("sAcc", &speedAccuracy, unit: .millimetresPerSecond, absent: 0, when: !content.extraPVT)
    f.u4("headAcc", &courseAccuracy, scale: 1e-5, absent: 0, when: !content.extraPVT)
    f.u2("pDOP", &positionDOP, scale: 1e-2, absent: 0, when: !content.extraPVT)
    f.reserved(2)
    f.u4("distance", &distance, absent: 0, when: !content.odometer)
    f.u4("totalDistance", &totalDistance, absent: 0, when: !content.odometer)
    f.u4("distanceStd", &distanceDeviation, absent: 0, when: !content.odometer)
    f.reserved(4)
  }
}

extension LogBatch {
  /// Which parts were batched.
  public struct Content: UBXBitField {
    /// Time of week, accuracies, velocity and dilution.
    public var extraPVT = false
    /// The odometer.
    public var odometer = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("extraPvt", &extraPVT)
      b.flag("extraOdo", &odometer)
    }
  }

  /// Which parts of the time are valid.
  public struct Validity: UBXBitField {
    /// The date.
    public var date = false
    /// The time of day.
    public var time = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("validDate", &date)
      b.flag("validTime", &time)
    }
  }

  /// The state of the fix.
  public struct Flags: UBXBitField {
    /// The fix is within the receiver's precision limits.
    public var isFixOK = false
    /// Differential corrections were used.
    public var isDifferential = false
    /// 0 off, 1 enabled, 2 acquisition, 3 tracking, 4 optimized tracking, 5 inactive.
    public var powerSaveState: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("gnssFixOK", &isFixOK)
      b.flag("diffSoln", &isDifferential)
      b.number("psmState", 3, &powerSaveState)
    }
  }
}

extension LogBatch {
  /// UTC; `nil` unless date and time are valid.
  public var utc: Timestamp? {
    guard validity.date, validity.time else { return nil }
    return Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      nano: nanosecond)
  }
}
