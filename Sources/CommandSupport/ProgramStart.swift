import CairnLinux
import CairnTypes
import Dispatch
import Glibc

/// The start of a program, before anything runs beside it.
package enum ProgramStart {
  /// What the event loop, Dispatch and a device need, and some to spare. Dispatch ends the program with a trap when
  /// it gets none of its own.
  static let descriptors = 24

  /// Of Dispatch on each processor, and of signals, event loops, a simulator and the output. Dispatch waits without
  /// end for one that it does not get, with all signals blocked; `cairn monitor --simulate` takes eight with two
  /// processors.
  private static let threads = 6 + max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Runs a command on the main actor and ends with it; never where too few files can be opened for that.
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

  /// Puts something in the place of those that are closed, so that no file or device gets their number and what is
  /// meant for people. It is open the other way round: using it is an error still.
  private static func openStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether so many threads can run at once.
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
