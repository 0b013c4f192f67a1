public import CairnUBX

/// UBX-ESF-CAL: calibrated values of the receiver's own sensors.
///
/// Source: pyubx2 1.4.0, ESF-CAL; the words have the layout of UBX-ESF-MEAS.
public struct EsfCal: UBXMessage, Hashable {
  public static let id = MessageID(.esf, 0x04)
  public static let name = "ESF-CAL"
  public static let payloadLength = PayloadLength.atLeast(12)

  /// One value of one sensor.
  public struct Sample: UBXGroup, Hashable {
    /// The value and its kind.
    public var word = SensorWord()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) { f.x4("data", &word) }
  }

  /// The sensor's own clock.
  public var timeTag: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// The samples, in wire order.
  public var samples: [Sample] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("sTtag", &timeTag)
    f.u1("version", &version)
    f.reserved(3)
    f.reserved(4)
    f.groupsToEnd(&samples)
  }
}
