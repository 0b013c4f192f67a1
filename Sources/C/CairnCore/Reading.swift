package import CCairnCore
package import CairnTypes
package import CairnUpdates

// What a program passes, as values. Zero stands for the usual value, a negative number for none; the
// numbers are finite, and everything is in range (front.c).

extension CoreOptions {
  package init(_ options: cairn_options) {
    self.init()
    standard = LocationConfiguration(options)
    if options.significant_distance > 0 { significant.distance = options.significant_distance }
    significant.minimumInterval = duration(
      options.significant_interval, usual: significant.minimumInterval)
    if options.visit_radius > 0 { visits.radius = options.visit_radius }
    visits.minimumStay = duration(options.visit_minimum_stay, usual: visits.minimumStay)
  }
}

extension LocationConfiguration {
  fileprivate init(_ options: cairn_options) {
    self.init()
    desiredAccuracy = DesiredAccuracy(cairn: options.desired_accuracy)
    powerBudget = positive(options.power_budget)
    distanceFilter = positive(options.distance_filter)
    interval = positive(options.interval).map { Duration(clamping: $0) }
    minimumInterval = positive(options.minimum_interval).map { Duration(clamping: $0) }
    heartbeat = positive(options.heartbeat).map { Duration(clamping: $0) }
    maximumDelay = duration(options.maximum_delay, usual: maximumDelay)
    maximumCachedAge = duration(options.maximum_cached_age, usual: maximumCachedAge)
    unknownAfter = duration(options.unknown_after, usual: unknownAfter)
    worstAcceptableAccuracy = positive(options.worst_acceptable_accuracy)
    activityType = ActivityType(cairn: options.activity)
    pausesLocationUpdatesAutomatically = options.flags & bits(CAIRN_PAUSES) != 0
    isOpportunistic = options.flags & bits(CAIRN_OPPORTUNISTIC) != 0
    isFiltered = options.flags & bits(CAIRN_RAW) == 0
    requires = LocationRequirements(rawValue: UInt16(truncatingIfNeeded: options.requirements))
  }
}

extension LocationRequest {
  package init(_ request: cairn_request) {
    self.init()
    if request.desired_accuracy != 0 {
      desiredAccuracy = DesiredAccuracy(cairn: request.desired_accuracy)
    }
    timeout = patience(request.timeout, usual: timeout)
    maximumAge = duration(request.maximum_age, usual: maximumAge)
    settle = patience(request.settle, usual: settle)
    allowsBestEffort = request.exact == 0
  }
}

extension Region {
  /// - Returns: `nil` for a shape that is not an area.
  package init?(_ region: cairn_region, identifier: String) {
    let (kind, extent, flags) = unsafe (region.shape, region.extent, region.flags)
    var points: [Coordinate] = []
    for index in unsafe 0..<region.count {
      guard let point = unsafe region.points?[index] else { return nil }
      points.append(Coordinate(latitude: point.latitude, longitude: point.longitude))
    }
    let shape: Shape
    switch kind {
    case bits(CAIRN_CIRCLE):
      guard let centre = points.first else { return nil }
      shape = .circle(center: centre, radius: extent)
    case bits(CAIRN_POLYGON): shape = .polygon(points)
    case bits(CAIRN_CORRIDOR): shape = .corridor(points, width: extent)
    default: return nil
    }
    self.init(identifier: identifier, shape: shape)
    notifyOnEntry = flags & bits(CAIRN_QUIET_ENTRY) == 0
    notifyOnExit = flags & bits(CAIRN_QUIET_EXIT) == 0
  }
}

extension MonitoringOptions {
  package init(_ region: cairn_region) {
    self.init()
    let (certainty, margin, accuracy) = unsafe (
      region.confidence, region.hysteresis, region.desired_accuracy
    )
    if certainty != 0 { confidence = certainty }
    if margin != 0 { hysteresis = max(0, margin) }
    if accuracy > 0 { desiredAccuracy = DesiredAccuracy(.metres(accuracy)) }
    dwell = unsafe duration(region.dwell, usual: dwell)
    responsiveness = unsafe duration(region.responsiveness, usual: responsiveness)
    let known = unsafe region.state
    initialState = RegionState(rawValue: UInt8(truncatingIfNeeded: known)) ?? .unknown
  }
}

extension DesiredAccuracy {
  fileprivate init(cairn value: Double) {
    switch value {
    case -2: self = .bestForNavigation
    case -3: self = .reduced
    default: self.init(.metres(value))
    }
  }
}

extension ActivityType {
  fileprivate init(cairn number: UInt32) {
    self = ActivityType(rawValue: UInt8(truncatingIfNeeded: number)) ?? .other
  }
}

/// The number above zero; any other stands for none.
package func positive(_ value: Double) -> Double? { value > 0 ? value : nil }

/// Seconds as a duration: zero stands for the usual one, less for none.
private func duration(_ seconds: Double, usual: Duration) -> Duration {
  seconds == 0 ? usual : Duration(clamping: max(0, seconds))
}

/// Seconds to wait as a duration: zero stands for the usual one, less for longer than any request lasts.
private func patience(_ seconds: Double, usual: Duration) -> Duration {
  duration(seconds < 0 ? 1e9 : seconds, usual: usual)
}
