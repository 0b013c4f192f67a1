public import CairnTypes

/// What one client of one service needs.
public struct ClientWish: Hashable, Sendable {
  /// Unique among the clients of a system.
  public var id: UInt32
  /// What the client needs.
  public var desiredAccuracy: DesiredAccuracy
  /// Time between fixes the client needs; `nil` for as often as the accuracy needs, and for the best the
  /// provider's natural rate.
  public var interval: Duration?
  /// Metres that the device may move before the client is told, if it asked so.
  public var distanceFilter: Double?
  /// What the device is carried by.
  public var activity: ActivityType
  /// Takes what others paid for.
  public var isOpportunistic: Bool
  /// Waits for one position, now.
  public var isMomentary: Bool
  /// What a provider must be able to give to be used.
  public var requires: LocationRequirements

  /// See the properties.
  public init(
    id: UInt32, desiredAccuracy: DesiredAccuracy, interval: Duration? = nil,
    distanceFilter: Double? = nil, activity: ActivityType = .other,
    isOpportunistic: Bool = false, isMomentary: Bool = false,
    requires: LocationRequirements = []
  ) {
    self.id = id
    self.desiredAccuracy = desiredAccuracy
    self.interval = interval
    self.distanceFilter = distanceFilter
    self.activity = activity
    self.isOpportunistic = isOpportunistic
    self.isMomentary = isMomentary
    self.requires = requires
  }
}

extension [ClientWish] {
  /// What a provider must be able to give so that everybody who asks can use it.
  public var requirements: LocationRequirements {
    reduce(into: []) { if !$1.isOpportunistic { $0.formUnion($1.requires) } }
  }
}

extension EnergyRequest {
  /// A wait for one position is planned as if one were needed this often, in seconds: a scan is done by then.
  private static let momentary = 10.0

  /// What a client's wish comes to, at the speed that is usual for what carries the device.
  public init(_ wish: ClientWish) {
    let interval = wish.interval?.inSeconds
    self.init(
      client: wish.id, accuracy: wish.desiredAccuracy, speed: wish.activity.usualSpeed,
      interval: max(0, interval ?? 1),
      longestPeriod: wish.isMomentary ? Self.momentary : max(0, interval ?? 900),
      distanceFilter: wish.distanceFilter, isOpportunistic: wish.isOpportunistic,
      isMomentary: wish.isMomentary, activity: wish.activity)
  }
}
