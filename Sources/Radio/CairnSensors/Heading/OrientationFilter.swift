internal import CCairnMath

/// How a device with gyroscope, accelerometer and magnetometer stands: its orientation and the
/// gyroscope's bias, with their covariance.
///
/// The gyroscope carries the orientation on; gravity, averaged in the earth's frame, corrects the
/// tilt; the horizontal part of the field corrects the heading, and never the tilt, so that a magnet
/// cannot turn the device over. No step allocates memory.
struct OrientationFilter: Sendable {
  private var rotation: Rotation
  /// The matrix of `rotation`.
  private(set) var orientation: Matrix3
  /// Radians per second.
  private(set) var bias = Vector3.zero
  private(set) var covariance = OrientationCovariance(
    tilt: HeadingLimits.startTilt, heading: HeadingLimits.startHeading,
    bias: HeadingLimits.startBias)
  /// Averaged acceleration in the earth's frame, in units of gravity, and its seconds.
  private var gravity = Vector3.zero
  private var gravityAge = 0.0
  private var rest: RestWatch
  private(set) var field: FieldReference
  /// Seconds of headings beyond the gate.
  private var doubt = 0.0

  /// Starts from single samples; `nil` where they have no direction.
  ///
  /// - Parameters:
  ///   - rate: radians per second.
  ///   - acceleration: metres per second squared.
  ///   - magnetic: microtesla, calibrated.
  ///   - reference: the expected magnetic field.
  init?(
    rate: Vector3, acceleration: Vector3, magnetic: Vector3, reference: FieldReference
  ) {
    guard let rotation = Rotation(up: acceleration, field: magnetic) else { return nil }
    self.rotation = rotation
    orientation = rotation.matrix
    rest = RestWatch(rate: rate, acceleration: acceleration)
    field = reference
    judgeStart(magnetic)
  }

  /// Begins anew from single samples, and keeps what is known of the bias and the field; returns
  /// false where they have no direction.
  mutating func restart(rate: Vector3, acceleration: Vector3, magnetic: Vector3) -> Bool {
    guard let rotation = Rotation(up: acceleration, field: magnetic) else { return false }
    self.rotation = rotation
    orientation = rotation.matrix
    rest = RestWatch(rate: rate, acceleration: acceleration)
    gravityAge = 0
    doubt = 0
    judgeStart(magnetic)
    return true
  }

  /// Makes the heading unknown where the field that it was taken from is disturbed.
  private mutating func judgeStart(_ magnetic: Vector3) {
    let isGood = (distance(of: magnetic, turning: 0, 1e-3) ?? 1) < 1
    covariance.restart(
      tilt: HeadingLimits.startTilt,
      heading: isGood ? HeadingLimits.startHeading : HeadingLimits.unknownHeading)
  }

  /// Returns how far a field is from the reference, as `FieldReference.compare`.
  private mutating func distance(
    of magnetic: Vector3, turning: Double, _ dt: Double
  ) -> Double? {
    let earth = orientation * magnetic
    return field.compare(
      intensity: magnetic.length,
      inclination: cairn_atan2(-earth.z, cairn_hypot(earth.x, earth.y)), turning: turning, dt)
  }

  /// Processes one sample.
  ///
  /// - Parameters:
  ///   - dt: seconds since the last one, above 0 and at most `HeadingLimits.longestGap`.
  ///   - rate: radians per second.
  ///   - acceleration: metres per second squared.
  ///   - magnetic: microtesla, calibrated; `nil` if there is nothing new.
  mutating func step(_ dt: Double, rate: Vector3, acceleration: Vector3, magnetic: Vector3?) {
    let turning = rate - bias
    rotation = rotation * Rotation(turn: dt * turning)
    rotation.normalize()
    orientation = rotation.matrix
    let spin = turning.length
    let noise = HeadingLimits.rateNoise * HeadingLimits.rateNoise
    let scale = HeadingLimits.rateScale * HeadingLimits.rateScale
    covariance.predict(
      dt, orientation, turning: (noise + scale * spin * spin) * dt,
      drift: HeadingLimits.biasDrift * HeadingLimits.biasDrift * dt)
    var change = level(dt, acceleration)
    settle(dt, rate, acceleration, &change)
    if let magnetic { point(dt, magnetic, spin, &change) }
    rotation = Rotation(turn: Vector3(change[0], change[1], change[2])) * rotation
    bias = bias + Vector3(change[3], change[4], change[5])
    orientation = rotation.matrix
  }

  /// Radians squared: the estimated variance of the heading.
  var headingVariance: Double { covariance.variance(.up) }

  /// The orientation, with its errors as they are stated.
  var known: KnownOrientation {
    func stated(_ variance: Double) -> Double {
      let floor = HeadingLimits.statedFloor
      return (HeadingLimits.statedVariance * variance + floor * floor).squareRoot()
    }
    let unseen = HeadingLimits.unseenDirection
    let uneven = HeadingLimits.unevenShare * field.unevenDirection
    let estimated = stated(headingVariance)
    return KnownOrientation(
      axes: orientation,
      heading: (estimated * estimated + unseen * unseen + uneven * uneven).squareRoot(),
      tilt: stated(max(covariance.variance(.east), covariance.variance(.north))))
  }

  /// Observes the tilt by gravity.
  private mutating func level(_ dt: Double, _ acceleration: Vector3) -> SIMD8<Double> {
    let measured = (1 / HeadingLimits.gravity) * (orientation * acceleration)
    gravityAge = min(gravityAge + dt, HeadingLimits.gravityAverage)
    gravity = gravity + (dt / gravityAge) * (measured - gravity)
    let off = HeadingLimits.gravityMotion * (gravity.length - 1)
    let noise = HeadingLimits.gravityNoise * HeadingLimits.gravityNoise + off * off
    var change = covariance.observe(.east, gravity.y, variance: noise / dt)
    change += covariance.observe(.north, -gravity.x - change[1], variance: noise / dt)
    return change
  }

  /// Observes the bias while the device lies still.
  private mutating func settle(
    _ dt: Double, _ rate: Vector3, _ acceleration: Vector3, _ change: inout SIMD8<Double>
  ) {
    guard rest.take(rate: rate, acceleration: acceleration, dt) else { return }
    let variance = HeadingLimits.restNoise * HeadingLimits.restNoise / dt
    let off = rest.rate - bias
    change += covariance.observe(.biasX, off.x - change[3], variance: variance)
    change += covariance.observe(.biasY, off.y - change[4], variance: variance)
    change += covariance.observe(.biasZ, off.z - change[5], variance: variance)
  }

  /// Observes the heading by the field.
  private mutating func point(
    _ dt: Double, _ magnetic: Vector3, _ spin: Double, _ change: inout SIMD8<Double>
  ) {
    guard let distance = distance(of: magnetic, turning: spin * dt, dt), distance < 1 else {
      return
    }
    let earth = orientation * magnetic
    let deviation = HeadingLimits.fieldNoise * (1 + HeadingLimits.fieldSoftness * distance)
    let variance = deviation * deviation
    let residual = cairn_atan2(earth.x, earth.y) - change[2]
    let gate = HeadingLimits.headingGate * HeadingLimits.headingGate
    let squared = residual * residual / (headingVariance + variance / 9)
    doubt = squared > gate ? doubt + dt : 0
    if doubt > HeadingLimits.doubtTime {
      doubt = 0
      covariance.widen(.up, by: residual * residual)
    }
    change += covariance.observe(.up, residual, variance: variance * max(1, squared / gate) / dt)
  }
}
