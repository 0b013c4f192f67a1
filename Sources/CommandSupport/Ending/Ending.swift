import CairnLinux
import Glibc

/// The ways out of the program: all pass here, so that what was printed has left and the exit code says whether
/// it did.
package enum Ending {
  /// For a reader after the first signal: the rest of a second is for what gives ports back.
  static let patience = Duration.milliseconds(300)

  /// Ends the program once everything that was printed has been read, or is not going to be.
  ///
  /// - Parameter code: the exit code, if all could be printed.
  package static func now(_ code: Int32) -> Never {
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

  /// Says how much of standard output nobody has read.
  static func tell(gap: Int) {
    complain("standard output is read too slowly: \(gap) lines were dropped")
  }

  /// A reader that went away ends the program as any filter ends: by the signal, without a word. Returns where that is
  /// ignored, as it is under systemd, since nobody would learn then that lines are lost.
  private static func endAsFilter() {
    var action = sigaction()
    sigaction(SIGPIPE, nil, &action)
    if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0 { end(by: SIGPIPE) }
  }

  /// Ends the program at once: only terminals and ports are put back.
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
