/// UBX-MGA-INI-TIME-UTC: tells a receiver the time, in UTC.
///
/// Send this message before any other assistance.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-INI-TIME-UTC.
public struct MgaIniTimeUTC: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x40)
  public static let name = "MGA-INI-TIME-UTC"
  public static let payloadLength = PayloadLength.exactly(24)
  public static let discriminator: UInt8? = 0x10

  /// Version of the message layout.
  public var version: UInt8 = 0
  /// Moment that the time refers to.
  public var reference = AssistanceReference()
  /// Seconds by which GPS time is ahead of UTC; absent while unknown.
  public var leapSeconds: Int8?
  /// Year of the common era.
  public var year: UInt16 = 0
  /// 1...12.
  public var month: UInt8 = 0
  /// 1...31.
  public var day: UInt8 = 0
  /// 0...23.
  public var hour: UInt8 = 0
  /// 0...59.
  public var minute: UInt8 = 0
  /// 0...60.
  public var second: UInt8 = 0
  /// Nanoseconds after the second, 0...999,999,999.
  public var nanosecond: UInt32 = 0
  /// Accuracy in whole seconds.
  public var accuracySeconds: UInt16 = 0
  /// Nanoseconds to add to `accuracySeconds`, 0...999,999,999.
  public var accuracyNanoseconds: UInt32 = 0
  private var type: UInt8 = 0x10

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.x1("ref", &reference)
    f.i1("leapSecs", &leapSeconds, absent: -128)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("minute", &minute)
    f.u1("second", &second)
    f.reserved(1)
    f.u4("ns", &nanosecond)
    f.u2("tAccS", &accuracySeconds)
    f.reserved(2)
    f.u4("tAccNs", &accuracyNanoseconds)
  }
}
