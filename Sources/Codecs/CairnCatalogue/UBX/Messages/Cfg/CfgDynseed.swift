public import CairnUBX

/// UBX-CFG-DYNSEED: the dynamic seed of signed messages.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-DYNSEED.
public struct CfgDynseed: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x85)
  public static let name = "CFG-DYNSEED"
  public static let payloadLength = PayloadLength.exactly(12)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// Upper 32 bits.
  public var upperSeed: UInt32 = 0
  /// Lower 32 bits.
  public var lowerSeed: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u4("seedHi", &upperSeed)
    f.u4("seedLo", &lowerSeed)
  }
}
