internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates

/// Makes positions of the fixes of all providers. Isolation: the event loop.
final class Positions {
  var intake = FixIntake()
  /// The floors of the board's building; `nil` without a plan.
  let floors: HardwareProfile.FloorPlan?
  /// Whether a client wants fixes as providers send them.
  private(set) var hasRawClients = false

  init(floors: HardwareProfile.FloorPlan?) { self.floors = floors }

  /// The last position, on its floor where that is known.
  var last: Location? {
    guard var position = intake.last else { return nil }
    if let floors { position.floor = position.floor ?? floors.floor(of: position) }
    return position
  }

  func replaceFilter(_ filter: (any LocationFilter)?, isMoving: Bool?) {
    intake = FixIntake(filter: filter)
    intake.sensesMotion = isMoving
  }

  /// Adapts to the clients that there are, and to the demands of those that run.
  func serve(_ clients: [any EngineClient], _ demands: [EnergyRequest]) {
    hasRawClients = clients.contains { $0.takesRawFixes }
    intake.speedGate = demands.map { $0.activity.speedGate }.max() ?? .infinity
  }
}
