internal import CCairnLinux
public import CairnTypes

/// The system's clocks.
public enum SystemClock {
  /// Returns UTC from CLOCK_REALTIME, or `nil` if the clock was clearly never set (before 2024). A
  /// board without a real-time clock starts at 1970 or at its firmware's build date.
  public static func utc() -> Timestamp? {
    let nanoseconds = cairnlinux_clock_realtime()
    let year2024: Int64 = 1_704_067_200 * 1_000_000_000
    return nanoseconds >= year2024 ? Timestamp(nanosecondsSince1970: nanoseconds) : nil
  }

  /// Returns what CLOCK_REALTIME showed so long ago, whether it was ever set or not.
  package static func realtime(ago age: Duration) -> Timestamp {
    let now = cairnlinux_clock_realtime()
    let (past, isTooOld) = now.subtractingReportingOverflow(age.wholeNanoseconds)
    return Timestamp(nanosecondsSince1970: isTooOld ? now : past)
  }

  /// Returns the largest error of `utc`; `nil` if nothing keeps the clock right or is known of it.
  ///
  /// A process with a system call filter does not ask the kernel, because a filter that does not
  /// list the call kills the process; `@system-service` is one. It reads a file of systemd instead.
  ///
  /// Source: adjtimex(2), `maxerror`; systemd-timesyncd(8), `/run/systemd/timesync/synchronized`.
  public static func accuracy() -> Duration? {
    guard utc() != nil else { return nil }
    if isFiltered {
      let isSynchronised = FileSystem.status("/run/systemd/timesync/synchronized") != nil
      return isSynchronised ? .seconds(10) : nil
    }
    let microseconds = cairnlinux_clock_error()
    return microseconds < 0 ? nil : .microseconds(microseconds)
  }

  /// Whether the process has a system call filter. Source: proc_pid_status(5), `Seccomp`.
  private static var isFiltered: Bool {
    guard let status = FileSystem.read("/proc/self/status") else { return true }
    return !String(decoding: status, as: UTF8.self).split(separator: "\n").contains("Seccomp:\t0")
  }

  /// Returns the kernel's boot identifier, which changes with each boot and so names the present
  /// run of `monotonic`; `nil` if the kernel does not provide it.
  public static func boot() -> String? { FileSystem.line("/proc/sys/kernel/random/boot_id") }

  /// Returns the time since boot, including suspend (CLOCK_BOOTTIME).
  public static func monotonic() -> MonotonicTime {
    MonotonicTime(nanoseconds: cairnlinux_clock_boot())
  }
}
