import ArgumentParser
import CairnHAL
import CairnLinux
import CairnTypes
import CommandSupport

struct Plan: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows which providers an accuracy switches on, what they draw, and why.",
    discussion: """
      The plan is the one with the least mean power, by the profile's figures, for which the last reported \
      position is near enough, often enough. How often each provider finds a position depends on where the \
      device is: --activity stands for a mixture of surroundings and a limit of the speed; --environment \
      and --max-speed replace them.

      Examples:
        hw-profile plan m8-gateway --accuracy 1km
        hw-profile plan m8-gateway --accuracy 1km --activity automotive
        hw-profile plan m10-tracker --all --without cell
        hw-profile plan m10-tracker --accuracy 100 --environment urban --interval 60 --json
        hw-profile plan m8-gateway --plot m8.svg     power against accuracy, as a picture
        hw-profile plan m10-tracker --accuracy 100m --day "standing 21h, walking 2h, driving 1h"

      --day runs the real service through such a day on a virtual clock, with simulated radios in \
      simulated surroundings, and says what the mean of several days draws and gives.

      Exit codes: 0 there is a plan, even if it gives less than was asked for, 1 no such profile, or \
      nothing to plan with, or the picture cannot be written, 64 wrong usage.
      """)

  @Argument(help: "A name, or the path of a .yaml file.")
  var profile: String

  @Option(parsing: .unconditional, help: "best, navigation, or a radius such as 10, 100m or 1km.")
  var accuracy = AccuracyArgument(.hundredMeters)

  @OptionGroup var options: PlanningOptions

  @Option(help: "Plan without this provider: gnss, wifi or cell. May be repeated.")
  var without: [String] = []

  @OptionGroup var folder: ProfilesOption

  @Option(
    help: "Forecast a day: standing, walking, cycling or driving, each with a time, and commas.")
  var day: DayArgument?

  @Flag(help: "Print a table of all accuracies.")
  var all = false

  @Flag(help: "Print one JSON object for each plan.")
  var json = false

  @Option(
    help: "An SVG file to write or replace: power against accuracy, providers as coloured bands.")
  var plot: String?

  func validate() throws {
    if plot == "-" || plot == "" {
      throw ValidationError("--plot needs a file: a picture is not written to standard output")
    }
    if plot != nil && (all || json) {
      throw ValidationError("--plot draws all accuracies: leave out --all and --json")
    }
    if day != nil, plot != nil || options.isAboutOneMoment {
      throw ValidationError(
        "--day has its own surroundings: leave out --plot, --environment, --max-speed and --confidence"
      )
    }
  }

  func run() async throws {
    let planner = try planner()
    if let day { return try await forecast(day, with: planner) }
    if let plot { return try draw(planner, to: plot) }
    let wishes = all ? AccuracyArgument.scale : [accuracy]
    let situations = wishes.map { wish in
      PlannedSituation(wish, options.request(wish.accuracy), planner)
    }
    if json {
      for situation in situations { say(situation.item.json) }
    } else if all {
      PlannedSituation.printTable(situations)
      PlannedSituation.printNeeds(of: situations, planner)
    } else {
      situations.forEach { $0.printLines() }
      PlannedSituation.printNeeds(of: situations, planner)
    }
  }

  private func forecast(_ day: DayArgument, with planner: EnergyPlanner) async throws {
    let profile = try Profiles.named(profile, folder.search)
    let board = DayBoard(profile, providers: planner.providers.map(\.id.name))
    for wish in all ? AccuracyArgument.scale : [accuracy] {
      var configuration = LocationConfiguration()
      configuration.desiredAccuracy = wish.accuracy
      configuration.distanceFilter = options.distanceFilter
      configuration.activityType = options.activity.type
      if options.interval > 1 { configuration.interval = Duration(clamping: options.interval) }
      configuration.pausesLocationUpdatesAutomatically = false
      do throws(DeviceError) {
        let forecast = try await DayForecast(wish, configuration, on: board, over: day.phases) {
          Terminal.showProgress("day \($0) of \(DayForecast.days)")
        }
        Terminal.showProgress(nil)
        if json { say(forecast.item.json) } else { forecast.printLines() }
      } catch {
        Terminal.complain(error.explanation)
        throw ExitCode.failure
      }
    }
  }

  private func draw(_ planner: EnergyPlanner, to path: String) throws {
    let curve = PowerCurve(planner, options.request)
    let title = "\(profile), \(options.activity.word)"
    let file = try WholeFile(path: path)
    try file.write(PowerChart(curve, title: title).svg)
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
