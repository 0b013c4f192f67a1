import CairnHAL
import CairnTypes
import Testing

@testable import CairnProfiles

@Suite("Plans for the profiles that are shipped")
struct ShippedPlansTests {
  /// A board or module with some of its providers, somewhere.
  private struct Situation {
    var planner: EnergyPlanner
    var speed: Double
    var name: String
  }

  /// Every choice of the providers of every profile, carried in every way, after a hot and a cold start.
  private static func situations(of profile: HardwareProfile) -> [Situation] {
    let activities: [ActivityType] = [
      .other, .fitness, .automotiveNavigation, .stationaryAsset, .airborne,
    ]
    var places = activities.map { ("\($0)", $0.surroundings, $0.usualSpeed) }
    places += [Surroundings.urban, .canyon, .indoor].map {
      ("\($0)", SurroundingsMixture([.init($0, 1)]), 3)
    }
    return places.flatMap { place, mixture, speed in
      [StartType.hot, .cold].flatMap { start in
        let whole = EnergyPlanner(profile, in: mixture, starting: start)
        return (1..<1 << whole.providers.count).map { choice in
          let some = whole.providers.indices.filter { choice >> $0 & 1 == 1 }
            .map { whole.providers[$0] }
          let names = some.map(\.id.name).joined(separator: ", ")
          return Situation(
            planner: EnergyPlanner(hostWake: whole.hostWake, providers: some), speed: speed,
            name: "\(profile.name), \(names), \(place), \(start) start")
        }
      }
    }
  }

  @Test func `a wider tolerance never takes more power, from the best accuracy on`() throws {
    var situations = 0
    for profile in try Checkout.profiles() {
      for one in Self.situations(of: profile) {
        situations += 1
        var power = one.planner.plan(for: [.init(accuracy: .best, speed: one.speed)]).power
        for step in 0...28 {
          let metres = Double(1 << (step / 2)) * (step % 2 == 0 ? 1 : 1.5)
          let accuracy = DesiredAccuracy(.metres(metres))
          let plan = one.planner.plan(for: [.init(accuracy: accuracy, speed: one.speed)])
          #expect(plan.power <= power * (1 + 1e-12), "\(one.name), \(metres) m")
          power = plan.power
        }
      }
    }
    #expect(situations > 1000)
  }
}
