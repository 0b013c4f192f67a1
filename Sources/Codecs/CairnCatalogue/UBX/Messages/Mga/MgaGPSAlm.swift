public import CairnUBX

/// UBX-MGA-GPS-ALM: the coarse orbit and clock of a GPS satellite, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-GPS-ALM.
public struct MgaGPSAlm: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x00)
  public static let name = "MGA-GPS-ALM"
  public static let payloadLength = PayloadLength.exactly(36)
  public static let discriminator: UInt8? = 0x02

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Satellite number within its system.
  public var satellite: UInt8 = 0
  /// The satellite's broadcast data.
  public var almanac = LNAVAlmanac()
  private var type: UInt8 = 0x02

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("svId", &satellite)
    almanac.fields(&f)
  }
}
