public import CairnUBX

/// UBX-RXM-EPH: the ephemeris of one GPS satellite; replaced by AID-EPH and MGA-GPS-EPH.
///
/// Source: u-blox 6 Receiver Description Including Protocol Specification, UBX-RXM-EPH.
public struct RxmEph: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x31)
  public static let name = "RXM-EPH"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// GPS satellite number.
  public var satellite: UInt32 = 0
  /// The hand-over word of the first sub-frame; 0 if there is no ephemeris.
  public var handOverWord: UInt32 = 0
  /// Words 3...10 of sub-frame 1, 24 bits each without parity: eight numbers, or none without an
  /// ephemeris.
  public var subframe1: [UInt32] = []
  /// Words 3...10 of sub-frame 2, as for sub-frame 1.
  public var subframe2: [UInt32] = []
  /// Words 3...10 of sub-frame 3, as for sub-frame 1.
  public var subframe3: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("svid", &satellite)
    f.u4("how", &handOverWord)
    if f.more(when: !(subframe1.isEmpty && subframe2.isEmpty && subframe3.isEmpty)) {
      f.array("sf1d", 8, &subframe1)
      f.array("sf2d", 8, &subframe2)
      f.array("sf3d", 8, &subframe3)
    } else {
      (subframe1, subframe2, subframe3) = ([], [], [])
    }
  }
}
