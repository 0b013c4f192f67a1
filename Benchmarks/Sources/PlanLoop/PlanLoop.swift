import CairnHAL
import CairnTypes
import Glibc

/// Plans repeatedly for a GNSS receiver, Wi-Fi and cell: `PlanLoop PASSES`. A pass plans for seven
/// accuracies carried by a person and for the same seven in a car, so that some can be reached and
/// others cannot.
///
/// The difference between two numbers of passes, counted by callgrind, is the cost of a pass.
@main
struct PlanLoop {
  static let accuracies: [DesiredAccuracy] = [
    .threeKilometers, .kilometer, .hundredMeters, 30, .nearestTenMeters, .best, .bestForNavigation,
  ]
  static let receiver = ReceiverEnergy(
    acquiring: 96, tracking: 87, cyclic: .init(power: 28.5, radiusFactor: 1.3), backup: 0.045,
    startTimes: .init(hot: 1, aided: 2, warm: 26, cold: 26))

  static func main() {
    guard CommandLine.arguments.count == 2, let passes = Int(CommandLine.arguments[1]), passes > 0
    else {
      print("usage: PlanLoop PASSES")
      exit(2)
    }
    let situations = [
      (planner(in: .pedestrian), speed: 1.5), (planner(in: .automotive), speed: 15),
    ]
    var power = 0.0
    var best = Double.infinity
    var longest = 0.0
    for _ in 0..<passes {
      var sum = 0.0
      var slowest = 0.0
      for (planner, speed) in situations {
        for accuracy in accuracies {
          let begin = seconds()
          let plan = planner.plan(for: [EnergyRequest(accuracy: accuracy, speed: speed)])
          let spent = seconds() - begin
          sum += spent
          slowest = max(slowest, spent)
          power += plan.power
        }
      }
      if sum < best { (best, longest) = (sum, slowest) }
    }
    let plans = 2 * accuracies.count
    print(
      "plans=\(plans)\tµs=\(best / Double(plans) * 1e6)\tslowest=\(longest * 1e6)\tsum=\(power)")
  }

  private static func planner(in mixture: SurroundingsMixture) -> EnergyPlanner {
    EnergyPlanner(
      hostWake: 2,
      providers: [
        .init(
          id: "gnss", model: .receiver(receiver),
          belief: .expected(of: receiver, deviation: 2.5, in: mixture)),
        .init(
          id: "wifi", model: .operation(.init(energy: 860, duration: 3)),
          belief: .expectedOfWiFi(in: mixture)),
        .init(
          id: "cell", model: .operation(.init(energy: 9, duration: 0.3)),
          belief: .expectedOfCell(radius: { _ in 1500 }, in: mixture)),
      ])
  }

  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}
