public import CairnUBX

/// UBX-AID-ALP, data: a part of a predicted almanac, at most 350 words; a payload of 24 bytes is
/// the status.
///
/// Source: u-blox 6 receiver description (GPS.G6-SW-10018), UBX-AID-ALP.
public struct AidALPData: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x50)
  public static let name = "AID-ALP"
  public static let payloadLength = PayloadLength.atLeast(0)

  /// The content of the file.
  public var words: [Word] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.groupsToEnd(&words)
  }
}

extension AidALPData {
  /// One word of the file.
  public struct Word: UBXGroup, Hashable {
    /// The value as on the wire, least significant byte first.
    public var value: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u2("alpData", &value)
    }
  }
}
