internal import CairnTypes

/// Calibrates a magnetometer beside a gyroscope: the field of the earth must turn as the gyroscope
/// says the device turns.
///
/// Two samples m₁ and m₂ with the rotation R between them give three equations for the matrix W and
/// c = W·offset: W m₂ − c = Rᵀ (W m₁ − c). They are linear, need no sphere, and find the angle
/// between both sensors as well. Pairs are cut by the angle turned, so that a slow turn counts like a
/// fast one. Memory is bounded, and no sample allocates.
public struct TurnCalibrator: Sendable {
  /// The constants of the fit.
  enum Limits {
    /// One standard deviation of what is known before: parts of the matrix, and microtesla.
    static let matrix = 0.12
    static let offset = 60.0
    /// Seconds, one standard deviation.
    static let delay = 0.015
    /// Microtesla, one standard deviation of one equation: noise, and the field that differs by place.
    static let noise = 1.2
    /// Seconds by which the times of gyroscope and magnetometer scatter.
    static let timing = 0.003
    /// Cosines of the angles after which a pair is complete, and that an unfinished one must have.
    static let completeTurn = 0.877_583  // 0.5 rad
    static let shortTurn = 0.980_067  // 0.2 rad
    /// Seconds that a pair may take: the gyroscope's bias adds up.
    static let longestPair = 4.0
    /// Seconds without a sample that end all pairs.
    static let longestGap = 0.5
    /// Pairs before there is a calibration.
    static let fewestPairs = 6
    /// Microtesla, one standard deviation of the least certain direction of the offset.
    static let worstDeviation = 7.0
  }

  /// One end of a pair that has begun.
  private struct Anchor {
    var moment: CalibrationSystem.Moment
    /// The turn since then; leads from the present frame to that of the anchor.
    var turn = Matrix3.identity
    var time = 0.0
  }

  /// Three pairs overlap, begun a third of the angle apart.
  private var anchors: InlineArray<3, Anchor?> = [nil, nil, nil]
  private var system = CalibrationSystem()
  private var last: (time: MonotonicTime, rate: Vector3, field: Vector3)?
  private var rest: RestWatch?
  /// Radians per second, found while the device lay still.
  private var bias = Vector3.zero
  /// Pairs of samples that count.
  public private(set) var pairs = 0

  /// Starts with nothing known.
  public init() {}

  /// Processes a sample with a rotation rate and a field; others are ignored.
  ///
  /// Half a second of rest before the turning is enough for the gyroscope's bias to be taken out.
  public mutating func take(_ sample: MotionSample) {
    guard sample.isPossible, let rate = sample.rotationRate, let field = sample.field else {
      return
    }
    guard let last, var rest else {
      self.last = (sample.time, rate, field)
      rest = RestWatch(rate: rate, acceleration: sample.acceleration)
      return
    }
    let dt = (sample.time - last.time).inSeconds
    guard dt > 0 else { return }
    self.last = (sample.time, rate, field)
    guard dt <= Limits.longestGap else {
      anchors = [nil, nil, nil]
      return
    }
    if rest.take(rate: rate, acceleration: sample.acceleration, dt) { bias = rest.rate }
    self.rest = rest
    let step = Rotation(turn: dt * (0.5 * (rate + last.rate) - bias)).matrix
    let moment = CalibrationSystem.Moment(field: field, change: (1 / dt) * (field - last.field))
    for index in 0..<3 { advance(index, step, moment, dt) }
  }

  /// The calibration, or what is missing for one.
  public var state: CalibrationState {
    guard pairs >= Limits.fewestPairs, let solution = system.solution,
      solution.deviation <= Limits.worstDeviation
    else { return .notTurnedEnough }
    let calibration = MagneticCalibration(
      matrix: solution.matrix, offset: solution.offset, delay: solution.delay)
    return .calibrated(calibration, deviation: solution.deviation)
  }

  private mutating func advance(
    _ index: Int, _ step: Matrix3, _ moment: CalibrationSystem.Moment, _ dt: Double
  ) {
    guard var anchor = anchors[index] else {
      // The first begins at once, each other one a third of the angle after the one before it.
      let before = index == 0 ? nil : anchors[index - 1]
      if index == 0 || (before?.turn.turnCosine ?? 1) < Limits.shortTurn {
        anchors[index] = Anchor(moment: moment)
      }
      return
    }
    anchor.turn = anchor.turn * step
    anchor.time += dt
    anchors[index] = anchor
    let cosine = anchor.turn.turnCosine
    guard cosine < Limits.completeTurn || anchor.time >= Limits.longestPair else { return }
    if cosine < Limits.shortTurn {
      pairs = min(pairs + 1, 1_000_000)
      system.add(anchor.moment, moment, turn: anchor.turn)
    }
    anchors[index] = Anchor(moment: moment)
  }
}
