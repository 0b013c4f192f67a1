import ArgumentParser
import CairnHAL
import CairnTypes
import CommandSupport

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Compares two profiles: what differs, and what that means for each accuracy.",
    discussion: """
      Prints all differences, with the origin of each number; then the plan of each profile for all \
      accuracies, and the power of the second one as a multiple of the first one's.

      Examples:
        hw-profile compare m8-gateway m10-tracker
        hw-profile compare ublox-m8 ./my-board.yaml --json
        hw-profile compare m8-gateway m10-tracker --activity automotive

      Exit codes: 0 done, 1 no such profile, or it has errors, 64 wrong usage.
      """)

  @Argument(help: "A name, or the path of a .yaml file.")
  var first: String

  @Argument(help: "Another profile, given in the same way.")
  var second: String

  @OptionGroup var options: PlanningOptions

  @OptionGroup var folder: ProfilesOption

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let profiles = try [first, second].map { try Profiles.named($0, folder.search) }
    let comparison = ProfileComparison(profiles[0], profiles[1], options)
    if json { say(comparison.item.json) } else { comparison.printTables() }
  }
}
