public import CairnUBX

/// UBX-RXM-ALM: the almanac of one GPS satellite; replaced by AID-ALM and MGA-GPS-ALM.
///
/// Source: u-blox 6 Receiver Description Including Protocol Specification, UBX-RXM-ALM.
public struct RxmAlm: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x30)
  public static let name = "RXM-ALM"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// GPS satellite number.
  public var satellite: UInt32 = 0
  /// GPS week of the almanac; 0 if there is none.
  public var week: UInt32 = 0
  /// Words 3...10 of the sub-frame, 24 bits each without parity: eight numbers, or none without an
  /// almanac.
  public var words: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("svid", &satellite)
    f.u4("week", &week)
    if f.more(when: !words.isEmpty) { f.array("dwrd", 8, &words) } else { words = [] }
  }
}
