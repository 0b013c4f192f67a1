public import CairnTypes

/// Requirements of one client, as far as they decide which providers are switched on.
public struct EnergyRequest: Equatable, Sendable {
  /// Unique among the clients of a system.
  public var client: UInt32
  /// How close the last reported position must be to the true one.
  public var accuracy: DesiredAccuracy
  /// Above 0, up to 1: how often it must be that close.
  public var confidence: Double
  /// Metres per second: an upper bound of the device's speed.
  public var speed: Double
  /// Seconds between updates that the client asked for: movement within them is no error.
  public var interval: Double
  /// The longest time between attempts, in seconds; values below 1 count as 1.
  public var longestPeriod: Double
  /// Metres that the device may move before the client is told; `nil` without such a filter.
  public var distanceFilter: Double?
  /// Whether the client only takes fixes that other clients have paid for.
  public var isOpportunistic: Bool
  /// Whether the client waits for one position, which a scheduler must not delay.
  public var isMomentary: Bool
  /// Kind of vehicle or movement.
  public var activity: ActivityType
  /// Milliwatts: a scheduler chooses the finest accuracy that draws no more; `nil` for `accuracy`.
  public var powerBudget: Double?
  /// Values that a provider must be able to give to serve the client.
  public var requires: LocationRequirements = []

  /// - Parameters:
  ///   - client: unique among the clients of a system.
  ///   - accuracy: accuracy that the client needs.
  ///   - confidence: above 0, up to 1; as `horizontalAccuracy` by default.
  ///   - speed: metres per second, at most.
  ///   - interval: seconds.
  ///   - longestPeriod: seconds.
  ///   - distanceFilter: metres.
  ///   - isOpportunistic: whether the client only takes fixes that others have paid for.
  ///   - isMomentary: whether the client waits for one position, now.
  ///   - activity: kind of vehicle or movement.
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

  /// Seconds: a wait for one position is planned with this period, by which a scan is done.
  private static let momentary = 10.0

  /// Creates the request of a service of a client, with the usual speed of its activity.
  ///
  /// - Parameters:
  ///   - client: unique among the clients of a system.
  ///   - accuracy: accuracy that the client needs.
  ///   - interval: time between updates that the client needs; `nil` for as often as the accuracy
  ///     requires, and for the best accuracy at the provider's natural rate.
  ///   - distanceFilter: metres.
  ///   - isOpportunistic: whether the client only takes fixes that others have paid for.
  ///   - isMomentary: whether the client waits for one position, now.
  ///   - activity: kind of vehicle or movement.
  public init(
    client: UInt32, accuracy: DesiredAccuracy, every interval: Duration?,
    distanceFilter: Double? = nil, isOpportunistic: Bool = false, isMomentary: Bool = false,
    activity: ActivityType = .other
  ) {
    let interval = interval.map { max(0, $0.inSeconds) }
    self.init(
      client: client, accuracy: accuracy, speed: activity.usualSpeed, interval: interval ?? 1,
      longestPeriod: isMomentary ? Self.momentary : interval ?? 900,
      distanceFilter: distanceFilter, isOpportunistic: isOpportunistic, isMomentary: isMomentary,
      activity: activity)
  }

  /// Metres that the error may have, at least the distance filter: a client told every 500 m does
  /// not need 10 m. `nil` for the classes that are judged by convergence.
  public var tolerance: Double? {
    accuracy.metres.map { max($0, distanceFilter ?? 0) }
  }

  /// Seconds: the longest period of a plan that serves the client.
  var longest: Double { max(1, longestPeriod) }

  /// Whether every figure is usable.
  public var isUsable: Bool {
    confidence > 0 && confidence <= 1 && speed.isFigure && interval.isFigure && longestPeriod >= 0
      && (distanceFilter ?? 0).isFigure && (tolerance ?? 1) > 0 && (tolerance ?? 1).isFigure
  }
}

extension [EnergyRequest] {
  /// Values that a provider must be able to give to serve every client that is not opportunistic.
  public var requirements: LocationRequirements {
    reduce(into: []) { if !$1.isOpportunistic { $0.formUnion($1.requires) } }
  }
}
