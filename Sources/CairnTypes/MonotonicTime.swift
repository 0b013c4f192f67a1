/// An instant on the boot clock, which keeps counting through suspend (CLOCK_BOOTTIME on Linux).
///
/// Every age, order, filter and timeout uses this clock, never UTC: firmware boots without a real
/// time clock and its system time may be stepped at any moment.
public struct MonotonicTime: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Nanoseconds since boot.
  public var nanoseconds: Int64

  /// - Parameter nanoseconds: nanoseconds since boot.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Time from `b` to `a`, negative when `a` is earlier. Wraps only beyond 292 years.
  public static func - (a: Self, b: Self) -> Duration {
    .nanoseconds(a.nanoseconds &- b.nanoseconds)
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
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard !carried else { return seconds < 0 ? .min : .max }
    return sum
  }

  /// Seconds as a floating-point number.
  public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
