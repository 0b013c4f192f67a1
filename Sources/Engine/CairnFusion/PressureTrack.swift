internal import CairnTypes

/// The height of the device by a barometer that satellites have set, at the times of fixes.
///
/// Beside the filter of heights, not within it: pressures are never late, and a barometer that comes or
/// goes changes nothing there.
struct PressureTrack {
  /// Seconds between a fix and the pressures around it.
  private static let reach = 15.0

  private var joined = PressureHeight()
  /// Pressure heights in metres, the newest last.
  private var before: (height: Double, time: MonotonicTime)?
  private var newest: (height: Double, time: MonotonicTime)?
  /// Whether satellite heights were above the ellipsoid, not above sea level.
  private var isEllipsoidal: Bool?

  /// Takes a pressure height, metres in the standard atmosphere.
  mutating func take(pressureHeight height: Double, at time: MonotonicTime) {
    guard joined.take(pressureHeight: height, at: time) else { return }
    (before, newest) = (newest, (height, time))
  }

  /// Takes a height of satellites.
  mutating func take(_ m: HeightFilter.Measurement, at time: MonotonicTime) {
    guard let newest, let pressure = pressureHeight(at: time) else { return }
    if isEllipsoidal != m.isEllipsoidal {
      // The offset is that of another surface.
      joined = PressureHeight()
      joined.take(pressureHeight: newest.height, at: newest.time)
      isEllipsoidal = m.isEllipsoidal
    }
    joined.take(height: m.height + newest.height - pressure, accuracy: m.deviation, at: time)
  }

  /// Returns the height at the time of a fix and its standard deviation, both in metres, of the kind of
  /// the satellite heights; `nil` without a pressure near that time.
  func height(
    at time: MonotonicTime, isEllipsoidal: Bool
  ) -> (height: Double, deviation: Double)? {
    guard isEllipsoidal == self.isEllipsoidal, let newest, let estimate = joined.estimate,
      let pressure = pressureHeight(at: time)
    else { return nil }
    return (estimate.height + pressure - newest.height, estimate.accuracy)
  }

  /// The pressure height at a time, between the last two or as the nearest.
  private func pressureHeight(at time: MonotonicTime) -> Double? {
    guard let newest, abs((time - newest.time).inSeconds) <= Self.reach else { return nil }
    guard time < newest.time, let before, before.time < newest.time else { return newest.height }
    let part = (newest.time - time).inSeconds / (newest.time - before.time).inSeconds
    return newest.height + min(part, 1) * (before.height - newest.height)
  }
}
