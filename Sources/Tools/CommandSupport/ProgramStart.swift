import CairnFiles
import CairnLinux
import CairnTypes
import Dispatch
import Glibc

/// Starts a program, before any other thread runs.
package enum ProgramStart {
  /// File descriptors that the event loop, Dispatch and a device need, with some to spare. Dispatch
  /// traps if it cannot get its own.
  static let descriptors = 24

  /// Threads of Dispatch, one per processor, and of signals, event loops, a simulator and the
  /// output. Dispatch waits for ever, with all signals blocked, for a thread that it cannot get;
  /// `cairn monitor --simulate` uses eight with two processors.
  private static let threads = 6 + max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Runs a command on the main actor and ends with it; refuses if files or threads are too scarce.
  package static func run(_ command: @escaping @MainActor @Sendable () async -> Void) -> Never {
    openStandardStreams()
    let count = freeDescriptors(atMost: descriptors)
    guard count == descriptors else {
      writeToStandardError(
        "\(programName): only \(count) more files can be opened, and \(descriptors) are needed: raise `ulimit -n`"
      )
      exit(CommandFailure.failed)
    }
    guard canRunThreads else {
      writeToStandardError(
        "\(programName): \(threads) threads are needed, and cannot be started: raise `ulimit -u`")
      exit(CommandFailure.failed)
    }
    Task { @MainActor in
      await command()
      exit(0)
    }
    dispatchMain()
  }

  /// Fills closed standard streams, so that no file or device gets their number and, with it,
  /// output meant for people. Opened in the wrong direction, so that using them is still an error.
  private static func openStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether that many threads can run at once.
  private static var canRunThreads: Bool {
    let (gate, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var count = 0
    do throws(DeviceError) {
      while count < threads {
        try runInBackground("cairn-start") {
          gate.wait()
          end.signal()
        }
        count += 1
      }
    } catch {}
    for _ in 0..<count { gate.signal() }
    for _ in 0..<count { end.wait() }
    return count == threads
  }
}
