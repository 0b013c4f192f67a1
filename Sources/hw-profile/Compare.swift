import ArgumentParser
import CairnHAL
import CairnTypes
import CommandSupport

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Lays two profiles side by side: what differs, and what that means for each accuracy.",
    discussion: """
      First everything in which they differ, with where each number is from; then the plan of each for \
      all accuracies, and how many times the first one's power the second one needs.

      Examples:
        hw-profile compare m8-gateway m10-tracker
        hw-profile compare ublox-m8 ./my-board.yaml --json
        hw-profile compare m8-gateway m10-tracker --activity automotive

      Exit codes: 0 done, 1 no such profile, or it has errors, 64 wrong usage.
      """)

  @Argument(help: "A name, or the path of a .yaml file.")
  var first: String

  @Argument(help: "Another one.")
  var second: String

  @OptionGroup var options: PlanningOptions

  @OptionGroup var folder: ProfilesOption

  @Flag(help: "One JSON object.")
  var json = false

  func run() throws {
    let profiles = try [first, second].map { try Profiles.named($0, folder.search) }
    let comparison = ProfileComparison(profiles[0], profiles[1], options)
    if json { say(comparison.item.json) } else { comparison.printTables() }
  }
}
