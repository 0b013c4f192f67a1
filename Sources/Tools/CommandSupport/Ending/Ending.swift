import CairnFiles
import CairnLinux
import Glibc
import Synchronization

/// Ends the program. Every way out goes through here, so that printed text has been written and the
/// exit code says whether it was.
package enum Ending {
  /// How long readers have after the first signal; the rest of a second is for restoring ports.
  static let patience = Duration.milliseconds(300)

  /// Whether a thread is ending the program.
  private static let hasBegun = Atomic(false)

  /// Ends the program once everything printed has been read, or never will be. The first thread
  /// that calls decides how; others stay here, so that a failure is told once.
  ///
  /// - Parameter code: the exit code if everything could be printed.
  package static func now(_ code: Int32) -> Never {
    while hasBegun.exchange(true, ordering: .relaxed) { pause() }
    let output = Outlet.standardOutput
    output.drain()
    if output.gap > 0 { tell(gap: output.gap) }
    var code = code
    if let failure = output.failure {
      if failure == EPIPE { endAsFilter() }
      complain("\(RecordingFile.failure("standard output", failure))")
      code = CommandFailure.failed
    }
    Outlet.standardError.release()
    Outlet.standardError.drain()
    exit(code)
  }

  /// Reports how many lines of standard output were dropped.
  static func tell(gap: Int) {
    complain("standard output is read too slowly: \(gap) lines were dropped")
  }

  /// Ends by SIGPIPE, as any filter whose reader has gone, without a message. Returns if SIGPIPE is
  /// ignored, as under systemd, because lost lines would then go unnoticed.
  private static func endAsFilter() {
    if !ignores(SIGPIPE) { end(by: SIGPIPE) }
  }

  /// Whether the program ignores a signal, which whoever started it can arrange.
  static func ignores(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ends the program at once, restoring only terminals and ports.
  static func atOnce(_ signal: Int32) -> Never {
    LastResort.run()
    OpenPorts.restoreAll()
    end(by: signal)
  }

  private static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    _exit(128 + number)
  }
}
