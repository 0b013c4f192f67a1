internal import CairnGeodesy
internal import CairnTypes

/// Velocities that gpsd derives where a receiver gives none, from the previous fix to this one.
///
/// Their errors sum those of both positions over the time between: far too large at high rates.
///
/// Source: gpsd 3.27, gpsd_json(5), "TPV", and its regression references.
struct MotionModel {
  /// The last fix with a time.
  private var last: GPSDPosition?

  /// Adds the missing values and remembers the fix.
  mutating func complete(_ position: inout GPSDPosition) {
    guard position.mode >= 2, let coordinate = position.coordinate,
      let timestamp = position.timestamp
    else { return }
    defer { last = position }
    guard let last, let lastCoordinate = last.coordinate, let lastTimestamp = last.timestamp
    else { return }
    let seconds = (timestamp - lastTimestamp) / Duration.seconds(1)
    guard seconds >= 0.01 else { return }
    position.speed = position.speed ?? coordinate.distance(to: lastCoordinate) / seconds
    position.speedError =
      position.speedError ?? sum(position.planeError, last.planeError, over: seconds)
    guard position.mode >= 3, last.mode >= 3 else { return }
    if position.climb == nil, let altitude = position.ellipsoidalAltitude,
      let lastAltitude = last.ellipsoidalAltitude
    {
      position.climb = (altitude - lastAltitude) / seconds
    }
    position.climbError =
      position.climbError ?? sum(position.verticalError, last.verticalError, over: seconds)
  }

  private func sum(_ error: Double?, _ lastError: Double?, over seconds: Double) -> Double? {
    guard let error, let lastError else { return nil }
    return (error + lastError) / seconds
  }
}

extension GPSDPosition {
  /// Larger error of both axes, in metres.
  fileprivate var planeError: Double? {
    guard let eastError, let northError else { return nil }
    return max(eastError, northError)
  }
}
