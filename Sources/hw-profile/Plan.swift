import ArgumentParser
import CairnHAL
import CairnTypes
import CommandSupport

struct Plan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says which providers an accuracy switches on, what they draw, and why.",
    discussion: """
      The plan is the one of least mean power, by the figures of the profile, at which the last reported \
      position is near enough, often enough. How often each provider finds a position depends on where the \
      device is: --activity stands for a mixture of surroundings and a bound of the speed, --environment \
      and --max-speed put others in their place.

      Examples:
        hw-profile plan m8-gateway --accuracy 1km
        hw-profile plan m8-gateway --accuracy 1km --activity automotive
        hw-profile plan m10-tracker --all --without cell
        hw-profile plan m10-tracker --accuracy 100 --environment urban --interval 60 --json
        hw-profile plan m8-gateway --plot m8.svg     power against accuracy, as a picture

      Exit codes: 0 there is a plan, also one that gives less than was asked for, 1 no such profile, or \
      nothing to plan with, or the picture cannot be written, 64 wrong usage.
      """)

  @Argument(help: "A name, or the path of a .yaml file.")
  var profile: String

  @Option(parsing: .unconditional, help: "best, navigation, or a radius such as 10, 100m or 1km.")
  var accuracy = AccuracyArgument(.hundredMeters)

  @OptionGroup var options: PlanningOptions

  @Option(help: "A provider that is not there: gnss, wifi or cell. May be repeated.")
  var without: [String] = []

  @OptionGroup var folder: ProfilesOption

  @Flag(help: "A table over all accuracies.")
  var all = false

  @Flag(help: "One JSON object for each plan.")
  var json = false

  @Option(help: "A new SVG file that shows power against accuracy, providers as coloured bands.")
  var plot: String?

  func validate() throws {
    if plot != nil && (all || json) {
      throw ValidationError("--plot draws all accuracies: leave --all and --json away")
    }
  }

  func run() throws {
    let planner = try planner()
    if let plot { return try draw(planner, to: plot) }
    let wishes = all ? AccuracyArgument.scale : [accuracy]
    let situations = wishes.map { wish in
      PlannedSituation(wish, options.request(wish.accuracy), planner)
    }
    if json {
      for situation in situations { say(situation.item.json) }
    } else if all {
      PlannedSituation.printTable(situations)
    } else {
      situations.forEach { $0.printLines() }
    }
  }

  private func draw(_ planner: EnergyPlanner, to path: String) throws {
    let curve = PowerCurve(planner, options.request)
    let title = "\(profile), \(options.activity.word)"
    let file = try RecordingFile(path: path)
    try file.append(Array(PowerChart(curve, title: title).svg.utf8))
    try file.finish()
    for band in curve.wideBands { say(band.line) }
  }

  private func planner() throws -> EnergyPlanner {
    let board = try Profiles.named(profile, folder.search)
    let whole = options.planner(for: board)
    let names = whole.providers.map(\.id.name)
    for name in without where !names.contains(name) {
      Terminal.complain(
        "\(board.name) has no provider '\(name)'; it has \(names.joined(separator: ", "))")
      throw ExitCode.failure
    }
    let rest = whole.providers.filter { !without.contains($0.id.name) }
    guard !rest.isEmpty else {
      Terminal.complain(
        names.isEmpty
          ? "\(board.name) does not say what anything costs; add `power`, `wifi` or `cell` to it"
          : "without \(without.joined(separator: ", ")) no provider is left")
      throw ExitCode.failure
    }
    return EnergyPlanner(hostWake: whole.hostWake, providers: rest)
  }
}
