/// UBX-NAV-EOE: the last message of a navigation epoch.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-EOE.
public struct NavEOE: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x61)
  public static let name = "NAV-EOE"
  public static let payloadLength = PayloadLength.exactly(4)

  /// Milliseconds of GPS week of the epoch that ends.
  public var timeOfWeek: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
  }
}
