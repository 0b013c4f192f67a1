public import CairnUBX

/// UBX-RXM-TM: arrival times of edges on an input, several per message.
///
/// Source: u-blox UBX-RXM-TM as in the F9 timing products' Interface Description.
public struct RxmTM: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x74)
  public static let name = "RXM-TM"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One edge.
  public struct Measurement: UBXGroup, Hashable {
    /// Identifies the edge.
    public var edge = Edge()
    /// Number of edges so far, modulo 65,536.
    public var count: UInt16 = 0
    /// Week of the time base.
    public var week: UInt16 = 0
    /// Milliseconds of that week.
    public var timeOfWeek: UInt32 = 0
    /// Fraction of a millisecond to add to `timeOfWeek`, as sent.
    public var timeOfWeekFraction: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.x4("edgeInfo", &edge)
      f.u2("count", &count)
      f.u2("wno", &week)
      f.u4("towMs", &timeOfWeek)
      f.u4("towSubMsR", &timeOfWeekFraction)
      f.reserved(8)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// In wire order, at most 255.
  public var measurements: [Measurement] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("numMeas", of: measurements)
    f.reserved(6)
    f.groups(count, &measurements)
  }
}

extension RxmTM.Measurement {
  /// Identifies an edge of an input.
  public struct Edge: UBXBitField {
    /// The input.
    public var channel: UInt8 = 0
    /// A falling edge; otherwise a rising one.
    public var isFalling = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("channel", 4, &channel)
      b.flag("edgeType", &isFalling)
    }
  }
}
