import CairnLinux
import Dispatch
import Glibc

/// The start of a program, before anything runs beside it.
package enum ProgramStart {
  /// What the event loop, Dispatch and a device need, and some to spare. Dispatch ends the program with a trap when
  /// it gets none of its own.
  static let descriptors = 24

  /// Runs a command on the main actor and ends with it; never where too few files can be opened for that.
  package static func run(_ command: @escaping @MainActor @Sendable () async -> Void) -> Never {
    let count = freeDescriptors(atMost: descriptors)
    guard count == descriptors else {
      let name = CommandLine.arguments.first?.split(separator: "/").last ?? "cairn"
      writeToStandardError(
        "\(name): only \(count) more files can be opened, and \(descriptors) are needed: raise `ulimit -n`"
      )
      exit(CommandFailure.failed)
    }
    Task { @MainActor in
      await command()
      exit(0)
    }
    dispatchMain()
  }
}
