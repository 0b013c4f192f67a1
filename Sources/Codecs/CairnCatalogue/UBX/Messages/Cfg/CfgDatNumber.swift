public import CairnUBX

/// UBX-CFG-DAT: sets one of the datums known to the receiver by number.
///
/// Source: u-blox 6 receiver description, UBX-CFG-DAT.
public struct CfgDatNumber: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x06)
  public static let name = "CFG-DAT"
  public static let payloadLength = PayloadLength.exactly(2)

  /// The datum.
  public var number = CfgDat.Datum.wgs84

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u2("datumNum", &number)
  }
}
