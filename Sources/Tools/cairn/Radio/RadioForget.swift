import ArgumentParser
import CairnFiles
import CairnLinux
import CommandSupport
import Glibc

struct RadioForget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Deletes what a device has learned of access points and cells by itself.",
    discussion: """
      Where access points and cells are is learned while satellite fixes come, and kept in the state folder as \
      wifi-learned.state and cell-learned.state. They hold no times finer than a day and no order of places. What was submitted to a \
      service is in wifi-submitted.state, which is deleted as well. A program that runs \
      still knows it, and keeps it again: stop that program first. Packs are not touched.

      Examples:
        cairn radio forget --state /var/lib/cairn

      Exit codes: 0 nothing is left, 1 a file cannot be deleted, 64 wrong usage.
      """)

  @OptionGroup var folder: StateFolder

  func run() throws {
    guard let folder = folder.path else {
      throw ValidationError("--state must name the folder, since STATE_DIRECTORY does not")
    }
    var deleted = 0
    for state in [learnedState, learnedCellsState, RadioSubmit.state] {
      for suffix in ["", ".damaged", ".new"] {
        let path = "\(folder)/\(state).state\(suffix)"
        if unlink(path) == 0 {
          deleted += 1
        } else if errno != ENOENT {
          throw CommandFailure(
            message: "cannot delete \(path): \(errnoName(errno)) (\(errnoText(errno)))")
        }
      }
    }
    StandardOutput().line(
      deleted > 0
        ? "\(folder): what was learned is deleted" : "\(folder): nothing was learned there")
  }
}
