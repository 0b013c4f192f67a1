internal import CairnGeodesy
internal import CairnTypes

/// Tells whether the device stands: by Doppler where there is one, else by how positions scatter.
struct RestDetector {
  private(set) var isStill = false
  /// Metres per second at which the device left, if known.
  private(set) var motion: GroundVector?
  /// Fixes in a row whose Doppler says that the device stands, creeps, or moves.
  private var slow = 0
  private var creeping = 0
  private var fast = 0
  private var line = FadingLine()
  /// Whether a device of which little is known is assumed to stand.
  private let startsStill: Bool
  private var sampled: MonotonicTime?

  /// - Parameter startsStill: whether a device without Doppler is assumed to stand until the places
  ///   show that it moves.
  init(startsStill: Bool = true) { self.startsStill = startsStill }

  /// Processes a speed by Doppler, in metres per second.
  ///
  /// - Returns: whether the state has changed.
  mutating func note(speed: Double, _ o: Observation) -> Bool {
    slow = speed < FusionLimits.standing ? slow + 1 : 0
    creeping = speed > FusionLimits.standing ? creeping + 1 : 0
    fast = speed > FusionLimits.moving ? fast + 1 : 0
    if isStill {
      let isClear = speed > max(FusionLimits.moving, 4 * o.velocityDeviation)
      guard fast >= 2 || creeping >= 4 || isClear && fast >= 1 else { return false }
      isStill = false
      motion = o.velocity
      return true
    }
    guard slow >= 2 || speed < 0.15 else { return false }
    isStill = true
    return true
  }

  /// Processes a position without Doppler.
  ///
  /// - Parameters:
  ///   - o: the observation.
  ///   - z: its place, metres in the frame.
  /// - Returns: whether the state has changed.
  mutating func note(_ o: Observation, at z: GroundVector) -> Bool {
    if let sampled, (o.time - sampled).inSeconds < 0.8 { return false }
    let dt = sampled.map { (o.time - $0).inSeconds } ?? 0
    sampled = o.time
    let stated = o.deviation.length * 0.5.squareRoot()
    line.add(z, after: dt, stated: stated)
    let slope = line.slope
    let speed = slope.length
    if isStill {
      guard speed > FusionLimits.surelyMoving * line.slopeDeviation, speed > FusionLimits.standing
      else { return false }
      isStill = false
      motion = slope
      return true
    }
    guard speed < FusionLimits.perhapsMoving * line.slopeDeviation,
      line.slopeDeviation < 0.6 || line.count < 4 && startsStill
    else { return false }
    isStill = true
    return true
  }

  /// Moves the origin of the frame.
  mutating func shift(by origin: GroundVector) { line.shift(by: origin) }
}
