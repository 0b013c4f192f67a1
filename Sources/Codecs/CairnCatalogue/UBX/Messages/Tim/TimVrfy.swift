public import CairnUBX

/// UBX-TIM-VRFY: the received time compared with the time that was stored or given.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-TIM-VRFY.
public struct TimVrfy: UBXMessage, Hashable {
  public static let id = MessageID(.tim, 0x06)
  public static let name = "TIM-VRFY"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Milliseconds of GPS week, as received.
  public var timeOfWeek: Int32 = 0
  /// Nanoseconds to add to `timeOfWeek`.
  public var nanoseconds: Int32 = 0
  /// Milliseconds by which the other time differs.
  public var differenceMilliseconds: Int32 = 0
  /// Nanoseconds to add to `differenceMilliseconds`.
  public var differenceNanoseconds: Int32 = 0
  /// GPS week.
  public var week: UInt16 = 0
  /// The source of the other time.
  public var flags = Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.i4("itow", &timeOfWeek)
    f.i4("frac", &nanoseconds)
    f.i4("deltaMs", &differenceMilliseconds)
    f.i4("deltaNs", &differenceNanoseconds)
    f.u2("wno", &week)
    f.x1("flags", &flags)
    f.reserved(1)
  }
}

extension TimVrfy {
  /// The source of a time.
  public struct Flags: UBXBitField {
    /// 0 no time was known, 2 the real-time clock, 3 UBX-AID-INI.
    public var source: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("src", 3, &source)
    }
  }
}
