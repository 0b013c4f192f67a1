public import CairnTypes

/// Simulates a motion sensor: what it reports and what energy it has drawn.
///
/// It draws the same power whatever it sees. It reports a change only once the change has lasted:
/// the start of motion soon, a stop only after a while, so that a red light does not count as one.
public struct MotionMachine: Equatable, Sendable {
  /// Whether the sensor reports motion; `nil` before its first report.
  public private(set) var isMoving: Bool?
  /// The energy that it has drawn.
  public private(set) var meter: EnergyMeter
  /// When a change will be reported.
  public private(set) var nextDeadline: MonotonicTime?
  private let movingDelay: Duration
  private let stillDelay: Duration
  private var seen: Bool?

  /// - Parameters:
  ///   - power: milliwatts while it watches.
  ///   - movingDelay: time until motion is reported.
  ///   - stillDelay: time until rest is reported.
  ///   - now: when it starts to watch.
  public init(
    power: Double, movingDelay: Duration, stillDelay: Duration, at now: MonotonicTime
  ) {
    self.movingDelay = max(.zero, movingDelay)
    self.stillDelay = max(.zero, stillDelay)
    meter = EnergyMeter(power, at: now)
  }

  /// Creates the sensor of a profile; `nil` if the profile does not give its power.
  public init?(_ figures: HardwareProfile.Figures, at now: MonotonicTime) {
    guard let power = figures[.motionPower]?.value else { return nil }
    func delay(_ figure: HardwareProfile.Figure) -> Duration {
      Duration(clamping: figures[figure]?.value ?? 0)
    }
    self.init(
      power: power, movingDelay: delay(.movingDelay), stillDelay: delay(.stillDelay), at: now)
  }

  /// Notes that the sensor sees motion, or rest.
  public mutating func see(isMoving: Bool, at now: MonotonicTime) {
    advance(to: now)
    guard isMoving != seen else { return }
    seen = isMoving
    nextDeadline =
      isMoving == self.isMoving ? nil : now + (isMoving ? movingDelay : stillDelay)
    advance(to: now)
  }

  /// Advances time.
  ///
  /// - Returns: whether `isMoving` has changed.
  @discardableResult
  public mutating func advance(to now: MonotonicTime) -> Bool {
    guard let due = nextDeadline, due <= now else { return false }
    nextDeadline = nil
    isMoving = seen
    return true
  }
}
