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

  /// How far `utc` may be off at most; `nil` while nothing keeps the clock right, or nobody may ask.
  ///
  /// A process whose system calls are filtered does not ask the kernel: filters that were not written for
  /// that kill it, systemd's `@system-service` among them. There systemd's own word counts.
  ///
  /// Source: adjtimex(2), `maxerror`; systemd-timesyncd(8), `/run/systemd/timesync/synchronized`.
  public static func accuracy() -> Duration? {
    guard utc() != nil else { return nil }
    if isFiltered {
      let isSynchronised = FileSystem.status("/run/systemd/timesync/synchronized") != nil
      return isSynchronised ? .seconds(10) : nil
    }
    let microseconds = cairn_clock_error()
    return microseconds < 0 ? nil : .microseconds(microseconds)
  }

  /// Whether a filter decides about system calls. Source: proc_pid_status(5), `Seccomp`.
  private static var isFiltered: Bool {
    guard let status = FileSystem.read("/proc/self/status") else { return true }
    return !String(decoding: status, as: UTF8.self).split(separator: "\n").contains("Seccomp:\t0")
  }

  /// Names the present run of `monotonic`: another one after each start of the device; `nil` where the
  /// kernel does not say.
  public static func boot() -> String? { FileSystem.line("/proc/sys/kernel/random/boot_id") }

  /// Time since boot, suspend included (CLOCK_BOOTTIME).
  public static func monotonic() -> MonotonicTime {
    MonotonicTime(nanoseconds: cairn_clock_boot())
  }
}
