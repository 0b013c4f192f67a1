/// What a client wants delivered, and how often. Changing it while updates run takes effect at once.
public struct LocationConfiguration: Hashable, Sendable {
  /// How exact fixes should be; the planner picks providers by it.
  public var desiredAccuracy: DesiredAccuracy = .best
  /// Metres from the last delivered fix; `nil`, and what is not above zero and finite, delivers every fix.
  public var distanceFilter: Double? { didSet { distanceFilter = distanceFilter?.limit } }
  /// At most one fix per interval is needed; `nil` asks for as many as the desired accuracy needs, and for
  /// the best the provider's natural rate. Saves power where a provider can slow down or sleep; other
  /// clients may still cause more fixes. A negative one counts as `nil`.
  public var interval: Duration? {
    didSet { if let interval, interval < .zero { self.interval = nil } }
  }
  /// Never deliver more often than this, whatever other clients asked for.
  public var minimumInterval: Duration?
  /// Deliver at least this often after the first fix, even at rest, but not while paused; `nil` for no
  /// heartbeat. A fix that is no news is flagged `.cached`.
  public var heartbeat: Duration?
  /// Fixes may be held back and delivered together, oldest first, at most this late; zero delivers each at
  /// once. Whoever is not called sleeps on.
  public var maximumDelay: Duration = .zero
  /// On start, a known fix no older than this is delivered at once; zero for none.
  public var maximumCachedAge: Duration = .seconds(5)
  /// No usable fix for this long, or for twice `interval` where that is longer, is reported as
  /// `LocationError.Code.locationUnknown`; zero for never.
  public var unknownAfter: Duration = .seconds(30)
  /// Metres: fixes worse than this are withheld; `nil`, and what is not above zero and finite, delivers every
  /// valid one.
  public var worstAcceptableAccuracy: Double? {
    didSet { worstAcceptableAccuracy = worstAcceptableAccuracy?.limit }
  }
  /// How the device moves.
  public var activityType: ActivityType = .other
  /// Ends the updates while the device stands, until it moves. How long it must have stood follows from the
  /// activity.
  ///
  /// Where the application or a sensor tells of motion (`LocationSystem.conditions`), a pause costs nothing.
  /// Anywhere else a fix a minute looks whether the device still stands.
  public var pausesLocationUpdatesAutomatically = true
  /// Takes only fixes that other clients already paid for; is never told that there are none.
  public var isOpportunistic = false
  /// What must be known beside the position: fixes without are withheld, and providers that never have it stay
  /// off while this client runs, for all clients.
  public var requires: LocationRequirements = []

  /// Core Location's defaults: best accuracy, every fix.
  public init() {}
}

/// One position, now.
public struct LocationRequest: Hashable, Sendable {
  /// The request ends with the first fix this exact.
  public var desiredAccuracy: DesiredAccuracy = .nearestTenMeters
  /// The request ends after this long, with or without a fix.
  public var timeout: Duration = .seconds(30)
  /// A known fix at least this fresh and good enough is returned without starting hardware.
  public var maximumAge: Duration = .seconds(5)
  /// Accept the best fix when none was 10 % better for this long.
  public var settle: Duration = .seconds(10)
  /// On timeout: return the best fix seen (true) or fail (false).
  public var allowsBestEffort = true

  /// Ten metres within half a minute.
  public init() {}
}

extension Double {
  /// As a limit that something can be below; `nil` where nothing can, or everything is.
  fileprivate var limit: Double? { self > 0 && isFinite ? self : nil }
}
