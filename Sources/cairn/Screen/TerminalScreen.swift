import CommandSupport
import Dispatch
import Glibc

/// The terminal as a screen of its own: what was there before comes back when it is left.
///
/// Isolation: belongs to the view that draws; signals, keys and wake-ups come by `events`.
final class TerminalScreen {
  enum Event: Sendable {
    /// It is time to draw.
    case wake
    case resized
    case key(UInt8)
    /// The shell asks for the terminal, and gives it back.
    case stop, resumed
  }

  let events: AsyncStream<Event>
  /// Whether keys are read: standard input is this terminal too.
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

  /// Columns and rows.
  var size: (width: Int, height: Int) {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0,
      window.ws_col > 0, window.ws_row > 0
    else { return (80, 24) }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Asks for a wake-up, and one a second after it.
  func wake(after delay: Duration) {
    timer.schedule(
      deadline: .now() + .milliseconds(Int(delay / .milliseconds(1))), repeating: .seconds(1))
  }

  /// Takes the terminal, unless another program has it or the screen is closed: events that have come before its
  /// end are still told after it.
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

  /// Gives the terminal back as it was.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    write(Array(Self.exit.utf8))
    // The settings change behind the last picture. A terminal that was stopped would keep it for ever.
    if !Outlet.standardOutput.drain(within: .milliseconds(200)) {
      Self.startOutput()
      Outlet.standardOutput.drain(within: .milliseconds(200))
    }
    if var cooked { tcsetattr(STDIN_FILENO, TCSANOW, &cooked) }
    cooked = nil
    lastResort?.end()
    lastResort = nil
  }

  /// Whether a picture would not wait: always true where the source waits for the terminal.
  var takesPictures: Bool { manner == .paced || Outlet.standardOutput.isIdle }

  /// Undoes Ctrl-S.
  private static func startOutput() { tcflow(STDOUT_FILENO, TCOON) }

  /// Writes what the terminal takes.
  private static func writeAtOnce(_ text: String) {
    var room = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&room, 1, 0) == 1 else { return }
    _ = Glibc.write(STDOUT_FILENO, text, text.utf8.count)
  }

  /// Stops the process, as the shell wishes, with its terminal in order.
  func stop() {
    leave()
    // To this thread: sent to the process, another thread may take it, and meanwhile this one may enter again.
    raise(SIGSTOP)
  }

  /// Ends the events and gives the terminal back for good.
  func close() {
    leave()
    for source in sources { source.cancel() }
    sources = []
    Glibc.signal(SIGTSTP, SIG_DFL)
    signal.finish()
  }

  func write(_ bytes: [UInt8]) { output.write(bytes) }

  /// One key at a time, not shown; Ctrl-C and Ctrl-Z keep their meaning.
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
      // The terminal is gone, and would be readable for ever.
      if count <= 0 { source.cancel() }
      // An arrow is an escape and two letters, which mean nothing by themselves.
      guard count > 0, keys[0] != 0x1B else { return }
      for key in keys[..<count] { signal.yield(.key(key)) }
    }
    return source
  }
}
