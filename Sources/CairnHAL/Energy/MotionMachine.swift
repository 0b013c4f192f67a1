public import CairnTypes

/// What a motion sensor tells, and what it has drawn.
///
/// It draws the same whatever it sees. A change is told when it has lasted: a start of motion soon, a stop
/// only after a while, so that a red light is none.
public struct MotionMachine: Equatable, Sendable {
  /// Whether it tells of motion; `nil` before it has told anything.
  public private(set) var isMoving: Bool?
  /// What it has drawn.
  public private(set) var meter: EnergyMeter
  /// When a change is told.
  public private(set) var nextDeadline: MonotonicTime?
  private let movingDelay: Duration
  private let stillDelay: Duration
  private var seen: Bool?

  /// - Parameters:
  ///   - power: milliwatts while it watches.
  ///   - movingDelay: until motion is told.
  ///   - stillDelay: until rest is told.
  ///   - now: from when on it watches.
  public init(
    power: Double, movingDelay: Duration, stillDelay: Duration, at now: MonotonicTime
  ) {
    self.movingDelay = max(.zero, movingDelay)
    self.stillDelay = max(.zero, stillDelay)
    meter = EnergyMeter(power, at: now)
  }

  /// The sensor of a profile; `nil` where it does not say what it draws.
  public init?(_ figures: HardwareProfile.Figures, at now: MonotonicTime) {
    guard let power = figures[.motionPower]?.value else { return nil }
    func delay(_ figure: HardwareProfile.Figure) -> Duration {
      Duration(clamping: figures[figure]?.value ?? 0)
    }
    self.init(
      power: power, movingDelay: delay(.movingDelay), stillDelay: delay(.stillDelay), at: now)
  }

  /// The sensor sees motion, or rest.
  public mutating func see(isMoving: Bool, at now: MonotonicTime) {
    advance(to: now)
    guard isMoving != seen else { return }
    seen = isMoving
    nextDeadline =
      isMoving == self.isMoving ? nil : now + (isMoving ? movingDelay : stillDelay)
    advance(to: now)
  }

  /// Lets time pass.
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
