/// Services of the library, each of which a policy may allow or refuse.
public struct ServiceSet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  /// - Parameter rawValue: a union of the static members.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Positions, continuously or one at a time.
  public static let standard = ServiceSet(rawValue: 1 << 0)
  /// Positions after large movements only.
  public static let significantChange = ServiceSet(rawValue: 1 << 1)
  /// Places where the device stayed, and for how long.
  public static let visits = ServiceSet(rawValue: 1 << 2)
  /// Entering and leaving regions.
  public static let monitoring = ServiceSet(rawValue: 1 << 3)
  /// Distances to beacons.
  public static let ranging = ServiceSet(rawValue: 1 << 4)
  /// Compass heading.
  public static let heading = ServiceSet(rawValue: 1 << 5)
  /// Addresses of positions and positions of addresses.
  public static let geocoding = ServiceSet(rawValue: 1 << 6)
  /// A receiver's raw measurements of each satellite.
  public static let rawMeasurements = ServiceSet(rawValue: 1 << 7)
  /// Starting a program that is not running.
  public static let wake = ServiceSet(rawValue: 1 << 8)

  /// Every service, including those of later versions.
  public static let all = ServiceSet(rawValue: .max)

  /// Services only `authorizedAlways` allows, because they continue while the client is not in use.
  public static let alwaysOnly: ServiceSet = [.significantChange, .visits, .monitoring, .wake]
  /// Services denied with reduced accuracy, because they tell more than a coarse position.
  public static let fullAccuracyOnly: ServiceSet = [.monitoring, .ranging, .rawMeasurements]
}

extension Authorization {
  /// Services the client may use: those the policy allows, without those that the status or the
  /// accuracy excludes.
  public var allowedServices: ServiceSet {
    guard status.allowsLocation, isInUse || status != .authorizedWhenInUse else { return [] }
    var allowed = services
    if status == .authorizedWhenInUse { allowed.subtract(.alwaysOnly) }
    if accuracy == .reducedAccuracy { allowed.subtract(.fullAccuracyOnly) }
    return allowed
  }

  /// Returns whether the client may use all of these services.
  public func allows(_ service: ServiceSet) -> Bool { allowedServices.isSuperset(of: service) }

  /// Whether the policy has not decided yet: services wait for that.
  package var isUndecided: Bool { status == .notDetermined }

  /// Returns the error for a client that starts a service; `nil` if it may, at once or when in use,
  /// or while the policy has not decided yet.
  public func refusal(of service: ServiceSet) -> LocationError.Code? {
    var inUse = self
    inUse.isInUse = true
    guard !isUndecided, !inUse.allows(service) else { return nil }
    return service == .monitoring ? .regionMonitoringDenied : .denied
  }

  /// Returns whether both authorizations have the same effect; their reasons may differ.
  public func hasSameEffect(as other: Authorization) -> Bool {
    status == other.status && accuracy == other.accuracy && services == other.services
      && isInUse == other.isInUse
  }
}
