import Dispatch
import Glibc
import Synchronization

/// Calls a closure once on Ctrl-C, a request to end, or the loss of standard output's reader, so
/// that ports can be restored.
///
/// After that nothing waits for a reader; files are finished. A second request ends it all at once.
package final class Interrupt: Sendable {
  private struct State {
    var bodies: [ObjectIdentifier: @Sendable () -> Void] = [:]
    var sources: [any DispatchSourceSignal] = []
    /// When the first request came; `nil` before it.
    var begin: ContinuousClock.Instant?
  }

  /// All that end a program and may be caught. Those that nobody sends as a request are followed
  /// too, so that they leave no terminal in disorder, unless the program was told to ignore them.
  private static let signals =
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    + [SIGALRM, SIGUSR1, SIGUSR2].filter { !Ending.ignores($0) }
  /// Whether SIGPIPE is followed, too. Dispatch cannot: its threads never block that signal, and
  /// would pass it on to each other for ever.
  private static let followsPipe = !Ending.ignores(SIGPIPE)
  /// Requests this soon after the first are the same: `timeout` and closing terminals send two.
  private static let echo = Duration.milliseconds(250)
  private static let state = Mutex(State())

  /// Whether any closure is registered.
  static var isFollowed: Bool { state.withLock { !$0.bodies.isEmpty } }

  /// - Parameter body: called on any thread; at once if the request has already come.
  package init(_ body: @escaping @Sendable () -> Void) {
    let hasBegun = Self.state.withLock { state in
      if state.bodies.isEmpty { state.sources = Self.followed() }
      state.bodies[ObjectIdentifier(self)] = body
      return state.begin != nil
    }
    Outlet.standardOutput.whenFailed { Self.begin(isUrgent: false) }
    if hasBegun { body() }
  }

  /// Stops following requests; when no closure is left, further requests end the program.
  package func end() {
    Self.state.withLock { state in
      state.bodies.removeValue(forKey: ObjectIdentifier(self))
      guard state.bodies.isEmpty else { return }
      for source in state.sources { source.cancel() }
      state.sources = []
      for number in Self.signals { signal(number, SIG_DFL) }
      if Self.followsPipe { signal(SIGPIPE, SIG_DFL) }
    }
  }

  /// Starts following all signals and returns once it does; signals before that end the program.
  private static func followed() -> [any DispatchSourceSignal] {
    let isRegistered = DispatchSemaphore(value: 0)
    let sources = signals.map { follow($0) { isRegistered.signal() } }
    for _ in sources { isRegistered.wait() }
    if followsPipe { signal(SIGPIPE) { _ in kill(getpid(), SIGTERM) } }
    return sources
  }

  private static func follow(
    _ number: Int32, _ registered: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setRegistrationHandler(handler: registered)
    source.setEventHandler {
      let first = state.withLock { $0.begin }
      if let first, .now - first > echo { Ending.atOnce(number) }
      begin(isUrgent: true)
    }
    source.resume()
    return source
  }

  private static func begin(isUrgent: Bool) {
    let bodies = state.withLock { state in
      guard state.begin == nil else { return [@Sendable () -> Void]() }
      state.begin = .now
      return Array(state.bodies.values)
    }
    if isUrgent {
      let deadline = ContinuousClock.now + Ending.patience
      for outlet in [Outlet.standardOutput, .standardError] { outlet.hurry(until: deadline) }
    }
    for body in bodies { body() }
  }
}
