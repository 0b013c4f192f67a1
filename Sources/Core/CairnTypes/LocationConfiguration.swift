/// Accuracy, rate and kind of the positions that a client wants. Changes take effect at once, also
/// during updates.
public struct LocationConfiguration: Hashable, Sendable {
  /// How accurate fixes should be; the planner picks providers by it.
  public var desiredAccuracy: DesiredAccuracy = .best
  /// Milliwatts that the positions may draw on average; `nil` for what `desiredAccuracy` needs.
  ///
  /// With a budget, the planner uses the finest accuracy that the budget allows, instead of
  /// `desiredAccuracy`, and fixes come more rarely than every `interval` if they have to. Energy not
  /// used at rest may be used later, for a day at most. A value not finite and above zero counts as
  /// `nil`.
  public var powerBudget: Double? { didSet { powerBudget = powerBudget?.limit } }
  /// Metres from the last delivered fix; `nil`, or a value not finite and above zero: every fix.
  public var distanceFilter: Double? { didSet { distanceFilter = distanceFilter?.limit } }
  /// The client needs at most one fix per interval. `nil` asks for as many as the desired accuracy
  /// needs, and for the provider's natural rate with `best`. Saves power where a provider can slow
  /// down or sleep; other clients may still cause more fixes. A negative interval counts as `nil`.
  public var interval: Duration? {
    didSet { if let interval, interval < .zero { self.interval = nil } }
  }
  /// Shortest time between two deliveries, whatever other clients ask for.
  public var minimumInterval: Duration?
  /// Longest time between two deliveries after the first fix, even at rest, but not while paused;
  /// `nil` for no heartbeat. A fix that is repeated or old is flagged `.cached`.
  public var heartbeat: Duration?
  /// Longest time that fixes may be held back to be delivered together, oldest first, so that the
  /// client can sleep longer; zero delivers each fix at once.
  public var maximumDelay: Duration = .zero
  /// Oldest known fix to deliver at once on start; zero for none.
  public var maximumCachedAge: Duration = .seconds(5)
  /// After this long, or twice `interval` if longer, without a usable fix, the client is told
  /// `LocationError.Code.locationUnknown`; zero for never.
  public var unknownAfter: Duration = .seconds(30)
  /// Worst accuracy, in metres, of the fixes that are delivered; `nil` (or a value not finite and
  /// above zero) delivers every valid fix.
  public var worstAcceptableAccuracy: Double? {
    didSet { worstAcceptableAccuracy = worstAcceptableAccuracy?.limit }
  }
  /// Kind of vehicle or movement.
  public var activityType: ActivityType = .other
  /// Pauses the updates while the device is at rest, until it moves. The activity decides how long
  /// it must have been at rest.
  ///
  /// A pause costs nothing where the application or a sensor reports motion
  /// (`LocationSystem.conditions`). Elsewhere one fix a minute checks that the device is at rest.
  public var pausesLocationUpdatesAutomatically = true
  /// Takes only fixes that other clients have paid for; a lack of fixes is never reported.
  public var isOpportunistic = false
  /// Whether the client gets the positions that the filter makes out of all fixes, or each valid fix
  /// as its provider sent it, outliers included.
  public var isFiltered = true
  /// Values required beside the position. Fixes without them are withheld, and providers that never
  /// have them stay off, for all clients, while this client runs.
  public var requires: LocationRequirements = []

  /// Core Location's defaults: best accuracy, every fix.
  public init() {}
}

/// A request for one current position.
public struct LocationRequest: Hashable, Sendable {
  /// A fix this accurate ends the request.
  public var desiredAccuracy: DesiredAccuracy = .nearestTenMeters
  /// Time after which the request ends, with or without a fix.
  public var timeout: Duration = .seconds(30)
  /// Oldest known fix that, if good enough, is returned without starting hardware.
  public var maximumAge: Duration = .seconds(5)
  /// The best fix is accepted when none was 10 % better for this long.
  public var settle: Duration = .seconds(10)
  /// Whether a timeout returns the best fix seen instead of failing.
  public var allowsBestEffort = true

  /// Creates a request for ten metres within half a minute.
  public init() {}
}

extension Double {
  /// The value as an upper limit; `nil` unless it is finite and above zero.
  fileprivate var limit: Double? { self > 0 && isFinite ? self : nil }
}
