/// An instant on the boot clock, which keeps counting through suspend (CLOCK_BOOTTIME on Linux).
///
/// Every age, order, filter and timeout uses this clock, never UTC: firmware boots without a
/// real-time clock, and its system time may be stepped at any moment.
public struct MonotonicTime: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Nanoseconds since boot.
  public var nanoseconds: Int64

  /// - Parameter nanoseconds: nanoseconds since boot.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  @inlinable
  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Returns the time from `b` to `a`, negative when `a` is earlier. Wraps only beyond 292 years.
  @inlinable
  public static func - (a: Self, b: Self) -> Duration {
    // `Duration.nanoseconds(_:)` computes the same on every fix, but with a generic integer.
    Duration(attoseconds: Int128(a.nanoseconds &- b.nanoseconds) &* 1_000_000_000)
  }

  /// The instant a nanosecond later; saturates.
  public var next: Self {
    Self(nanoseconds: nanoseconds == .max ? .max : nanoseconds &+ 1)
  }

  /// Returns the instant `d` later; saturates instead of overflowing.
  public static func + (a: Self, d: Duration) -> Self {
    Self(nanoseconds: a.nanoseconds.saturatingSum(d.wholeNanoseconds))
  }

  /// Returns the instant `d` earlier; saturates instead of overflowing.
  public static func - (a: Self, d: Duration) -> Self {
    a + Duration(attoseconds: 0 &- d.attoseconds)
  }
}

extension MonotonicTime {
  /// An instant later than any event.
  public static let distantFuture = MonotonicTime(nanoseconds: .max)
}

extension Int64 {
  /// Returns the sum, saturated to the range of `Int64`.
  func saturatingSum(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }
}

extension Duration {
  /// Creates a duration to the nanosecond, saturated to ±9·10⁹ s; zero for NaN.
  ///
  /// For values from a profile, a table or a calculation: Swift's own conversions trap on numbers
  /// that they cannot hold.
  public init(clamping seconds: Double) {
    let number = seconds.isNaN ? 0 : seconds
    self = .nanoseconds(Int64(Swift.max(-9e9, Swift.min(9e9, number)) * 1e9))
  }

  /// Returns the time `bytes` take on a serial line at ten bits each; zero without a speed.
  package static func transmission(of bytes: Int, at baudRate: UInt32?) -> Duration {
    guard let baudRate, baudRate > 0 else { return .zero }
    // No message is longer; the limit keeps the product within 64 bits.
    let count = Int64(Swift.max(0, Swift.min(900_000_000, bytes)))
    return .nanoseconds(count * 10_000_000_000 / Int64(baudRate))
  }

  /// Nanoseconds, truncated towards zero and saturated to the range of `Int64` (±292 years).
  public var wholeNanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// Seconds as a floating-point number.
  public var inSeconds: Double {
    // Converting a whole `Int128` would call generic code of the standard library.
    let magnitude = attoseconds.magnitude
    let high = UInt64(truncatingIfNeeded: magnitude >> 64)
    let low = UInt64(truncatingIfNeeded: magnitude)
    // 1e18 is exact, unlike its inverse: whole seconds stay whole.
    let value = (Double(high) * 0x1p64 + Double(low)) / 1e18
    return attoseconds < 0 ? -value : value
  }
}
