internal import CairnGeodesy
internal import CairnTypes

/// Tells whether the device stands: by Doppler where there is one, else by how positions scatter.
///
/// A motion sensor that says that it stands makes less evidence of rest suffice, and more of motion be
/// needed; a quiet train is no table. That something shakes the device is no proof of a way.
struct RestDetector {
  private(set) var isStill = false
  /// The reading of a motion sensor; `nil` without one.
  var sensesMotion: Bool?
  /// Metres per second at which the device left, if known.
  private(set) var motion: GroundVector?
  /// Metres per second, one standard deviation by axis, of that; `nil` if Doppler tells it.
  private(set) var motionDeviation: Double?
  /// Where it had got to by then, metres in the frame; `nil` if Doppler tells that it left.
  private(set) var departure: GroundVector?
  /// Where a device that stands would be if it moved after all, metres in the frame; `nil` where that is
  /// unlikely, or Doppler says that it stands.
  private(set) var doubt: GroundVector?
  /// Fixes in a row whose Doppler says that the device stands, creeps, or moves.
  private var slow = 0
  private var creeping = 0
  private var fast = 0
  /// Slopes in a row that are significant.
  private var sloping = 0
  private var line = FadingLine()
  /// Whether a device of which little is known is assumed to stand.
  private let startsStill: Bool
  private var sampled: MonotonicTime?

  /// - Parameters:
  ///   - startsStill: whether a device without Doppler is assumed to stand until the places show that
  ///     it moves.
  ///   - sensesMotion: the reading of a motion sensor; `nil` without one.
  init(startsStill: Bool = true, sensesMotion: Bool? = nil) {
    self.startsStill = startsStill && sensesMotion != true
    self.sensesMotion = sensesMotion
  }

  private var sensesRest: Bool { sensesMotion == false }

  /// Processes a speed by Doppler, in metres per second.
  ///
  /// - Returns: whether the state has changed.
  mutating func note(speed: Double, _ o: Observation) -> Bool {
    doubt = nil
    slow = speed < FusionLimits.standing ? slow + 1 : 0
    creeping = speed > FusionLimits.standing ? creeping + 1 : 0
    fast = speed > FusionLimits.moving ? fast + 1 : 0
    if isStill {
      let isClear = speed > max(FusionLimits.moving, 4 * o.velocityDeviation)
      let leaves =
        sensesRest
        ? fast >= FusionLimits.speedsToLeaveRest
        : fast >= 2 || creeping >= 4 || isClear && fast >= 1
      guard leaves else { return false }
      isStill = false
      motion = o.velocity
      (motionDeviation, departure) = (nil, nil)
      return true
    }
    guard slow >= 2 || speed < 0.15 || sensesRest && speed < FusionLimits.moving else {
      return false
    }
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
    doubt = nil
    if isStill {
      if speed > FusionLimits.perhapsMoving * line.slopeDeviation { doubt = line.end }
      let isClear =
        speed > FusionLimits.surelyMoving * line.slopeDeviation && speed > FusionLimits.standing
      sloping = isClear ? sloping + 1 : 0
      guard sloping >= slopesToLeave else { return false }
      (sloping, doubt) = (0, nil)
      isStill = false
      motion = slope
      motionDeviation = line.slopeDeviation * FusionLimits.slopeCaution
      departure = line.end
      return true
    }
    let (most, sharp) =
      sensesRest
      ? (FusionLimits.surelyMoving, 2 * FusionLimits.sharpSlope)
      : (FusionLimits.perhapsMoving, FusionLimits.sharpSlope)
    guard speed < most * line.slopeDeviation,
      line.slopeDeviation < sharp || line.count < 4 && startsStill
    else { return false }
    isStill = true
    return true
  }

  private var slopesToLeave: Int {
    switch sensesMotion {
    case nil: FusionLimits.slopesToLeave
    case true?: 1
    case false?: 2 * FusionLimits.slopesToLeave
    }
  }

  /// Moves the origin of the frame.
  mutating func shift(by origin: GroundVector) {
    line.shift(by: origin)
    doubt = doubt.map { $0 - origin }
    departure = departure.map { $0 - origin }
  }
}
