public import CairnTypes
public import CairnUBX

/// UBX-LOG-RETRIEVEPOSEXTRA: the odometer at a position in the log.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-RETRIEVEPOSEXTRA.
public struct LogRetrievePosExtra: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x0F)
  public static let name = "LOG-RETRIEVEPOSEXTRA"
  public static let payloadLength = PayloadLength.exactly(32)

  /// The entry's index.
  public var entry: UInt32 = 0
  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
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
  /// Metres since the odometer was reset.
  public var distance: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("entryIndex", &entry)
    f.u1("version", &version)
    f.reserved(1)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("minute", &minute)
    f.u1("second", &second)
    f.reserved(3)
    f.u4("distance", &distance)
    f.reserved(12)
  }
}

extension LogRetrievePosExtra {
  /// UTC; `nil` if the receiver did not know it.
  public var utc: Timestamp? {
    Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, nano: 0)
  }
}
