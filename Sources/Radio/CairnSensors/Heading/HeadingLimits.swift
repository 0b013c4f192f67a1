/// The constants of orientation and heading; `docs/SENSORS.md` says where each comes from.
enum HeadingLimits {
  // MARK: Time

  /// Seconds without a sample after which the orientation is begun anew.
  static let longestGap = 1.0
  /// Seconds before the first heading is believed.
  static let settling = 0.5

  // MARK: Orientation

  /// Radians, one standard deviation, of an orientation taken from single samples.
  static let startTilt = 0.2
  static let startHeading = 0.5
  /// Radians, one standard deviation, of a heading that may be any.
  static let unknownHeading = 2.0
  /// Radians per second, one standard deviation, of a gyroscope that is switched on.
  static let startBias = 0.01
  /// Radians per root second: noise of the rotation rate, and its part that grows with the rate.
  static let rateNoise = 0.005
  static let rateScale = 0.003
  /// Radians per second per root second: how fast the bias wanders.
  static let biasDrift = 1e-5
  /// Metres per second squared.
  static let gravity = 9.81
  /// Seconds over which acceleration is averaged in the earth's frame, where motion cancels out.
  static let gravityAverage = 3.0
  /// Radians · root second: noise of the averaged direction of gravity, and its part that grows with
  /// the relative error of its length.
  static let gravityNoise = 0.015
  static let gravityMotion = 0.3

  // MARK: Rest

  /// Radians per second and metres per second squared from the average of half a second.
  static let restRate = 0.03
  static let restAcceleration = 0.3
  static let restAverage = 0.5
  /// Seconds of rest before the rotation rate is the bias.
  static let restTime = 0.5
  /// Radians per second: a larger average is a slow turn, no bias.
  static let greatestBias = 0.05
  /// Radians per second · root second.
  static let restNoise = 0.001

  // MARK: Field

  /// Microtesla that the earth's field can have, with what a calibration leaves.
  static let earthField = 18.0...80.0
  /// Part of the intensity, and radians of the inclination, by which a field may differ from the
  /// reference: beyond it is disturbed.
  static let intensityTolerance = 0.08
  static let inclinationTolerance = 0.12
  /// Seconds over which the reference follows a good field.
  static let referenceAverage = 15.0
  /// Seconds over which a new field is averaged, and radians of turning in it after which it becomes
  /// the reference: a disturbance that turns with the device would change.
  static let candidateAverage = 5.0
  static let candidateTurning = 7.0
  /// Radians · root second: noise of the heading from an undisturbed field.
  static let fieldNoise = 0.1
  /// By how many times the noise is larger at the limit of the tolerance.
  static let fieldSoftness = 2.0
  /// Standard deviations beyond which a heading counts less the farther off it is.
  static let headingGate = 4.0
  /// Seconds of headings beyond the gate in a good field after which the orientation is doubted.
  static let doubtTime = 10.0

  // MARK: Stated accuracy

  /// Part of the estimated variance that is stated, and radians that remain: the noises above include
  /// what repeats itself, so that the estimate is larger than its errors.
  static let statedVariance = 0.27
  static let statedFloor = 0.005
  /// Radians: what nothing observes, such as the rest of a calibration and a field that is the same
  /// wrong one all around.
  static let unseenDirection = 0.026
  /// The part of the differences between the fields of places by which a heading is wrong: where it
  /// has come by, they cancel out.
  static let unevenShare = 0.5
  /// Mean squared distance of a field from its reference, before that is known; seconds over which
  /// it is averaged; and the least level share of the field, near the poles.
  static let usualUnevenness = 0.09
  static let unevennessAverage = 60.0
  static let leastLevelShare = 0.1
  /// Radians, 68 %: a heading that is known less well is not known.
  static let worstAccuracy = 0.5
}
