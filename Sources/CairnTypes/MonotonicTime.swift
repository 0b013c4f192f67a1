/// An instant on the boot clock, which keeps counting through suspend (CLOCK_BOOTTIME on Linux).
///
/// Every age, order, filter and timeout uses this clock, never UTC: firmware boots without a real
/// time clock and its system time may be stepped at any moment.
public struct MonotonicTime: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Nanoseconds since boot.
  public var nanoseconds: Int64

  /// - Parameter nanoseconds: nanoseconds since boot.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  @inlinable
  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Time from `b` to `a`, negative when `a` is earlier. Wraps only beyond 292 years.
  @inlinable
  public static func - (a: Self, b: Self) -> Duration {
    // `Duration.nanoseconds(_:)` computes the same with a generic integer, on every fix.
    Duration(attoseconds: Int128(a.nanoseconds &- b.nanoseconds) &* 1_000_000_000)
  }

  /// The instant a nanosecond later; saturates.
  public var next: Self {
    Self(nanoseconds: nanoseconds == .max ? .max : nanoseconds &+ 1)
  }

  /// The instant `d` later; saturates instead of overflowing.
  public static func + (a: Self, d: Duration) -> Self {
    let (sum, overflow) = a.nanoseconds.addingReportingOverflow(d.wholeNanoseconds)
    guard overflow else { return Self(nanoseconds: sum) }
    return Self(nanoseconds: d < .zero ? .min : .max)
  }

  /// The instant `d` earlier; saturates instead of overflowing.
  public static func - (a: Self, d: Duration) -> Self { a + (.zero - d) }
}

extension MonotonicTime {
  /// Later than anything that happens.
  public static let distantFuture = MonotonicTime(nanoseconds: .max)
}

extension Duration {
  /// Nanoseconds, truncated towards zero and saturated to the range of `Int64` (±292 years).
  public var wholeNanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// Seconds as a floating-point number.
  public var inSeconds: Double {
    // The conversion of a whole `Int128` is generic code of the standard library.
    let magnitude = attoseconds.magnitude
    let high = UInt64(truncatingIfNeeded: magnitude >> 64)
    let low = UInt64(truncatingIfNeeded: magnitude)
    let value = (Double(high) * 0x1p64 + Double(low)) * 1e-18
    return attoseconds < 0 ? -value : value
  }
}
