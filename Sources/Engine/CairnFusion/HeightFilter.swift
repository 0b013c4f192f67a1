internal import CCairnMath
internal import CairnTypes

/// The height of the device and how fast it climbs, from what receivers say of both.
///
/// Heights above the ellipsoid and above sea level are not mixed: which one it is changes only with
/// a new start.
struct HeightFilter {
  /// A measured height.
  struct Measurement {
    /// Metres.
    var height: Double
    /// Whether it is above the ellipsoid, not above sea level.
    var isEllipsoidal: Bool
    /// Metres, one standard deviation.
    var deviation: Double
    /// Metres per second, positive up.
    var climb: Double?
  }

  /// `nil` before the first height.
  private(set) var axis: AxisFilter?
  private(set) var isEllipsoidal = false
  private var time = MonotonicTime(nanoseconds: .min)
  /// Heights in a row that the gate has refused.
  private var refused = 0

  /// Processes a height that is not earlier than the last.
  mutating func take(_ m: Measurement, at time: MonotonicTime) {
    let noise = FusionLimits.heightNoise(m.deviation)
    guard var axis = predicted(to: time), m.isEllipsoidal == isEllipsoidal else {
      return start(m, noise, time)
    }
    self.time = time
    if let climb = m.climb {
      axis.update(velocity: climb, variance: FusionLimits.climbVariance)
    }
    let off = m.height - axis.position
    let distance = off * off / axis.innovationVariance(noise)
    guard distance <= FusionLimits.heightGate else {
      refused += 1
      if refused >= FusionLimits.heightsRefused { return start(m, noise, time) }
      return self.axis = axis
    }
    refused = 0
    // Student's t distribution: a distant value counts less.
    var weighted = noise
    let freedom = FusionLimits.freedom
    weighted.white += max(0, (freedom + distance) / (freedom + 1) - 1) * noise.variance
    axis.update(position: m.height, weighted, movesVelocity: true)
    guard axis.isPositiveDefinite else { return start(m, noise, time) }
    self.axis = axis
  }

  /// Returns the state at a time that is not earlier than the last height; `nil` if too much time has
  /// passed since then.
  func predicted(to time: MonotonicTime) -> AxisFilter? {
    guard var axis else { return nil }
    let dt = (time - self.time).inSeconds
    guard dt <= FusionLimits.heightLife else { return nil }
    let memory = cairn_exp(-max(0, dt) / FusionLimits.correlationTime)
    axis.predict(max(0, dt), acceleration: FusionLimits.heightAcceleration, memory: memory)
    return axis
  }

  private mutating func start(_ m: Measurement, _ noise: AxisNoise, _ time: MonotonicTime) {
    axis = AxisFilter(
      position: m.height, noise: noise, velocity: m.climb ?? 0,
      velocityVariance: FusionLimits.climbVariance)
    isEllipsoidal = m.isEllipsoidal
    refused = 0
    self.time = time
  }
}
