public import CairnTypes

/// Notices that a device lies still, from its accelerometer and its last speed.
///
/// A train cannot be told from a table by acceleration alone; so a device is still only if it was
/// slow by its satellites when the quiet began, and stays quiet for two minutes.
public struct Stillness: Sendable {
  /// The constants; `docs/SENSORS.md` says where each comes from.
  public struct Limits: Hashable, Sendable {
    /// Metres per second squared: standard deviation over a window that counts as quiet. 15 mg.
    public var quiet = 0.147
    /// Metres per second squared: standard deviation over a window that ends stillness. 40 mg.
    public var waking = 0.392
    /// Seconds of quiet.
    public var time = 120.0
    /// Metres per second.
    public var speed = 0.5

    /// The limits of a device that is worn; a mounted one is quieter.
    public init() {}
  }

  /// When the device counts as still.
  public let limits: Limits
  /// Whether the device lies still.
  public private(set) var isStill = false

  private var last: MonotonicTime?
  private var window = SpreadWindow()
  private var quietSince: MonotonicTime?
  /// Metres per second; `nil` while unknown.
  private var speed: Double?

  /// Starts with nothing known.
  public init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Processes a speed from satellites, metres per second; `nil` if there is none any more.
  public mutating func take(speed: Double?) {
    self.speed = speed.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    guard let speed = self.speed, speed >= limits.speed else { return }
    isStill = false
    quietSince = nil
  }

  /// Processes an acceleration, metres per second squared, later than the last one.
  public mutating func take(acceleration: Vector3, at time: MonotonicTime) {
    guard acceleration.isFinite, acceleration.length < 4_000 else { return }
    if let last {
      guard time > last else { return }
      if (time - last).inSeconds > SpreadWindow.longestGap { restart() }
    }
    last = time
    if let result = window.take(acceleration.length, at: time) {
      judge(result.spread, result.begin, time)
    }
  }

  /// Forgets all quiet, but not the speed.
  mutating func restart() {
    (isStill, quietSince) = (false, nil)
    window = SpreadWindow()
  }

  private mutating func judge(_ spread: Double, _ begin: MonotonicTime, _ end: MonotonicTime) {
    if spread > limits.waking { isStill = false }
    guard spread <= limits.quiet else {
      quietSince = nil
      return
    }
    // Unknown speeds are no proof that the device is slow.
    if quietSince == nil, let speed, speed < limits.speed { quietSince = begin }
    if let quietSince, (end - quietSince).inSeconds >= limits.time { isStill = true }
  }
}
