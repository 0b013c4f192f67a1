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
  /// Whether any client runs.
  private var wasAsked = false

  init(floors: HardwareProfile.FloorPlan?) { self.floors = floors }

  /// The last position, on its floor where that is known.
  var last: Location? {
    guard var position = intake.last else { return nil }
    if let floors { position.floor = position.floor ?? floors.floor(of: position) }
    return position
  }

  func replaceFilter(_ filter: (any LocationFilter)?, isMoving: Bool?, at now: MonotonicTime) {
    intake = FixIntake(filter: filter)
    intake.turn(isMoving: isMoving, since: now, at: now)
  }

  /// Takes the word of what reports motion, with its delays.
  func turn(_ isMoving: Bool?, _ detector: MotionDetector?, at now: MonotonicTime) {
    let delay = isMoving == false ? detector?.stopDelay : detector?.startDelay
    intake.turn(isMoving: isMoving, since: now - Duration(clamping: delay ?? 0), at: now)
  }

  /// Adapts to the clients that there are, and to the demands of those that run.
  func serve(_ clients: [any EngineClient], _ demands: [EnergyRequest]) {
    hasRawClients = clients.contains { $0.takesRawFixes }
    let isAsked = !demands.isEmpty
    if isAsked, !wasAsked, let speed = demands.map(\.speed).max(), speed.isFinite, speed > 0 {
      intake.expect(speed: speed)
    }
    wasAsked = isAsked
    intake.speedGate = demands.map { $0.activity.speedGate }.max() ?? .infinity
  }
}
