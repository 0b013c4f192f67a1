internal import CairnGeodesy
public import CairnTypes

/// Computes positions from scans.
///
/// Takes the young sightings that may be looked up, finds the largest group of known access points
/// that can be heard at one place, and takes the mean of their places, weighted by signal. A pure
/// value: it reads no clock, and the caller feeds `scale`.
public struct WiFiPositioner: Sendable {
  /// Maximum age of sightings that are used while the device stands.
  public static let maximumAgeAtRest = Duration.seconds(30)
  /// Maximum age of sightings that are used while the device moves, or may move.
  public static let maximumAgeMoving = Duration.seconds(10)
  /// Metres: maximum distance between two access points that can be heard at one place.
  ///
  /// Source: mozilla/ichnaea efe7330, api/locate/constants.py.
  public static let maximumDistance = 500.0
  /// Maximum number of access points that are looked up, the strongest; bounds the time of
  /// grouping.
  public static let maximumLookUps = 60
  /// Maximum number of access points in a mean, the strongest; more gave no better positions in
  /// simulation.
  public static let maximumNetworks = 20
  /// Metres: the assumed error of a database that states none.
  public static let databaseAccuracy = 30.0
  /// dBm: weaker signals are used only if there are fewer than `enough` others.
  static let weak = -90.0
  static let enough = 3

  /// Scale of the radii, learned by the device.
  public var scale: AccuracyScale

  /// Creates a positioner.
  ///
  /// - Parameter scale: the scale that was learned and stored before.
  public init(scale: AccuracyScale = AccuracyScale()) { self.scale = scale }

  /// Computes the position at which a scan was made.
  ///
  /// - Parameters:
  ///   - scan: the scan.
  ///   - now: the time on the boot clock that ages refer to.
  ///   - isMoving: whether the device moves; `nil` for unknown, which counts as moving.
  ///   - source: the known access points; asked at most `maximumLookUps` times.
  /// - Returns: the position, with the radius scaled by `scale`.
  /// - Throws: the reason why there is no position.
  public func position(
    of scan: WiFiScan, at now: MonotonicTime, isMoving: Bool? = nil,
    from source: some AccessPointSource
  ) throws(WiFiPositionFailure) -> WiFiPosition {
    let limit = isMoving == false ? Self.maximumAgeAtRest : Self.maximumAgeMoving
    let young = scan.sightings.filter { now - $0.time <= limit && $0.signal.isFinite }
    guard !young.isEmpty else { throw .nothingHeard }
    let eligible = Self.distinct(young.filter(\.isEligible))
    guard !eligible.isEmpty else { throw .noneEligible(heard: young.count) }
    let asked = eligible.prefix(Self.maximumLookUps)
    let known = asked.compactMap { sighting in
      source.accessPoint(sighting.bssid).flatMap { HeardAccessPoint(sighting, $0) }
    }
    guard !known.isEmpty else { throw .noneKnown(lookedUp: asked.count) }
    guard known.count > 1 else { throw .onlyOneKnown(lookedUp: asked.count) }
    let group = AccessPointCluster.largest(of: known, limit: Self.maximumDistance)
      .sorted { $0.signal > $1.signal }
    guard group.count > 1, let strongest = group.first else {
      throw .disagreement(known: known.count)
    }
    return mean(of: Self.chosen(group), around: strongest.coordinate)
  }

  private func mean(
    of group: ArraySlice<HeardAccessPoint>, around origin: Coordinate
  ) -> WiFiPosition {
    let frame = LocalFrame(origin: origin)
    let centroid = SignalCentroid(
      of: group.map { (frame.vector(to: $0.coordinate), $0.signal, $0.accuracy) })
    return WiFiPosition(
      coordinate: frame.place(at: centroid.position),
      horizontalAccuracy: centroid.radius * scale.scale(networks: group.count),
      unscaledAccuracy: centroid.radius, networks: group.count,
      time: group.map(\.time).max() ?? .distantFuture)
  }

  /// Returns the networks that the mean uses, of a group in order of signal.
  private static func chosen(_ group: [HeardAccessPoint]) -> ArraySlice<HeardAccessPoint> {
    let strong = group.prefix { $0.signal > weak }
    return (strong.count >= enough ? strong : group[...]).prefix(maximumNetworks)
  }

  /// Returns one sighting of each address, the strongest first.
  private static func distinct(_ sightings: [AccessPointSighting]) -> [AccessPointSighting] {
    var seen: Set<BSSID> = []
    return sightings.strongestFirst.filter { seen.insert($0.bssid).inserted }
  }
}

extension HeardAccessPoint {
  /// `nil` if the database's position is invalid.
  fileprivate init?(_ sighting: AccessPointSighting, _ known: KnownAccessPoint) {
    guard known.coordinate.isValid else { return nil }
    let accuracy = known.accuracy ?? WiFiPositioner.databaseAccuracy
    coordinate = known.coordinate
    // An accuracy that is not a number counts as the largest error that still leaves a weight.
    self.accuracy = accuracy.isFinite ? max(0, min(1000, accuracy)) : 1000
    signal = sighting.signal
    time = sighting.time
  }
}
