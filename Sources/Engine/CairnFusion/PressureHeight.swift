public import CairnTypes

/// Height from a barometer, which follows every step but drifts with the weather, joined to heights
/// from satellites, which stay right but wander.
///
/// One state: the offset between both. Warm air is thicker than the standard atmosphere's, so that
/// pressure height is wrong by up to 6 % of each climb; the offset's variance therefore grows with
/// every metre climbed, not with time alone. Heights above the ellipsoid and above sea level must not
/// be mixed: give one kind.
public struct PressureHeight: Sendable {
  /// The constants; `docs/SENSORS.md` says where each comes from.
  enum Limits {
    /// Metres per root second: how fast the weather moves the offset.
    static let drift = 0.03
    /// Part of a climb by which it is wrong, and metres over which that part stays the same.
    static let scale = 0.05
    static let scaleLength = 30.0
    /// Metres of climb that are counted at once: the barometer's noise is no climb.
    static let climb = 1.0
    /// Seconds over which satellite heights repeat their errors.
    static let memory = 60.0
    /// Metres, one standard deviation, within which a satellite height is believed.
    static let deviations = 0.1...1_000.0
    /// Squared standard deviations beyond which a satellite height counts less.
    static let gate = 9.0
    /// Metres per second: a faster change is a door or a gust.
    static let fastest = 100.0
    /// Seconds of such changes, or without pressure, after which the offset is unknown again.
    static let lost = 2.0
    static let longestGap = 600.0
  }

  /// A height and its error.
  public struct Estimate: Hashable, Sendable {
    /// Metres, of the kind of the satellite heights.
    public var height: Double
    /// Metres, 68 %.
    public var accuracy: Double
  }

  /// Metres: the last pressure height that was believed, and the first one.
  private var pressureHeight: Double?
  private var first = 0.0
  private var time = MonotonicTime(nanoseconds: 0)
  /// Metres: where the climb is counted from.
  private var counted = 0.0
  /// Metres, and metres squared.
  private var offset: Double?
  private var variance = 0.0
  private var satelliteTime: MonotonicTime?

  /// Starts with nothing known.
  public init() {}

  /// Metres above the first pressure height; `nil` before it.
  public var relativeHeight: Double? { pressureHeight.map { $0 - first } }

  /// Metres squared of the offset; `nil` before the first satellite height.
  var offsetVariance: Double? { offset == nil ? nil : variance }

  /// The height at the last pressure; `nil` before there are both pressure and a satellite height.
  public var estimate: Estimate? {
    guard let pressureHeight, let offset else { return nil }
    return Estimate(height: pressureHeight + offset, accuracy: variance.squareRoot())
  }

  /// Processes a pressure height.
  ///
  /// - Parameters:
  ///   - height: metres in the standard atmosphere; see `StandardAtmosphere`.
  ///   - time: when it was measured; later than the last.
  /// - Returns: whether it was used; false for what the barometer cannot have measured.
  @discardableResult
  public mutating func take(pressureHeight height: Double, at time: MonotonicTime) -> Bool {
    guard height.isFinite, abs(height) < 1e5 else { return false }
    guard let last = pressureHeight else {
      start(height, time)
      first = height
      return true
    }
    let dt = (time - self.time).inSeconds
    guard dt > 0 else { return false }
    guard abs(height - last) <= Limits.fastest * dt, dt <= Limits.longestGap else {
      if dt > Limits.lost { start(height, time) }
      return false
    }
    pressureHeight = height
    self.time = time
    variance += Limits.drift * Limits.drift * dt
    let climbed = abs(height - counted)
    if climbed >= Limits.climb {
      variance += Limits.scale * Limits.scale * Limits.scaleLength * climbed
      counted = height
    }
    return true
  }

  /// Processes a height from satellites, at the time of the last pressure.
  ///
  /// - Parameters:
  ///   - height: metres above the ellipsoid or above sea level.
  ///   - accuracy: metres, 68 %.
  ///   - time: when it was measured.
  /// - Returns: whether it was used; false before the first pressure, and for impossible values.
  @discardableResult
  public mutating func take(
    height: Double, accuracy: Double, at time: MonotonicTime
  ) -> Bool {
    guard height.isFinite, abs(height) < 1e6, Limits.deviations.contains(accuracy),
      let pressureHeight
    else { return false }
    let measured = height - pressureHeight
    let noise = accuracy * accuracy
    guard let offset, let satelliteTime else {
      offset = measured
      variance = noise
      satelliteTime = time
      return true
    }
    let dt = (time - satelliteTime).inSeconds
    guard dt > 0 else { return false }
    self.satelliteTime = time
    let off = measured - offset
    let distance = off * off / (variance + noise)
    // Heights in quick succession repeat their errors: each alone is worth little.
    let weighted =
      noise * max(1, 2 * Limits.memory / dt) * max(1, distance / Limits.gate)
    let gain = variance / (variance + weighted)
    self.offset = offset + gain * off
    variance *= 1 - gain
    return true
  }

  private mutating func start(_ height: Double, _ time: MonotonicTime) {
    pressureHeight = height
    counted = height
    self.time = time
    offset = nil
    satelliteTime = nil
  }
}
