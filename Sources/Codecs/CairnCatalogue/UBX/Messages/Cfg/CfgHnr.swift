public import CairnUBX

/// UBX-CFG-HNR: the rate of HNR messages, with navigation between epochs.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-HNR.
public struct CfgHnr: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x5C)
  public static let name = "CFG-HNR"
  public static let payloadLength = PayloadLength.exactly(4)

  /// Hertz, 0...30; a multiple of the navigation rate.
  public var rate: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("highNavRate", &rate)
    f.reserved(3)
  }
}
