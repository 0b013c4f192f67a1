import ArgumentParser
import CairnHAL
import CairnTypes
import CommandSupport

/// The options that shape a plan, apart from its accuracy.
struct PlanningOptions: ParsableArguments {
  @Option(help: "How the device is carried.")
  var activity = ActivityArgument(.other)

  @Option(
    parsing: .unconditional, help: "Requested seconds between updates. Default: 1.",
    transform: OptionNumber.decimal)
  var interval = 1.0

  @Option(
    parsing: .unconditional, help: "Metres to move before the next update.",
    transform: OptionNumber.decimal)
  var distanceFilter: Double?

  @Option(
    parsing: .unconditional,
    help: "Share of the time in which the position must be that accurate. Default: 0.68.",
    transform: OptionNumber.decimal)
  var confidence = 0.68

  @Option(
    parsing: .unconditional, help: "Top speed in metres per second. Default: the activity's.",
    transform: OptionNumber.decimal)
  var maxSpeed: Double?

  @Option(help: "Only these surroundings. Default: the activity's mixture.")
  var environment: Place?

  func validate() throws {
    guard interval >= 0, interval.isFinite else {
      throw ValidationError("--interval must be 0 s or more")
    }
    guard confidence > 0, confidence < 1 else {
      throw ValidationError("--confidence must be above 0 and below 1")
    }
    for (name, value) in [("--max-speed", maxSpeed), ("--distance-filter", distanceFilter)] {
      if let value, !(value >= 0 && value <= 1e6) {
        throw ValidationError("\(name) must be from 0 to 1,000,000")
      }
    }
  }

  /// Whether it says something that changes in the course of a day.
  var isAboutOneMoment: Bool { environment != nil || maxSpeed != nil || confidence != 0.68 }

  /// Returns a planner with all providers that the board has.
  func planner(for board: HardwareProfile) -> EnergyPlanner {
    EnergyPlanner(
      board,
      in: environment.map { SurroundingsMixture([.init($0.surroundings, 1)]) }
        ?? activity.type.surroundings)
  }

  func request(_ accuracy: DesiredAccuracy) -> EnergyRequest {
    EnergyRequest(
      accuracy: accuracy, confidence: confidence, speed: maxSpeed ?? activity.type.usualSpeed,
      interval: interval, distanceFilter: distanceFilter)
  }
}

/// One kind of surroundings on the command line.
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
