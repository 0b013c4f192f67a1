public import CairnTypes

/// Keeps the beacons that satisfy a constraint, and tells how far each is.
public struct BeaconRanger: Sendable {
  /// Beacons that are kept; the one that was silent for longest makes room for another.
  public static let capacity = 128
  /// A beacon that was not heard for longer is not reported any more.
  public static let memory = Duration.seconds(10)

  private struct Identity: Hashable {
    var major: UInt16
    var minor: UInt16
  }

  private struct Track {
    var range = BeaconRange()
    var power = 0
    var rssi: Int8
    var isCoarse: Bool
    var device: UInt64
    var time: MonotonicTime
  }

  /// Beacons that are kept.
  public let constraint: BeaconConstraint
  private var tracks: [Identity: Track] = [:]

  /// Starts with nothing heard.
  public init(_ constraint: BeaconConstraint) { self.constraint = constraint }

  /// Processes a sighting; one of another beacon, or without a strength, changes nothing.
  public mutating func take(_ sighting: BeaconSighting) {
    guard case .proximity(let frame) = sighting.frame, constraint.matches(frame),
      let rssi = sighting.rssi
    else { return }
    let identity = Identity(major: frame.major, minor: frame.minor)
    if tracks[identity] == nil, tracks.count >= Self.capacity {
      if let oldest = tracks.min(by: { $0.value.time < $1.value.time }) { tracks[oldest.key] = nil }
    }
    var track =
      tracks[identity]
      ?? Track(
        rssi: rssi, isCoarse: sighting.isCoarse, device: sighting.device, time: sighting.time)
    let power = Int(frame.power)
    guard track.range.take(strength: rssi, power: power, at: sighting.time) else { return }
    (track.power, track.rssi, track.isCoarse) = (power, rssi, sighting.isCoarse)
    (track.device, track.time) = (sighting.device, sighting.time)
    tracks[identity] = track
  }

  /// Notes that a device has been silent since a time that is in the past.
  public mutating func lose(_ device: UInt64, silentSince time: MonotonicTime) {
    for (identity, track) in tracks where track.device == device && track.time > time {
      tracks[identity]?.time = time
    }
  }

  /// Finds the beacons in range.
  ///
  /// - Parameter now: the boot clock.
  /// - Returns: the nearest first, those of unknown distance last.
  public mutating func beacons(at now: MonotonicTime) -> [Beacon] {
    tracks = tracks.filter { now - $0.value.time <= Self.memory }
    var found: [(beacon: Beacon, distance: Double)] = []
    for (identity, track) in tracks {
      var beacon = Beacon(
        uuid: constraint.uuid, major: identity.major, minor: identity.minor, rssi: track.rssi,
        time: track.time)
      var distance = Double.infinity
      if now - track.time <= .seconds(BeaconRange.Limits.life),
        let metres = track.range.distance(power: track.power, at: now)
      {
        distance = metres
        beacon.proximity = track.range.proximity(at: now)
        beacon.accuracy = BeaconRange.accuracy(of: metres, isCoarse: track.isCoarse)
      }
      found.append((beacon, distance))
    }
    found.sort { Self.order($0) < Self.order($1) }
    return found.map { $0.beacon }
  }

  private static func order(
    _ found: (beacon: Beacon, distance: Double)
  ) -> (Int, Double, UInt16, UInt16) {
    let proximity = found.beacon.proximity
    // Unknown is 0, and comes last.
    let rank = proximity == .unknown ? 255 : Int(proximity.rawValue)
    return (rank, found.distance, found.beacon.major, found.beacon.minor)
  }
}
