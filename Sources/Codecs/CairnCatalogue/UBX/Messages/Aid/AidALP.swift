public import CairnUBX

/// UBX-AID-ALP, status: the predicted almanac stored in a receiver.
///
/// Source: u-blox 6 receiver description (GPS.G6-SW-10018), UBX-AID-ALP.
public struct AidALP: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x50)
  public static let name = "AID-ALP"
  public static let payloadLength = PayloadLength.exactly(24)

  /// Seconds of GPS week at which the prediction begins.
  public var timeOfWeek: UInt32 = 0
  /// Duration of the prediction in seconds.
  public var duration: UInt32 = 0
  /// Seconds since the prediction began.
  public var age: Int32 = 0
  /// GPS week in which the prediction begins.
  public var week: UInt16 = 0
  /// GPS week of the almanac, modulo 256.
  public var almanacWeek: UInt16 = 0
  /// Number of satellites in the almanac.
  public var satelliteCount: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("predTow", &timeOfWeek)
    f.u4("predDur", &duration)
    f.i4("age", &age)
    f.u2("predWno", &week)
    f.u2("almWno", &almanacWeek)
    f.reserved(4)
    f.u1("svs", &satelliteCount)
    f.reserved(3)
  }
}
