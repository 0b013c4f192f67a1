public import CairnUBX

/// UBX-AID-EPH: the ephemeris of one GPS satellite.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-AID-EPH.
public struct AidEph: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x31)
  public static let name = "AID-EPH"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// Satellite number, 1...32.
  public var satellite: UInt32 = 0
  /// Second word of the first subframe; 0 if there is no ephemeris, and then no subframes follow.
  public var handOverWord: UInt32 = 0
  /// One set of subframes, or none.
  public var subframes: [Subframes] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("svid", &satellite)
    f.u4("how", &handOverWord)
    f.groupsToEnd(&subframes)
  }
}

extension AidEph {
  /// Words 3 to 10 of a subframe without parity, 24 bits each.
  public struct Subframe: Hashable, Sendable {
    /// The subframe's third word.
    public var word3: UInt32 = 0
    /// The subframe's fourth word.
    public var word4: UInt32 = 0
    /// The subframe's fifth word.
    public var word5: UInt32 = 0
    /// The subframe's sixth word.
    public var word6: UInt32 = 0
    /// The subframe's seventh word.
    public var word7: UInt32 = 0
    /// The subframe's eighth word.
    public var word8: UInt32 = 0
    /// The subframe's ninth word.
    public var word9: UInt32 = 0
    /// The subframe's tenth word.
    public var word10: UInt32 = 0

    /// Creates a subframe of zeros.
    public init() {}
  }

  /// The three subframes of an ephemeris.
  public struct Subframes: UBXGroup, Hashable {
    /// Clock and health.
    public var subframe1 = Subframe()
    /// The orbit's first half.
    public var subframe2 = Subframe()
    /// The orbit's second half.
    public var subframe3 = Subframe()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u4("sf1d1", &subframe1.word3)
      f.u4("sf1d2", &subframe1.word4)
      f.u4("sf1d3", &subframe1.word5)
      f.u4("sf1d4", &subframe1.word6)
      f.u4("sf1d5", &subframe1.word7)
      f.u4("sf1d6", &subframe1.word8)
      f.u4("sf1d7", &subframe1.word9)
      f.u4("sf1d8", &subframe1.word10)
      f.u4("sf2d1", &subframe2.word3)
      f.u4("sf2d2", &subframe2.word4)
      f.u4("sf2d3", &subframe2.word5)
      f.u4("sf2d4", &subframe2.word6)
      f.u4("sf2d5", &subframe2.word7)
      f.u4("sf2d6", &subframe2.word8)
      f.u4("sf2d7", &subframe2.word9)
      f.u4("sf2d8", &subframe2.word10)
      f.u4("sf3d1", &subframe3.word3)
      f.u4("sf3d2", &subframe3.word4)
      f.u4("sf3d3", &subframe3.word5)
      f.u4("sf3d4", &subframe3.word6)
      f.u4("sf3d5", &subframe3.word7)
      f.u4("sf3d6", &subframe3.word8)
      f.u4("sf3d7", &subframe3.word9)
      f.u4("sf3d8", &subframe3.word10)
    }
  }
}
