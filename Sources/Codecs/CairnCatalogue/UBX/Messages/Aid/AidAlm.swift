public import CairnUBX

/// UBX-AID-ALM: the almanac of one GPS satellite.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-AID-ALM.
public struct AidAlm: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x30)
  public static let name = "AID-ALM"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// Satellite number, 1...32.
  public var satellite: UInt32 = 0
  /// GPS week of the almanac; 0 if there is none, and then no words follow.
  public var week: UInt32 = 0
  /// Words 3 to 10 of the subframe without parity: eight, or none.
  public var words: [Word] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("svid", &satellite)
    f.u4("week", &week)
    f.groupsToEnd(&words)
  }
}

extension AidAlm {
  /// One word of the almanac's subframe.
  public struct Word: UBXGroup, Hashable {
    /// The word, 24 bits.
    public var bits: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u4("dwrd", &bits)
    }
  }
}
