internal import CairnGeodesy
public import CairnTypes

/// Decides which sightings the device learns from, and what they change.
///
/// Holds no database: the caller looks up the records of a scan, and stores those that change. It
/// remembers where it last heard access points, in memory only, so that a device that stands does
/// not learn the same again and again.
public struct AccessPointLearner: Sendable {
  /// An access point is passed anew when it was not heard for that long.
  public static let passInterval = Duration.seconds(600)
  /// Metres between the places of two sightings that count.
  public static let spacing = 10.0
  /// Most access points that it remembers.
  static let capacity = 512

  private struct Recent {
    var coordinate: Coordinate
    var time: MonotonicTime
  }

  private var recent: [BSSID: Recent] = [:]

  /// Creates a learner that remembers nothing.
  public init() {}

  /// Learns from a scan.
  ///
  /// Only sightings within two seconds of the fix count, of access points that are eligible; and
  /// only fixes of satellites, of 15 m or better, with a date, at no more than 15 m/s.
  ///
  /// - Parameters:
  ///   - scan: the scan.
  ///   - fix: the position of the device at that time.
  ///   - record: returns the earlier record of an access point.
  /// - Returns: the records that are new or have changed.
  public mutating func learn(
    _ scan: WiFiScan, at fix: Location, record: (BSSID) -> LearnedAccessPoint?
  ) -> [BSSID: LearnedAccessPoint] {
    var changed: [BSSID: LearnedAccessPoint] = [:]
    for sighting in scan.eligible where changed[sighting.bssid] == nil {
      guard let sample = AccessPointSample(sighting, at: fix) else { continue }
      let last = recent[sighting.bssid]
      let isNewPass = last.map { sighting.time - $0.time > Self.passInterval } ?? true
      recent[sighting.bssid]?.time = sighting.time
      if let last, !isNewPass, last.coordinate.distance(to: sample.coordinate) < Self.spacing {
        continue
      }
      remember(sighting.bssid, Recent(coordinate: sample.coordinate, time: sighting.time))
      if var known = record(sighting.bssid) {
        known.add(sample, isNewPass: isNewPass)
        changed[sighting.bssid] = known
      } else {
        changed[sighting.bssid] = LearnedAccessPoint(sample)
      }
    }
    return changed
  }

  private mutating func remember(_ bssid: BSSID, _ place: Recent) {
    if recent[bssid] == nil, recent.count >= Self.capacity {
      // The older half goes, so that this is rare.
      let times = recent.values.map(\.time).sorted()
      let middle = times[times.count / 2]
      recent = recent.filter { $0.value.time > middle }
    }
    recent[bssid] = place
  }
}
