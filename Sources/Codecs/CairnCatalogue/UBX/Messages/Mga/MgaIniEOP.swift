public import CairnUBX

/// UBX-MGA-INI-EOP: tells a receiver the orientation and rotation of the Earth's axis, for its own
/// orbit predictions.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-INI-EOP.
public struct MgaIniEOP: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x40)
  public static let name = "MGA-INI-EOP"
  public static let payloadLength = PayloadLength.exactly(72)
  public static let discriminator: UInt8? = 0x30

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Days since 1 January 2000, 12:00 UTC.
  public var referenceDay: UInt16 = 0
  /// Days since then until which the parameters are valid.
  public var lastDay: UInt16 = 0
  /// Seconds of arc.
  public var polarX = 0.0
  /// Seconds of arc per day.
  public var polarXRate = 0.0
  /// Seconds of arc.
  public var polarY = 0.0
  /// Seconds of arc per day.
  public var polarYRate = 0.0
  /// UT1 - UTC, in seconds.
  public var universalTimeDifference = 0.0
  /// Seconds per day.
  public var universalTimeDifferenceRate = 0.0
  private var type: UInt8 = 0x30

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(2)
    f.u2("d2kRef", &referenceDay)
    f.u2("d2kMax", &lastDay)
    f.i4("xpP0", &polarX, scale: 0x1p-30)
    f.i4("xpP1", &polarXRate, scale: 0x1p-30)
    f.i4("ypP0", &polarY, scale: 0x1p-30)
    f.i4("ypP1", &polarYRate, scale: 0x1p-30)
    f.i4("dUT1", &universalTimeDifference, scale: 0x1p-25)
    f.i4("ddUT1", &universalTimeDifferenceRate, scale: 0x1p-30)
    f.reserved(40)
  }
}
