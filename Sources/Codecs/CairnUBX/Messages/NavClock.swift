/// UBX-NAV-CLOCK: offset of the receiver's clock from GPS time.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-CLOCK.
public struct NavClock: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x22)
  public static let name = "NAV-CLOCK"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Seconds.
  public var bias = 0.0
  /// Seconds per second.
  public var drift = 0.0
  /// Seconds.
  public var timeAccuracy = 0.0
  /// Seconds per second.
  public var frequencyAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.i4("clkB", &bias, unit: .nanoseconds)
    f.i4("clkD", &drift, unit: .nanosecondsPerSecond)
    f.u4("tAcc", &timeAccuracy, unit: .nanoseconds)
    f.u4("fAcc", &frequencyAccuracy, unit: .picosecondsPerSecond)
  }
}
