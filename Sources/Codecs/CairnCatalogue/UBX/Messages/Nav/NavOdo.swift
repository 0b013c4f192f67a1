public import CairnUBX

/// UBX-NAV-ODO: the distance travelled.
///
/// The total survives a restart only while the receiver's backup memory has power.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-NAV-ODO.
public struct NavOdo: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x09)
  public static let name = "NAV-ODO"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Whole metres since the last `NavResetOdo`.
  public var distance: UInt32 = 0
  /// Whole metres since the total was last cleared.
  public var totalDistance: UInt32 = 0
  /// Whole metres, one standard deviation of `distance`.
  public var accuracy: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u4("iTOW", &timeOfWeek)
    f.u4("distance", &distance)
    f.u4("totalDistance", &totalDistance)
    f.u4("distanceStd", &accuracy)
  }
}
