public import CairnUBX

/// UBX-TIM-TM2: arrival times of edges on an input, the time mark.
///
/// The message has the last edge of each direction; `rising` and `falling` are `nil` if that edge
/// is not new.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-TIM-TM2.
public struct TimTM2: UBXMessage, Hashable {
  public static let id = MessageID(.tim, 0x03)
  public static let name = "TIM-TM2"
  public static let payloadLength = PayloadLength.exactly(28)

  /// The time of one edge in the time base of `flags.timeBase`.
  public struct Edge: Hashable, Sendable, BitwiseCopyable {
    /// Week of the time base.
    public var week: UInt16 = 0
    /// Milliseconds of that week.
    public var timeOfWeek: UInt32 = 0
    /// Nanoseconds to add to `timeOfWeek`.
    public var nanoseconds: UInt32 = 0

    public init() {}
  }

  /// 0 EXTINT 0, 1 EXTINT 1.
  public var channel: UInt8 = 0
  /// State bits.
  public var flags = Flags()
  /// Number of rising edges, modulo 65,536.
  public var count: UInt16 = 0
  /// The last rising edge, new or not.
  public var lastRising = Edge()
  /// The last falling edge, new or not.
  public var lastFalling = Edge()
  /// Seconds, the receiver's own estimate.
  public var accuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("ch", &channel)
    f.x1("flags", &flags)
    f.u2("count", &count)
    f.u2("wnR", &lastRising.week)
    f.u2("wnF", &lastFalling.week)
    f.u4("towMsR", &lastRising.timeOfWeek)
    f.u4("towSubMsR", &lastRising.nanoseconds)
    f.u4("towMsF", &lastFalling.timeOfWeek)
    f.u4("towSubMsF", &lastFalling.nanoseconds)
    f.u4("accEst", &accuracy, unit: .nanoseconds)
  }
}

extension TimTM2 {
  /// The reported rising edge; `nil` without a new one or without valid time.
  public var rising: Edge? { flags.isTimeValid && flags.isRisingNew ? lastRising : nil }
  /// The reported falling edge; `nil` without a new one or without valid time.
  public var falling: Edge? { flags.isTimeValid && flags.isFallingNew ? lastFalling : nil }

  /// State bits of a time mark.
  public struct Flags: UBXBitField {
    /// Marks are taken continuously; otherwise once.
    public var isRunning = false
    /// The input is stopped; otherwise armed.
    public var isStopped = false
    /// A falling edge came since the last message.
    public var isFallingNew = false
    /// 0 the receiver's own time, 1 GNSS time, 2 UTC.
    public var timeBase: UInt8 = 0
    /// UTC is available.
    public var isUTCAvailable = false
    /// The time is valid.
    public var isTimeValid = false
    /// A rising edge came since the last message.
    public var isRisingNew = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("mode", &isRunning)
      b.flag("run", &isStopped)
      b.flag("newFallingEdge", &isFallingNew)
      b.number("timeBase", 2, &timeBase)
      b.flag("utc", &isUTCAvailable)
      b.flag("time", &isTimeValid)
      b.flag("newRisingEdge", &isRisingNew)
    }
  }
}
