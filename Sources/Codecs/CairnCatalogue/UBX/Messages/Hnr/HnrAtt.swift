public import CairnUBX

/// UBX-HNR-ATT: the vehicle's attitude between the navigation epochs.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-HNR-ATT.
public struct HnrAtt: UBXMessage, Hashable {
  public static let id = MessageID(.hnr, 0x01)
  public static let name = "HNR-ATT"
  public static let payloadLength = PayloadLength.exactly(32)

  /// Milliseconds of GPS week.
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
