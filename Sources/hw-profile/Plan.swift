import ArgumentParser
import CairnHAL
import CairnTypes

struct Plan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says which providers an accuracy switches on, what they draw, and why.",
    discussion: """
      The plan is the one of least mean power, by the figures of the profile, at which the last reported \
      position is near enough, often enough. How often each provider finds a position depends on where the \
      device is: --activity stands for a mixture of surroundings and a bound of the speed, --environment \
      and --speed put others in their place.

      Examples:
        hw-profile plan m8-gateway --accuracy 1km
        hw-profile plan m8-gateway --accuracy 1km --activity automotive
        hw-profile plan m10-tracker --all --without cell
        hw-profile plan m10-tracker --accuracy 100 --environment urban --interval 60 --json

      Exit codes: 0 there is a plan, also one that gives less than was asked for, 1 no such profile, or \
      nothing to plan with, 64 wrong usage.
      """)

  @Argument(help: "A name, or the path of a .yaml file.")
  var profile: String

  @Option(help: "best, navigation, or a radius such as 10, 100m or 1km.")
  var accuracy = WantedAccuracy(accuracy: .hundredMeters)

  @Option(help: "What carries the device.")
  var activity = Activity.pedestrian

  @Option(help: "Seconds between the updates that are asked for.")
  var interval = 1.0

  @Option(help: "Metres to move before an update is wanted.")
  var distanceFilter: Double?

  @Option(help: "The share of the time in which the position must be that near.")
  var confidence = 0.68

  @Option(help: "Metres per second at most. Default: the activity's.")
  var speed: Double?

  @Option(help: "Only these surroundings. Default: the activity's mixture.")
  var environment: Place?

  @Option(help: "A provider that is not there: gnss, wifi or cell. May be repeated.")
  var without: [String] = []

  @Option(help: "The folder of the profiles.")
  var directory = "hw-profiles"

  @Flag(help: "A table over all accuracies.")
  var all = false

  @Flag(help: "One JSON object for each plan.")
  var json = false

  func validate() throws {
    guard interval >= 0, interval.isFinite else {
      throw ValidationError("--interval must be 0 s or more")
    }
    guard confidence > 0, confidence < 1 else {
      throw ValidationError("--confidence must be above 0 and below 1")
    }
    for (name, value) in [("--speed", speed), ("--distance-filter", distanceFilter)] {
      if let value, !(value >= 0 && value <= 1e6) {
        throw ValidationError("\(name) must be from 0 to 1,000,000")
      }
    }
  }

  func run() throws {
    let planner = try planner()
    let wishes = all ? WantedAccuracy.scale : [accuracy]
    let situations = wishes.map { wish in
      PlannedSituation(wish, request(wish.accuracy), planner)
    }
    if json {
      for situation in situations { print(situation.item.json) }
    } else if all {
      PlannedSituation.printTable(situations)
    } else {
      situations.forEach { $0.printLines() }
    }
  }

  private func planner() throws -> EnergyPlanner {
    let board = try Profiles.named(profile, in: directory)
    let mixture =
      environment.map { SurroundingsMixture([.init($0.surroundings, 1)]) } ?? activity.mixture
    let whole = EnergyPlanner(board, in: mixture)
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

  private func request(_ accuracy: DesiredAccuracy) -> EnergyRequest {
    EnergyRequest(
      accuracy: accuracy, confidence: confidence, speed: speed ?? activity.speed,
      interval: interval, distanceFilter: distanceFilter)
  }
}

/// Surroundings on the command line.
struct Place: ExpressibleByArgument {
  let surroundings: Surroundings

  init?(argument: String) {
    guard let value = Surroundings.allCases.first(where: { "\($0)" == argument }) else {
      return nil
    }
    surroundings = value
  }

  static var allValueStrings: [String] { Surroundings.allCases.map { "\($0)" } }
}

/// What carries a device: where it is, and how fast it moves.
enum Activity: String, CaseIterable, ExpressibleByArgument {
  case pedestrian, walking, fitness, automotive, asset

  var mixture: SurroundingsMixture {
    switch self {
    case .pedestrian: .pedestrian
    case .walking: .walking
    case .fitness: .fitness
    case .automotive: .automotive
    case .asset: .outdoorAsset
    }
  }

  /// Metres per second, at most.
  var speed: Double {
    switch self {
    case .pedestrian, .walking: 1.5
    case .fitness: 3
    case .automotive: 15
    case .asset: 8
    }
  }
}
