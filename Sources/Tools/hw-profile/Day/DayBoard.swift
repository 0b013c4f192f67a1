import CairnHAL
import CairnTypes

/// Providers and power figures of a board for a day, from its profile.
struct DayBoard {
  let descriptors: [ProviderDescriptor]
  /// Millijoules for each wake-up of the host.
  let hostWake: Double
  /// The motion sensor; `nil` without one.
  let motion: SensorDescriptor?
  /// Metres, 68 %.
  let cellRadius: Double
  /// Milliwatt hours; `nil` without a battery.
  let capacity: Double?

  /// - Parameters:
  ///   - profile: the board's profile.
  ///   - names: the providers that are used.
  init(_ profile: HardwareProfile, providers names: [String]) {
    let figures = profile.figures
    let planned = EnergyPlanner(profile, in: .pedestrian)
    var radius = 500.0
    descriptors = planned.providers.filter { names.contains($0.id.name) }.map { provider in
      switch provider.id {
      case "gnss":
        let openSky = figures[.openSkyAccuracy]?.value ?? 3
        var model = provider.model
        if case .receiver(var receiver) = model {
          receiver.holdsEphemeris = true
          model = .receiver(receiver)
        }
        return ProviderDescriptor(
          id: provider.id, technology: .gnss,
          capabilities: [.altitude, .speed, .course, .utc, .satellites, .needsSky],
          accuracy: AccuracyModel(openSky: openSky, urban: openSky, indoor: openSky, floor: 0),
          energy: model)
      case "cell":
        radius = provider.belief.radius
        return ProviderDescriptor(
          id: provider.id, technology: .cellular, capabilities: [],
          accuracy: AccuracyModel(openSky: radius, urban: radius, indoor: radius, floor: 0),
          energy: provider.model)
      default:
        return ProviderDescriptor(
          id: provider.id, technology: .wifi, capabilities: [],
          accuracy: AccuracyModel(openSky: 40, urban: 25, indoor: 20, floor: 0),
          energy: provider.model)
      }
    }
    cellRadius = radius
    hostWake = planned.hostWake
    motion = figures[.motionPower].map { power in
      SensorDescriptor(
        id: "motion", kind: .motion, power: power.value,
        delays: MotionDetector(
          startDelay: figures[.movingDelay]?.value ?? 2,
          stopDelay: figures[.stillDelay]?.value ?? 30))
    }
    capacity = figures[.batteryCapacity]?.value
  }

  var hasCell: Bool { descriptors.contains { $0.id == "cell" } }
}
