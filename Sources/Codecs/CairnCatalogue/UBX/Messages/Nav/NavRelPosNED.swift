public import CairnUBX

/// UBX-NAV-RELPOSNED, version 1: the rover's position relative to its reference.
///
/// Version 0 is `NavRelPosNEDV0`.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-NAV-RELPOSNED.
public struct NavRelPosNED: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x3C)
  public static let name = "NAV-RELPOSNED"
  public static let payloadLength = PayloadLength.exactly(64)

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// The reference station, 0...4095.
  public var referenceStation: UInt16 = 0
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// From the reference to the rover.
  public var vector = RelativePosition()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(1)
    f.u2("refStationID", &referenceStation)
    f.u4("iTOW", &timeOfWeek)
    vector.fields(&f)
  }
}
