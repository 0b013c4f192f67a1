internal import CairnTypes

/// The constants of the filter; `docs/FUSION.md` says where each comes from.
enum FusionLimits {
  // MARK: Measurements

  /// Radius that holds 68 % of a circular normal distribution, in standard deviations.
  static let radius68 = 1.509_59
  /// The same of Student's t distribution with four degrees of freedom, in its standard deviations:
  /// errors have heavy tails, so that most are smaller than their variance suggests.
  static let radius68HeavyTails = 1.24
  /// Metres: a smaller deviation is no measurement, a larger one says nothing.
  static let possibleDeviation = 0.01...100_000.0
  /// Metres per second: twice what receivers support.
  static let highestSpeed = 1000.0
  /// Metres per second: the least deviation of Doppler without a stated accuracy, and the best one
  /// believed.
  static let velocityDeviation = 0.3
  static let leastVelocityDeviation = 0.1
  /// Stated deviations of Doppler are multiplied by this.
  static let velocityCaution = 2.5
  /// Seconds over which Doppler of unknown accuracy is compared with positions, and over which it is
  /// learned by how much they differ; metres squared by axis, before that is known.
  static let dopplerMemory = 10.0
  static let dopplerLearning = 60.0
  static let dopplerDrift = 5.0
  /// Seconds between two fixes: outside, they count as the nearest of these.
  static let dopplerPeriods = 0.1...20.0

  /// Returns the 68 % radius of a fix that states none, in metres: from the dilution of precision and
  /// a range error that is usual for the kind of solution; `nil` if that makes no sense.
  static func radius(of source: LocationSource) -> Double? {
    let rangeError =
      switch source.fix {
      case .differential: 1.6
      case .rtkFloat: 0.6
      case .rtkFixed: 0.05
      case .deadReckoning: 8.0
      default: 4.0
      }
    let dilution = source.hdop.map { Double($0) } ?? usualDilution
    guard dilution > 0, dilution < 100 else { return nil }
    return radius68 * rangeError * max(0.5, dilution) * 0.5.squareRoot()
  }

  /// Horizontal dilution of precision where none is stated.
  static let usualDilution = 2.0

  // MARK: Errors that repeat themselves

  /// Seconds, and metres of way, after which that error is another.
  static let correlationTime = 300.0
  static let correlationWay = 200.0
  /// Fixes of radios state too little beside those of satellites: their deviations are multiplied by this.
  static let radioCaution = 1.5

  // MARK: Motion

  /// Spectral density of unknown accelerations, m²/s³.
  static let acceleration = 1.0
  /// Metres per second, one standard deviation: the speed of a device of which nothing is known.
  static let unknownVelocity = 5.0
  /// Metres per second of Doppler: below it a device stands, above it certainly moves.
  static let standing = 0.35
  static let moving = 0.8
  /// Standard deviations of a velocity derived from positions: above it a device moves, below it not.
  static let surelyMoving = 4.0
  static let perhapsMoving = 2.5
  /// Metres per second, one standard deviation by axis, of a velocity that shows rest.
  static let sharpSlope = 0.6
  /// Such velocities in a row that show that a device has left.
  static let slopesToLeave = 2
  /// Their deviation is multiplied by this for the start: errors that repeat themselves bend the line.
  static let slopeCaution = 2.0
  /// Doppler speeds in a row that show that a device moves although a motion sensor says that it
  /// stands.
  static let speedsToLeaveRest = 4
  /// Seconds for which a change of velocity goes on.
  static let trendTime = 2.0
  /// The same while it brakes.
  static let brakingTime = 6.0

  /// Metres per second by which a receiver's speed at rest is wrong.
  static let quiet = 0.1
  /// Metres per square root of a second by which a device that stands still shifts: for receivers
  /// that would see it.
  static let restWander = 0.03
  /// Seconds for which a device may have moved before its start, or after its stop, is noticed.
  static let creepTime = 1.0
  /// Metres per second squared that no vehicle on wheels exceeds.
  static let strongestAcceleration = 10.0

  /// Deviations of its velocity by which a track must move to have a direction.
  static let directed = 3.0

  /// Metres per second squared, one standard deviation by axis, of a change over some seconds.
  static let usualManoeuvre = 1.5

  // MARK: Gates

  /// Squared Mahalanobis distance from which a repeated error counts as changed (χ², 95 %).
  static let changedError = 6.0

  /// Squared Mahalanobis distance that 0.1 % of good positions exceed (χ², two degrees of freedom).
  static let gate = 13.8
  /// Metres, one standard deviation: the gate's allowance for clocks and lever arms.
  static let gateFloor = 1.0
  /// Refused positions in a row that show that the track is wrong.
  static let refusals = 8
  /// The same of positions that agree with each other for that many seconds, with Doppler and
  /// without. Reflections agree, too, but seldom for longer.
  static let agreeingRefusals = 6
  static let agreeingUnknown = 4
  static let agreeingTime = 2.0
  /// The same of any positions, for a device whose Doppler says that it stands.
  static let refusalsAtRest = 10
  /// The same of positions that agree, for a device that has not moved since its track began.
  static let agreeingAtStart = 4
  /// Metres of way that show that a track did not begin at a reflection.
  static let confirmingWay = 100.0
  /// Squared distance (χ², 90 %), and how often in a row a position within the gate must lie beyond it to
  /// the same side as the one before, to show that such a track is itself off.
  static let contradiction = 4.6
  static let contradictions = 2
  /// Degrees of freedom of Student's t distribution by which positions within the gate are weighted.
  static let freedom = 4.0

  // MARK: Height

  /// Squared distance that 0.1 % of good heights exceed (χ², one degree of freedom).
  static let heightGate = 10.8
  /// Refused heights in a row that show that the filter is wrong.
  static let heightsRefused = 8
  /// Spectral density of unknown vertical accelerations, m²/s³.
  static let heightAcceleration = 0.02
  /// Metres squared per second squared: of a vertical speed, measured or not known.
  static let climbVariance = 0.25
  /// Seconds without a height after which nothing is left of it.
  static let heightLife = 60.0
  /// The part of the variance that is new with each height.
  static let heightWhiteShare = 0.3
  /// How much worse a height is than an axis of the position, where nothing states it.
  static let heightDilution = 1.5

  static func heightNoise(_ deviation: Double) -> AxisNoise {
    let variance = deviation * deviation
    return AxisNoise(
      correlated: (variance * (1 - heightWhiteShare)).squareRoot(),
      white: variance * heightWhiteShare)
  }

  // MARK: Learned scale

  /// The white part of the variance, as a share of the stated one: at the start, and its bounds.
  static let whiteStart = 0.3
  static let whiteRange = 0.02...25.0
  /// The least correlated part, as a share of the stated variance.
  static let leastCorrelated = 0.05
  /// Correlated variance that white variance above the stated one hints at, where motion hides it.
  static let hiddenPerWhite = 20.0
  static let totalRange = 0.25...2.0
  /// The squared Mahalanobis distance within which 68 % of good positions are (χ², two degrees).
  static let quantile68 = 2.279
  /// How much a device that stands learns about the whole error when an innovation is beyond that:
  /// it sees that its one error has changed, but never that it is small.
  static let shareAtRest = 0.3
  /// Seconds between two positions whose difference is still a step.
  static let stepLife = 3.0
  static let scaleLearning = 0.05
  /// Innovations that the scales at the start are worth.
  static let firstScaleWeight = 4.0
  /// Weight of one innovation in the monitored coverage.
  static let coverageRate = 1.0 / 64.0

  // MARK: Time

  /// Seconds without a fix for which the position is extrapolated.
  static let coasting = 10.0
  /// Seconds between two extrapolated positions, and how long a fix may come after its time.
  static let coastingPeriod = Duration.seconds(1)
  static let lateness = Duration.milliseconds(500)
  /// Seconds without a fix after which nothing of a track is left: of one that moves or stands.
  static let trackLife = 30.0
  static let restLife = 3600.0
  /// Metres per second at which a device that stood gets away unseen.
  static let unseenSpeed = 0.5
  /// How old a late fix may be.
  static let history = Duration.seconds(2)
  /// How far a fix may be ahead of the clock: the delay of a receiver is estimated.
  static let futureTolerance = Duration.seconds(1)
  /// Late fixes in a row, each later than the one before, that show a wrong clock in the past.
  static let lateRun = 5

  // MARK: Between fixes and across providers

  /// −ln(1 − 0.68), so that 68 % are within the radius.
  static let exponent68 = 1.139_434
  /// Seconds for which a course is assumed to hold until the device shows otherwise: a few hundred
  /// metres of road, or a block on foot.
  static let steadiness = 30.0
  /// The weight of a new speed, upwards and downwards: speeding up is learned a little faster, so
  /// that the pace is high rather than low; and of a new observation of how it keeps a course.
  static let faster = 0.4
  static let slower = 0.3
  static let wanderLearning = 0.3
  /// Positions after which a track is so dense that its motion is learned only every few seconds.
  static let denseCount = 8
  static let learningPeriod = 5.0
  /// Seconds in which two fixes of a receiver share an error: their correlation falls to a half or
  /// less in that time (UrbanNav, Tsim Sha Tsui).
  static let alikeFor = 10.0
  /// The part of a fix's radius below which merging cannot reduce a radius, however often: errors of one
  /// place do not average out.
  static let mergedRadius = 0.7
  /// The part of what fixes state below which the radius of a standing device cannot fall: a receiver's
  /// error there is alike for minutes.
  static let restFloor = 0.65
  /// The share of a position from which on the last fix alone has decided it.
  static let deciding = 0.7
  /// How much larger the variance of a place on the way is than foretold.
  static let courseCaution = 4.0
  /// The uncertainty of the distance between two fixes, as a part of their combined radii, and the number
  /// of these from which on it shows the direction of a measured speed.
  static let wayDoubt = 0.7
  static let supportedWay = 1.5
  /// Metres per second squared of a vehicle that comes to a stop.
  static let braking = 1.5
  /// Metres, 68 %: the area of a cell of which nothing is known.
  static let usualArea = 700.0
  /// Seconds in which a second fix far off is believed.
  static let doubting = 900.0
  /// How often to halve a time until it is known to a part in 10⁶.
  static let halvings = 20

  // MARK: Odometry

  /// The part of the way, one standard deviation, by which an odometer is wrong; and degrees per second by
  /// which a gyroscope is.
  static let odometerScale = 0.02
  static let gyroscopeBias = 0.1
  /// The part of a velocity's deviation that is across it and not caution: what points ahead has wheels.
  static let courseShare = 0.4
  /// Ratios of a speed to the odometer's that may be the odometer's fault, and how fast they are learned.
  static let odometerScales = 0.7...1.4
  static let odometerLearning = 0.02
  /// Metres per second from which they are compared.
  static let scaleSpeed = 5.0
  /// Degrees per second: a gyroscope that shows more turns.
  static let greatestBias = 3.0
  /// Seconds without a reading after which the way is lost.
  static let odometerSilence = 2.0
  /// Metres, 68 %: a way that is less certain is of no use.
  static let odometerRadius = 150.0
  /// Metres per second from which the course of a track is where the vehicle points.
  static let knownCourse = 1.0
  /// Metres of way that show that the wheels turn.
  static let wheelsTurned = 2.0

  // MARK: Output

  /// The number of its radii by which the place of a standing device must be wrong to be corrected.
  static let deadBand = 1.5
  /// Metres: a smaller radius makes that number smaller, because who knows a place to decimetres wants
  /// to see them.
  static let deadBandRadius = 3.75
  /// Positions without Doppler that a speed needs.
  static let leastForSpeed = 4
  /// Metres per second below which a device has no course.
  static let courseSpeed = 0.5
}
