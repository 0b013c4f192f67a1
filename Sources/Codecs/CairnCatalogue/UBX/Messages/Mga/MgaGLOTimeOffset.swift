public import CairnUBX

/// UBX-MGA-GLO-TIMEOFFSET: the differences between GLONASS time and UTC and GPS time, to aid a
/// receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-GLO-TIMEOFFSET.
public struct MgaGLOTimeOffset: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x06)
  public static let name = "MGA-GLO-TIMEOFFSET"
  public static let payloadLength = PayloadLength.exactly(20)
  public static let discriminator: UInt8? = 0x03

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Reference day of the four-year period.
  public var day: UInt16 = 0
  /// Correction to UTC(SU), in seconds.
  public var utcCorrection = 0.0
  /// Correction to GPS time, in seconds.
  public var gpsCorrection = 0.0
  /// UT1 - UTC, in seconds.
  public var universalTimeDifference = 0.0
  /// Seconds per day.
  public var universalTimeDifferenceRate = 0.0
  private var type: UInt8 = 0x03

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u2("N", &day)
    f.i4("tauC", &utcCorrection, scale: 0x1p-27)
    f.i4("tauGps", &gpsCorrection, scale: 0x1p-31)
    f.i2("B1", &universalTimeDifference, scale: 0x1p-10)
    f.i2("B2", &universalTimeDifferenceRate, scale: 0x1p-16)
    f.reserved(4)
  }
}
