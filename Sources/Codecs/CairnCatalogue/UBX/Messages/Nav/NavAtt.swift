public import CairnUBX

/// UBX-NAV-ATT: the vehicle's attitude of one navigation epoch.
///
/// Source: u-blox F9 HPS interface description, UBX-NAV-ATT.
public struct NavAtt: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x05)
  public static let name = "NAV-ATT"
  public static let payloadLength = PayloadLength.exactly(32)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Roll, pitch and heading.
  public var attitude = VehicleAttitude()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    f.reserved(3)
    attitude.fields(&f)
  }
}
