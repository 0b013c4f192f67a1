internal import CCairnLinux
internal import CairnTypes

/// Tells systemd, or another supervisor, how the service is doing.
///
/// Isolation: the event loop. `stop()` ends it.
///
/// Source: sd_notify(3), sd_watchdog_enabled(3).
package final class ServiceNotifier {
  /// What has happened.
  package enum Event: Hashable, Sendable {
    case ready
    /// The configuration is read again; `ready` follows.
    case reloading
    case stopping
    /// One line for `systemctl status`.
    case status(String)
    case watchdog
  }

  /// Shortest time between two lines of status.
  private static let statusInterval = Duration.seconds(1)

  private let loop: EventLoop
  private let address: cairnlinux_address
  private var descriptor: Int32
  private var watchdog: TimerID?
  private var status = ""
  private var toldStatus = ""
  private var statusTimer: TimerID?

  /// Creates a notifier for the supervisor that the environment names.
  ///
  /// - Returns: `nil` without a supervisor that wants to be told.
  package convenience init?(loop: EventLoop) {
    guard let socket = environmentVariable("NOTIFY_SOCKET") else { return nil }
    self.init(socket: socket, loop: loop)
  }

  /// - Parameters:
  ///   - socket: the path of a socket, or an abstract name after `@`.
  ///   - loop: the loop on which it is used.
  init?(socket: String, loop: EventLoop) {
    let isAbstract = socket.hasPrefix("@")
    guard isAbstract || socket.hasPrefix("/") else { return nil }
    let name = Array(socket.utf8.dropFirst(isAbstract ? 1 : 0))
    var address = cairnlinux_address()
    let result = unsafe name.withUnsafeBytes {
      unsafe cairnlinux_unix_address($0.baseAddress, $0.count, isAbstract ? 1 : 0, &address)
    }
    guard result == 0 else { return nil }
    self.loop = loop
    self.address = address
    descriptor = -1
  }

  /// Tells an event at once; a status may wait for a second, and only the last one counts.
  package func tell(_ event: Event) {
    guard case .status(let line) = event else { return send(event) }
    status = line
    if statusTimer == nil { tellStatus() }
  }

  /// Tells half as often as it must that the loop is alive, if the supervisor wants to know.
  package func startWatchdog() {
    guard
      let timeout = Self.watchdogTimeout(
        own: Int(cairnlinux_process_id()), process: environmentVariable("WATCHDOG_PID"),
        microseconds: environmentVariable("WATCHDOG_USEC"))
    else { return }
    keepAlive(every: timeout / 2)
  }

  /// Ends it. Idempotent.
  package func stop() {
    for timer in [watchdog, statusTimer] { if let timer { loop.cancel(timer) } }
    watchdog = nil
    statusTimer = nil
    if descriptor >= 0 { _ = cairnlinux_close(descriptor) }
    descriptor = -1
  }

  /// Returns within which time the supervisor wants a sign of life; `nil` if it wants none of this process.
  static func watchdogTimeout(
    own: Int, process: String?, microseconds: String?
  ) -> Duration? {
    guard let count = microseconds.flatMap({ Int64($0) }), count > 0 else { return nil }
    if let process, Int(process) != own { return nil }
    return .microseconds(count)
  }

  /// Returns the text of an event, which may need the microseconds of CLOCK_MONOTONIC.
  static func text(of event: Event, monotonic: Int64) -> String {
    switch event {
    case .ready: "READY=1\n"
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonic)\n"
    case .stopping: "STOPPING=1\n"
    case .status(let line): "STATUS=\(ForeignText.visible(line))\n"
    case .watchdog: "WATCHDOG=1\n"
    }
  }

  func keepAlive(every interval: Duration) {
    send(.watchdog)
    // `stop` cancels it.
    watchdog = loop.schedule(at: loop.now() + interval) { [self] in keepAlive(every: interval) }
  }

  private func tellStatus() {
    guard status != toldStatus else { return }
    toldStatus = status
    send(.status(status))
    // `stop` cancels it.
    statusTimer = loop.schedule(at: loop.now() + Self.statusInterval) { [self] in
      statusTimer = nil
      tellStatus()
    }
  }

  /// Sends one datagram; one that cannot be sent is lost, and the next one tries again.
  private func send(_ event: Event) {
    var address = address
    if descriptor < 0 { descriptor = unsafe cairnlinux_unix_datagrams(&address) }
    guard descriptor >= 0 else { return }
    let text = Array(Self.text(of: event, monotonic: cairnlinux_clock_monotonic() / 1000).utf8)
    let result = unsafe text.withUnsafeBytes {
      unsafe cairnlinux_send(descriptor, $0.baseAddress, $0.count)
    }
    guard result < 0, result != -Int(cairnlinux_EAGAIN) else { return }
    _ = cairnlinux_close(descriptor)
    descriptor = -1
  }
}
