internal import CCairnLinux
public import CairnTypes

/// The system's clocks.
public enum SystemClock {
  /// UTC by CLOCK_REALTIME; `nil` while the clock was plainly never set (before 2024): a board
  /// without a real time clock starts at 1970 or at its firmware's build date.
  public static func utc() -> Timestamp? {
    let nanoseconds = cairn_clock_realtime()
    let year2024: Int64 = 1_704_067_200 * 1_000_000_000
    return nanoseconds >= year2024 ? Timestamp(nanosecondsSince1970: nanoseconds) : nil
  }

  /// Time since boot, suspend included (CLOCK_BOOTTIME).
  public static func monotonic() -> MonotonicTime {
    MonotonicTime(nanoseconds: cairn_clock_boot())
  }
}
