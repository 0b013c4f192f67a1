import CommandSupport
import Dispatch
import Glibc

/// The terminal's alternate screen; leaving it restores what the terminal showed before.
///
/// Isolation: belongs to the view that draws; signals, keys and wake-ups arrive in `events`.
final class TerminalScreen {
  enum Event: Sendable {
    /// It is time to draw.
    case wake
    case resized
    case key(UInt8)
    /// The shell takes the terminal, and gives it back.
    case stop, resumed
  }

  let events: AsyncStream<Event>
  /// Whether keys are read: standard input is a terminal.
  let hasKeys = isatty(STDIN_FILENO) == 1
  private(set) var isEntered = false
  private let signal: AsyncStream<Event>.Continuation
  private let manner: StandardOutput.Manner
  private let output: StandardOutput
  private var lastResort: LastResort?
  private let timer = DispatchSource.makeTimerSource(queue: .global())
  private var sources: [any DispatchSourceProtocol] = []
  private var cooked: termios?

  private static let entry = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let exit = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  init(_ manner: StandardOutput.Manner) {
    self.manner = manner
    output = StandardOutput(manner)
    (events, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
    for (number, event) in [(SIGWINCH, Event.resized), (SIGTSTP, .stop), (SIGCONT, .resumed)] {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      if number == SIGTSTP { Glibc.signal(number, SIG_IGN) }
      source.setEventHandler { [signal] in signal.yield(event) }
      sources.append(source)
    }
    if hasKeys { sources.append(keys()) }
    timer.setEventHandler { [signal] in signal.yield(.wake) }
    sources.append(timer)
    for source in sources { source.resume() }
    enter()
  }

  /// Width and height, in columns and rows; 80 by 24 if unknown.
  var size: (width: Int, height: Int) {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0,
      window.ws_col > 0, window.ws_row > 0
    else { return (80, 24) }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Schedules a wake-up after `delay` and one every second from then on.
  func wake(after delay: Duration) {
    timer.schedule(
      deadline: .now() + .milliseconds(Int(delay / .milliseconds(1))), repeating: .seconds(1))
  }

  /// Takes the terminal, unless another program has it or the screen is closed: events that
  /// arrived before the close are still delivered after it.
  func enter() {
    guard !isEntered, !sources.isEmpty, tcgetpgrp(STDOUT_FILENO) == getpgrp() else { return }
    isEntered = true
    if hasKeys { readKeysAtOnce() }
    lastResort = LastResort { [cooked] in
      Self.startOutput()
      if var settings = cooked { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
      Self.writeAtOnce(Self.exit)
    }
    write(Array(Self.entry.utf8))
  }

  /// Leaves the screen and restores the terminal's settings.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    write(Array(Self.exit.utf8))
    // The last picture must be out before the settings change; a stopped terminal never takes it.
    if !Outlet.standardOutput.drain(within: .milliseconds(200)) {
      Self.startOutput()
      Outlet.standardOutput.drain(within: .milliseconds(200))
    }
    if var cooked { tcsetattr(STDIN_FILENO, TCSANOW, &cooked) }
    cooked = nil
    lastResort?.end()
    lastResort = nil
  }

  /// Whether a picture can be written without waiting; always true if the source waits instead.
  var takesPictures: Bool { manner == .paced || Outlet.standardOutput.isIdle }

  /// Undoes Ctrl-S, which stops the terminal's output.
  private static func startOutput() { tcflow(STDOUT_FILENO, TCOON) }

  /// Writes to the terminal only if it has room.
  private static func writeAtOnce(_ text: String) {
    var room = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&room, 1, 0) == 1 else { return }
    _ = Glibc.write(STDOUT_FILENO, text, text.utf8.count)
  }

  /// Stops the process, as the shell asked, with the terminal restored.
  func stop() {
    leave()
    // Sent to this thread: another one might take a signal to the process while this one re-enters.
    raise(SIGSTOP)
  }

  /// Ends the events and restores the terminal for good.
  func close() {
    leave()
    for source in sources { source.cancel() }
    sources = []
    Glibc.signal(SIGTSTP, SIG_DFL)
    signal.finish()
  }

  func write(_ bytes: [UInt8]) { output.write(bytes) }

  /// Makes input arrive key by key and unechoed; Ctrl-C and Ctrl-Z keep their meaning.
  private func readKeysAtOnce() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    cooked = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  private func keys() -> any DispatchSourceProtocol {
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
    source.setEventHandler { [signal] in
      var keys = [UInt8](repeating: 0, count: 16)
      let count = read(STDIN_FILENO, &keys, keys.count)
      // The terminal is gone and would stay readable for ever.
      if count <= 0 { source.cancel() }
      // An arrow key sends an escape and two letters, which mean nothing by themselves.
      guard count > 0, keys[0] != 0x1B else { return }
      for key in keys[..<count] { signal.yield(.key(key)) }
    }
    return source
  }
}
