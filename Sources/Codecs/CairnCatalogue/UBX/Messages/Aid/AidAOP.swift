public import CairnUBX

/// UBX-AID-AOP: the orbit that a receiver has predicted for one satellite.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-AID-AOP.
public struct AidAOP: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x33)
  public static let name = "AID-AOP"
  public static let payloadLength = PayloadLength.exactly(68)

  /// The satellite's system.
  public var gnss = GNSSIdentifier.gps
  /// Satellite number within its system.
  public var satellite: UInt8 = 0
  /// The receiver's own data, 64 bytes.
  public var data: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("gnssId", &gnss)
    f.u1("svId", &satellite)
    f.reserved(2)
    f.octets("data", 64, &data, as: .number)
  }
}
