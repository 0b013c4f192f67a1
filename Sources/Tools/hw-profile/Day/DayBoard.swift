import CairnHAL
import CairnTypes

/// Providers and power figures of a board for a day, from its profile.
struct DayBoard {
  let descriptors: [ProviderDescriptor]
  /// Millijoules for each wake-up of the host.
  let hostWake: Double
  /// `nil` without a motion sensor.
  let detector: MotionDetector?
  /// Milliwatts that are drawn all day: for the motion sensor, and for the position of a registered
  /// modem.
  let base: Double
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
    detector = figures[.motionPower].map { _ in
      MotionDetector(
        startDelay: figures[.movingDelay]?.value ?? 2,
        stopDelay: figures[.stillDelay]?.value ?? 30)
    }
    let attributed = names.contains("cell") ? figures[.cellAttributedPower]?.value ?? 0 : 0
    base = (figures[.motionPower]?.value ?? 0) + attributed
    capacity = figures[.batteryCapacity]?.value
  }

  var hasCell: Bool { descriptors.contains { $0.id == "cell" } }
}
