public import CairnTypes

/// Requirements of one client of one service.
public struct ClientWish: Hashable, Sendable {
  /// Unique among the clients of a system.
  public var id: UInt32
  /// The accuracy that the client wants.
  public var desiredAccuracy: DesiredAccuracy
  /// Time between fixes that the client needs; `nil` for as often as the accuracy requires, and for
  /// the best accuracy at the provider's natural rate.
  public var interval: Duration?
  /// Metres that the device may move before the client is told; `nil` without such a filter.
  public var distanceFilter: Double?
  /// Kind of vehicle or movement.
  public var activity: ActivityType
  /// Whether the client only takes fixes that other clients have paid for.
  public var isOpportunistic: Bool
  /// Whether the client waits for one position, now.
  public var isMomentary: Bool
  /// Values that a provider must be able to give to serve the client.
  public var requires: LocationRequirements
  /// Milliwatts that may be drawn for the client; `nil` for what its accuracy needs.
  public var powerBudget: Double?

  /// See the properties.
  public init(
    id: UInt32, desiredAccuracy: DesiredAccuracy, interval: Duration? = nil,
    distanceFilter: Double? = nil, activity: ActivityType = .other,
    isOpportunistic: Bool = false, isMomentary: Bool = false,
    requires: LocationRequirements = [], powerBudget: Double? = nil
  ) {
    self.id = id
    self.desiredAccuracy = desiredAccuracy
    self.interval = interval
    self.distanceFilter = distanceFilter
    self.activity = activity
    self.isOpportunistic = isOpportunistic
    self.isMomentary = isMomentary
    self.requires = requires
    self.powerBudget = powerBudget
  }
}

extension [ClientWish] {
  /// Values that a provider must be able to give to serve every client that is not opportunistic.
  public var requirements: LocationRequirements {
    reduce(into: []) { if !$1.isOpportunistic { $0.formUnion($1.requires) } }
  }
}

extension EnergyRequest {
  /// Seconds: a wait for one position is planned with this period, by which a scan is done.
  private static let momentary = 10.0

  /// Converts a client's requirements, with the usual speed of its activity.
  public init(_ wish: ClientWish) {
    let interval = wish.interval?.inSeconds
    self.init(
      client: wish.id, accuracy: wish.desiredAccuracy, speed: wish.activity.usualSpeed,
      interval: max(0, interval ?? 1),
      longestPeriod: wish.isMomentary ? Self.momentary : max(0, interval ?? 900),
      distanceFilter: wish.distanceFilter, isOpportunistic: wish.isOpportunistic,
      isMomentary: wish.isMomentary, activity: wish.activity)
    powerBudget = wish.powerBudget
  }
}
