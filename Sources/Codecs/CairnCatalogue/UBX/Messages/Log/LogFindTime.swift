public import CairnUBX

/// UBX-LOG-FINDTIME: requests the log's first entry at or after a time.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-FINDTIME.
public struct LogFindTime: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x0E)
  public static let name = "LOG-FINDTIME"
  public static let payloadLength = PayloadLength.exactly(10)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// 0 for a request.
  public var type: UInt8 = 0
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

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("type", &type)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("minute", &minute)
    f.u1("second", &second)
    f.reserved(1)
  }
}
