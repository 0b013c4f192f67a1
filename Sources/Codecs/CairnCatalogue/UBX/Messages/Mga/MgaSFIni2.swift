public import CairnUBX

/// UBX-MGA-SF-INI2: a part of a receiver's knowledge of its inertial sensors, all reserved.
///
/// Source: u-blox F9 HPS interface description, UBX-MGA-SF-INI2.
public struct MgaSFIni2: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x10)
  public static let name = "MGA-SF-INI2"
  public static let payloadLength = PayloadLength.exactly(464)
  public static let discriminator: UInt8? = 0x10

  /// Version of the message's layout.
  public var version: UInt8 = 0
  private var type: UInt8 = 0x10

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(462)
  }
}
