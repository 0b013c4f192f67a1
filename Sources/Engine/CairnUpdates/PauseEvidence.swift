internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

/// Tells from noisy fixes since when a device stands, for a pause: over minutes, and from rare
/// fixes too.
///
/// It stands while the mean of its latest fixes stays near the mean of all since it came to rest: a
/// single fix may be off by as much as a slow walk covers in a minute, but their means are not.
struct PauseEvidence: Sendable {
  /// When it came to rest; `nil` before the first fix.
  private(set) var since: MonotonicTime?
  /// Metres, 68 %, of the best fix since then.
  private(set) var accuracy = Double.infinity
  /// Metres north and east of `origin`.
  private var mean = (north: 0.0, east: 0.0)
  private var recent = (north: 0.0, east: 0.0)
  private var count = 0.0
  private var origin = Coordinate(latitude: 0, longitude: 0)

  /// Weight of a new fix in the mean of the latest ones.
  private static let weight = 1.0 / 8.0

  /// Processes one fix.
  ///
  /// - Returns: whether it shows that the device has moved.
  mutating func note(_ fix: Location, at now: MonotonicTime) -> Bool {
    guard since != nil else {
      begin(at: fix, now)
      return false
    }
    accuracy = min(accuracy, fix.horizontalAccuracy)
    let place = place(of: fix)
    recent.north += (place.north - recent.north) * Self.weight
    recent.east += (place.east - recent.east) * Self.weight
    let radius = Self.radius(of: fix)
    let (north, east) = (recent.north - mean.north, recent.east - mean.east)
    guard north * north + east * east <= radius * radius else {
      begin(at: fix, now)
      return true
    }
    count += 1
    mean.north += (place.north - mean.north) / count
    mean.east += (place.east - mean.east) / count
    return false
  }

  /// Whether one fix alone shows that the device has moved: with rare fixes, the mean of the latest
  /// ones follows too late.
  func isAway(_ fix: Location) -> Bool {
    guard since != nil else { return false }
    let place = place(of: fix)
    let radius = Self.radius(of: fix) * Defaults.movedRadii
    let (north, east) = (place.north - mean.north, place.east - mean.east)
    return north * north + east * east > radius * radius
  }

  private static func radius(of fix: Location) -> Double {
    max(Defaults.stillRadius, fix.horizontalAccuracy * Defaults.stillAccuracies)
  }

  /// Metres north and east of `origin`.
  private func place(of fix: Location) -> (north: Double, east: Double) {
    let distance = origin.distance(to: fix.coordinate)
    let bearing = (origin.bearing(to: fix.coordinate) ?? 0) * .pi / 180
    return (distance * cairn_cos(bearing), distance * cairn_sin(bearing))
  }

  /// Forgets everything.
  mutating func forget() { since = nil }

  private mutating func begin(at fix: Location, _ now: MonotonicTime) {
    since = now
    accuracy = fix.horizontalAccuracy
    origin = fix.coordinate
    mean = (0, 0)
    recent = (0, 0)
    count = 1
  }
}
