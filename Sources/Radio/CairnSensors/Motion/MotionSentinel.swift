public import CairnTypes

/// Watches whether a device moves, and says when its accelerometer may sleep until it is moved.
///
/// A device that lies still by the rules of `Stillness` rests. From then on the chip itself watches, if
/// it can wake the host; what wakes it is checked before it counts, so that a slammed door does not
/// switch a receiver on. Chips give their thresholds in units of their own: the lowest is tried first,
/// and doubled after each false alarm.
///
/// A measurement that never changes by a single count does not come from a sensor that works.
public struct MotionSentinel: Sendable {
  /// How the device is watched.
  public enum Watch: Hashable, Sendable {
    /// By samples of the acceleration.
    case sampling
    /// By the chip, which wakes the host beyond a threshold in its own units. No samples are needed.
    case event(threshold: Int)
  }

  private enum Phase {
    case moving, resting, armed
    /// After an event, with the number of quiet windows since.
    case checking(Int)
  }

  /// The highest threshold of a chip that is tried; above it the chip is not asked any more.
  private static let highestThreshold = 16
  /// Quiet windows after which an event was a false alarm.
  private static let windows = 2
  /// Metres per second from which a device moves, whatever its accelerometer says.
  private static let speed = 1.0

  /// Whether the chip can wake the host; false at first.
  public var canBeWoken = false
  /// Whether the device moves; `nil` before the first sample, and while the measurements cannot be
  /// believed.
  public private(set) var isMoving: Bool?
  /// Whether the sensor has repeated one measurement for as long as stillness takes.
  public private(set) var isFrozen = false

  private var stillness: Stillness
  private var window = SpreadWindow()
  private var phase = Phase.moving
  private var threshold = 1
  /// The last acceleration, and since when it is the same.
  private var last: (acceleration: Vector3, since: MonotonicTime, until: MonotonicTime)?

  /// Starts with nothing known.
  public init(_ limits: Stillness.Limits = Stillness.Limits()) { stillness = Stillness(limits) }

  /// How the device is to be watched from now on.
  public var watch: Watch {
    if case .armed = phase { .event(threshold: threshold) } else { .sampling }
  }

  /// Processes a speed from satellites, metres per second; `nil` if there is none any more.
  public mutating func take(speed: Double?) {
    stillness.take(speed: speed)
    if let speed, speed >= Self.speed { move() }
  }

  /// Processes an acceleration, metres per second squared, later than the last one.
  public mutating func take(acceleration: Vector3, at time: MonotonicTime) {
    guard acceleration.isFinite, acceleration.length < 4_000 else { return }
    if let last, time <= last.until { return }
    note(acceleration, at: time)
    guard !isFrozen else { return }
    stillness.take(acceleration: acceleration, at: time)
    let spread = window.take(acceleration.length, at: time)?.spread
    switch phase {
    case .armed: return
    case .moving:
      isMoving = true
      if stillness.isStill { rest() }
    case .resting:
      if let spread, spread > stillness.limits.waking { move() }
    case .checking(let quiet):
      guard let spread else { return }
      if spread > stillness.limits.quiet { return move() }
      guard quiet + 1 >= Self.windows else { return phase = .checking(quiet + 1) }
      threshold *= 2
      if threshold > Self.highestThreshold { refuseEvents() }
      rest()
    }
  }

  /// The chip has noticed that the device is moved: samples are needed to tell whether it is.
  public mutating func wake() {
    guard case .armed = phase else { return }
    window = SpreadWindow()
    phase = .checking(0)
  }

  /// The chip does not wake the host after all: samples are needed.
  public mutating func refuseEvents() {
    canBeWoken = false
    threshold = 1
    if case .armed = phase { phase = .resting }
  }

  private mutating func rest() {
    isMoving = false
    phase = canBeWoken ? .armed : .resting
    // No samples follow, and the next one may well be the same.
    if canBeWoken { last = nil }
  }

  private mutating func move() {
    if isMoving != nil { isMoving = true }
    phase = .moving
    stillness.restart()
  }

  /// Looks whether the sensor still measures.
  private mutating func note(_ acceleration: Vector3, at time: MonotonicTime) {
    guard let known = last, known.acceleration == acceleration else {
      last = (acceleration, time, time)
      guard isFrozen else { return }
      isFrozen = false
      return move()
    }
    last?.until = time
    guard !isFrozen, (time - known.since).inSeconds >= stillness.limits.time else { return }
    isFrozen = true
    isMoving = nil
    phase = .moving
    stillness.restart()
  }
}
