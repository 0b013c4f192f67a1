internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

/// The path since the last fix by odometer and gyroscope, for gaps between fixes.
///
/// Separate from the filter: it begins anew with each fix, so that a sensor that appears or
/// disappears changes nothing there.
struct OdometryTrack {
  /// Estimated position, speed and course at the end of the path.
  struct Estimate {
    /// The position, and its uncertainty in metres, 68 %.
    var coordinate: Coordinate
    var radius: Double
    /// Metres per second, degrees from north (`nil` if unknown), and the standard deviation of the
    /// speed.
    var speed: Double
    var course: Double?
    var speedDeviation: Double
  }

  private struct Start {
    var time: MonotonicTime
    var coordinate: Coordinate
    var radius: Double
    /// Radians from north; the standard deviation is at most 1, its value if nothing is known.
    var course: Double
    var courseDeviation: Double
    var speed: Double
    var speedDeviation: Double
  }

  private var start: Start?
  private var newest: (reading: Odometry, time: MonotonicTime)?
  /// When speed and turning rate were last measured: a bus may report them separately.
  private var (speedTime, rateTime) = (
    MonotonicTime(nanoseconds: .min), MonotonicTime(nanoseconds: .min)
  )
  /// Metres to the right of the course at the start, and along it; the path's length.
  private var (right, ahead, distance) = (0.0, 0.0, 0.0)
  /// Radians since the start, clockwise.
  private var turn = 0.0
  /// Factor applied to the odometer's speed, and the gyroscope's reading at rest in degrees per
  /// second.
  private var (scale, bias) = (1.0, 0.0)

  /// Whether the wheels have turned since the last fix.
  var hasMoved: Bool { distance > FusionLimits.wheelsTurned && newest?.reading.speed != nil }

  /// Begins anew at a fix.
  ///
  /// - Parameters:
  ///   - time: the time of the fix.
  ///   - track: the filter's track after the fix.
  ///   - doppler: metres per second by the fix itself, if it has a speed.
  mutating func begin(at time: MonotonicTime, _ track: borrowing Estimator, doppler: Double?) {
    guard let newest else { return }
    learnScale(doppler, at: time)
    let (velocity, deviation) = (track.velocity, track.velocityDeviation)
    let speed = velocity.length
    let isKnown = speed >= FusionLimits.knownCourse
    start = Start(
      time: time, coordinate: track.frame.place(at: track.position), radius: track.radius,
      course: isKnown ? cairn_atan2(velocity.east, velocity.north) : 0,
      courseDeviation: isKnown ? min(1, FusionLimits.courseShare * deviation / speed) : 1,
      speed: speed,
      speedDeviation: deviation)
    (right, ahead, distance, turn) = (0, 0, 0, 0)
    guard newest.time > time else { return }
    // The fix is older than the sensors' last readings.
    advance((newest.time - time).inSeconds, newest.reading, newest.reading)
  }

  /// Takes a reading, which is ignored unless it is possible and later than the last.
  mutating func take(_ reading: Odometry, at time: MonotonicTime) {
    guard reading.isPossible, newest.map({ time > $0.time }) ?? true else { return }
    let reading = completed(reading, at: time)
    defer { newest = (reading, time) }
    learnBias(reading)
    guard let newest, let start else { return }
    let dt = (time - max(newest.time, start.time)).inSeconds
    guard (time - newest.time).inSeconds <= FusionLimits.odometerSilence else {
      return self.start = nil
    }
    if dt > 0 { advance(dt, newest.reading, reading) }
  }

  /// Returns a reading with the value it lacks taken from another recent reading.
  private mutating func completed(_ reading: Odometry, at time: MonotonicTime) -> Odometry {
    if reading.speed != nil { speedTime = time }
    if reading.headingRate != nil { rateTime = time }
    func isRecent(_ told: MonotonicTime) -> Bool {
      (time - told).inSeconds <= FusionLimits.odometerSilence
    }
    let last = newest?.reading
    return Odometry(
      speed: reading.speed ?? (isRecent(speedTime) ? last?.speed : nil),
      headingRate: reading.headingRate ?? (isRecent(rateTime) ? last?.headingRate : nil))
  }

  private mutating func advance(_ dt: Double, _ from: Odometry, _ to: Odometry) {
    let step = dt * (speed(from) + speed(to)) / 2
    let change = dt * (rate(from) + rate(to)) / 2
    // Along the chord of the arc.
    let direction = turn + change / 2
    right += step * cairn_sin(direction)
    ahead += step * cairn_cos(direction)
    turn += change
    distance += step.magnitude
  }

  /// Metres per second; without an odometer, the speed at the start.
  private func speed(_ reading: Odometry) -> Double {
    reading.speed.map { $0 * scale } ?? start?.speed ?? 0
  }

  /// Radians per second.
  private func rate(_ reading: Odometry) -> Double {
    reading.headingRate.map { ($0 - bias) * radiansPerDegree } ?? 0
  }

  /// Returns the path's end at a time; `nil` without a reading near it, and if the path is too
  /// uncertain to be of use.
  func estimate(at time: MonotonicTime) -> Estimate? {
    guard let newest, let start, time > start.time,
      (time - newest.time).inSeconds <= FusionLimits.odometerSilence
    else { return nil }
    var track = self
    let rest = (time - max(newest.time, start.time)).inSeconds
    // The time may also be earlier: readings made after it are then undone.
    track.advance(rest, newest.reading, newest.reading)
    let age = (time - start.time).inSeconds
    let unknown = FusionLimits.acceleration * age * age * age / 3
    let drift = start.speedDeviation * age
    let along =
      newest.reading.speed == nil
      ? unknown + drift * drift : squared(FusionLimits.odometerScale * track.distance)
    let bent =
      newest.reading.headingRate == nil
      ? unknown : squared(FusionLimits.gyroscopeBias * radiansPerDegree * age * track.distance / 2)
    let across = squared(start.courseDeviation * track.distance) + bent
    let radius = FusionLimits.radius68 * ((along + across) / 2).squareRoot()
    guard radius <= FusionLimits.odometerRadius else { return nil }
    let (s, c) = (cairn_sin(start.course), cairn_cos(start.course))
    let speed = speed(newest.reading)
    let isKnown = start.courseDeviation < 1
    // If the course is unknown, the path may lead in any direction.
    let way =
      isKnown
      ? GroundVector(
        east: track.ahead * s + track.right * c, north: track.ahead * c - track.right * s) : .zero
    return Estimate(
      coordinate: LocalFrame(origin: start.coordinate).place(at: way),
      radius: cairn_hypot(start.radius, radius), speed: speed.magnitude,
      course: isKnown && speed.magnitude >= FusionLimits.courseSpeed
        ? degrees(start.course + track.turn + (speed < 0 ? Double.pi : 0)) : nil,
      speedDeviation: newest.reading.speed == nil
        ? start.speedDeviation : max(0.1, FusionLimits.odometerScale * speed.magnitude))
  }

  private func squared(_ value: Double) -> Double { value * value }

  /// Degrees from north, 0..<360.
  private func degrees(_ radians: Double) -> Double {
    GroundVector(east: cairn_sin(radians), north: cairn_cos(radians)).direction
  }

  // MARK: Learning

  /// Compares the odometer with the speed of a fix, in motion.
  private mutating func learnScale(_ doppler: Double?, at time: MonotonicTime) {
    guard let doppler, let newest, let speed = newest.reading.speed,
      (time - newest.time).inSeconds.magnitude <= 1, min(doppler, speed) >= FusionLimits.scaleSpeed
    else { return }
    let ratio = doppler / speed
    guard FusionLimits.odometerScales.contains(ratio) else { return }
    scale += FusionLimits.odometerLearning * (ratio - scale)
  }

  /// The gyroscope's reading while the wheels stand is its bias.
  private mutating func learnBias(_ reading: Odometry) {
    guard reading.speed == 0, newest?.reading.speed == 0, let rate = reading.headingRate,
      rate.magnitude <= FusionLimits.greatestBias
    else { return }
    bias += FusionLimits.odometerLearning * (rate - bias)
  }
}
