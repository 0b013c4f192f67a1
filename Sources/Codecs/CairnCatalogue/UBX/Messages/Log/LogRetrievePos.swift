public import CairnTypes
public import CairnUBX

/// UBX-LOG-RETRIEVEPOS: a position from the log.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-RETRIEVEPOS.
public struct LogRetrievePos: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x0B)
  public static let name = "LOG-RETRIEVEPOS"
  public static let payloadLength = PayloadLength.exactly(40)

  /// The entry's index.
  public var entry: UInt32 = 0
  /// Degrees on WGS 84, positive east.
  public var longitude = 0.0
  /// Degrees on WGS 84, positive north.
  public var latitude = 0.0
  /// Metres above mean sea level.
  public var altitude = 0.0
  /// Metres, the receiver's own estimate.
  public var horizontalAccuracy = 0.0
  /// Metres per second over ground.
  public var groundSpeed = 0.0
  /// Direction of motion over ground, in degrees from true north.
  public var course = 0.0
  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// The kind of fix.
  public var fixType = FixType.none
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
  /// UTC, 0...60.
  public var second: UInt8 = 0
  /// Number of satellites in the solution.
  public var satellitesUsed: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("entryIndex", &entry)
    f.i4("lon", &longitude, scale: 1e-7)
    f.i4("lat", &latitude, scale: 1e-7)
    f.i4("hMSL", &altitude, unit: .millimetres)
    f.u4("hAcc", &horizontalAccuracy, unit: .millimetres)
    f.u4("gSpeed", &groundSpeed, unit: .millimetresPerSecond)
    f.u4("heading", &course, scale: 1e-5)
    f.u1("version", &version)
    f.u1("fixType", &fixType)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("minute", &minute)
    f.u1("second", &second)
    f.reserved(1)
    f.u1("numSV", &satellitesUsed)
    f.reserved(1)
  }
}

extension LogRetrievePos {
  /// UTC; `nil` if the receiver did not know it.
  public var utc: Timestamp? {
    Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, nano: 0)
  }
}
