public import CairnUBX

/// UBX-ESF-RAW: raw values of the receiver's own sensors, several samples in one message.
///
/// Source: u-blox F9 HPS interface description, UBX-ESF-RAW.
public struct EsfRaw: UBXMessage, Hashable {
  public static let id = MessageID(.esf, 0x03)
  public static let name = "ESF-RAW"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One value of one sensor.
  public struct Sample: UBXGroup, Hashable {
    /// The value in the low 24 bits, its kind above them: see `word`.
    public var data: UInt32 = 0
    /// The sensor's own free-running clock, which wraps around.
    public var timeTag: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.x4("data", &data)
      f.x4("sTag", &timeTag)
    }

    /// The value and its kind.
    public var word: SensorWord {
      get { SensorWord(rawValue: data) }
      set { data = newValue.rawValue }
    }
  }

  /// The samples, in wire order.
  public var samples: [Sample] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.reserved(4)
    f.groupsToEnd(&samples)
  }
}
