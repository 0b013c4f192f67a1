public import CairnTypes

/// Counts steps in the magnitude of the acceleration, accurately enough to distinguish walking from
/// riding.
///
/// For samples at 12.5 Hz and more. It is not a pedometer: fast steps are missed at slow rates.
public struct StepCounter: Sendable {
  /// The constants; `docs/SENSORS.md` gives the source of each.
  enum Limits {
    /// Radians per second: the band of steps, 0.7 and 3.5 Hz.
    static let low = 4.398
    static let high = 21.991
    /// Metres per second squared: the lowest crest, and the share of the usual crest that a crest
    /// must reach.
    static let crest = 0.25
    static let part = 0.3
    /// Seconds over which the usual crest is forgotten.
    static let forgetting = 3.0
    /// Seconds between two steps.
    static let rhythm = 0.24...1.1
    /// Crests in rhythm before they count as steps.
    static let fewest = 7
    /// Seconds without a sample after which counting starts anew.
    static let longestGap = 1.0
    /// Seconds over which the rate is averaged, and steps per minute that mean walking and riding.
    static let rate = 60.0
    static let walking = 40.0
    static let riding = 10.0
  }

  /// Kind of movement that the steps show.
  public enum Gait: UInt8, Hashable, Sendable {
    /// Too few samples, or a rate between the two.
    case unknown
    /// More than 40 steps a minute.
    case walking
    /// Fewer than 10 steps a minute: riding, or not moving at all.
    case notWalking
  }

  /// Steps since the start.
  public private(set) var steps = 0
  /// Steps a minute over the last minute, faded.
  public private(set) var rate = 0.0

  private var last: MonotonicTime?
  private var first: MonotonicTime?
  /// The acceleration without its mean, and smoothed twice.
  private var mean = 0.0
  private var once = 0.0
  /// The last two smoothed values.
  private var twice = (0.0, 0.0)
  private var level = Limits.crest
  private var crest: MonotonicTime?
  /// Crests in rhythm, and those that are not counted yet.
  private var run = 0
  private var held = 0

  /// Creates a counter without any steps.
  public init() {}

  /// How the device moves.
  public var gait: Gait {
    guard let first, let last, (last - first).inSeconds >= Limits.rate / 2 else { return .unknown }
    return rate > Limits.walking ? .walking : rate < Limits.riding ? .notWalking : .unknown
  }

  /// Processes an acceleration, metres per second squared, later than the last one.
  public mutating func take(acceleration: Vector3, at time: MonotonicTime) {
    let length = acceleration.length
    guard length.isFinite, length < 4_000 else { return }
    guard let last, (time - last).inSeconds <= Limits.longestGap else {
      if let last, time <= last { return }
      begin(length, time)
      return
    }
    let dt = (time - last).inSeconds
    guard dt > 0 else { return }
    self.last = time
    rate *= max(0, 1 - dt / Limits.rate)
    level = max(Limits.crest, level * max(0, 1 - dt / Limits.forgetting))
    mean += Self.part(Limits.low * dt) * (length - mean)
    once += Self.part(Limits.high * dt) * (length - mean - once)
    let value = twice.1 + Self.part(Limits.high * dt) * (once - twice.1)
    let before = twice
    twice = (before.1, value)
    if before.1 > before.0, before.1 >= value, before.1 > max(Limits.crest, Limits.part * level) {
      take(crest: before.1, at: last)
    }
  }

  private mutating func take(crest height: Double, at time: MonotonicTime) {
    let gap = crest.map { (time - $0).inSeconds } ?? .infinity
    crest = time
    level = max(0.8 * level, height)
    guard Limits.rhythm.contains(gap) else {
      // One odd crest does not end a walk.
      run = max(0, run - 3)
      if run < Limits.fewest { held = 0 }
      return
    }
    run = min(run + 1, Limits.fewest + 3)
    held += 1
    guard run >= Limits.fewest else { return }
    steps = min(steps + held, 1_000_000_000)
    rate += Double(held) * 60 / Limits.rate
    held = 0
  }

  private mutating func begin(_ length: Double, _ time: MonotonicTime) {
    (first, last, crest) = (time, time, nil)
    (mean, once, twice) = (length, 0, (0, 0))
    (run, held, level, rate) = (0, 0, Limits.crest, 0)
  }

  /// The part of a low-pass filter's input that it takes in one step.
  private static func part(_ x: Double) -> Double { x / (1 + x) }
}
