public import CairnTypes

/// What one client needs, as far as it decides what is switched on.
public struct EnergyRequest: Equatable, Sendable {
  /// Unique among the clients of a system.
  public var client: UInt32
  /// How near the last reported position must be to the true one.
  public var accuracy: DesiredAccuracy
  /// Above 0, up to 1: how often it must be that near.
  public var confidence: Double
  /// Metres per second: a bound of the device's speed.
  public var speed: Double
  /// Seconds between updates that the client asked for: moving on within them is no error.
  public var interval: Double
  /// Seconds between attempts, at most. There is no shorter one than a second.
  public var longestPeriod: Double
  /// Metres that the device may move before the client is told, if it asked so.
  public var distanceFilter: Double?
  /// Takes what others paid for.
  public var isOpportunistic: Bool
  /// Waits for a position that is found from now on: a scheduler does not make it wait.
  public var isMomentary: Bool
  /// What carries the device.
  public var activity: ActivityType

  /// - Parameters:
  ///   - client: unique among the clients of a system.
  ///   - accuracy: what the client needs.
  ///   - confidence: above 0, up to 1; as `horizontalAccuracy` by default.
  ///   - speed: metres per second, at most.
  ///   - interval: seconds.
  ///   - longestPeriod: seconds.
  ///   - distanceFilter: metres.
  ///   - isOpportunistic: whether it takes what others paid for.
  ///   - isMomentary: whether it waits for one position, now.
  ///   - activity: what carries the device.
  public init(
    client: UInt32 = 0, accuracy: DesiredAccuracy, confidence: Double = 0.68, speed: Double,
    interval: Double = 1, longestPeriod: Double = 900, distanceFilter: Double? = nil,
    isOpportunistic: Bool = false, isMomentary: Bool = false, activity: ActivityType = .other
  ) {
    self.client = client
    self.accuracy = accuracy
    self.confidence = confidence
    self.speed = speed
    self.interval = interval
    self.longestPeriod = longestPeriod
    self.distanceFilter = distanceFilter
    self.isOpportunistic = isOpportunistic
    self.isMomentary = isMomentary
    self.activity = activity
  }

  /// Metres that the error may have: who is told of every 500 m only need not be known to within 10 m.
  /// `nil` for the classes that are judged by convergence.
  public var tolerance: Double? {
    accuracy.metres.map { max($0, distanceFilter ?? 0) }
  }

  /// Whether every figure can be counted with.
  public var isUsable: Bool {
    confidence > 0 && confidence <= 1 && speed.isFigure && interval.isFigure && longestPeriod >= 0
      && (distanceFilter ?? 0).isFigure && (tolerance ?? 1) > 0 && (tolerance ?? 1).isFigure
  }
}
