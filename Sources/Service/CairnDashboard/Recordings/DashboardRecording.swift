internal import CairnJSON

/// What the milliseconds of a recording count.
package enum RecordingClock: String, Sendable {
  /// UTC, since 1970.
  case utc
  /// The time of day, in UTC, of a recording without dates.
  case timeOfDay
  /// The time since the start, or since what the recording's own clock counts from.
  case elapsed
}

/// A recording that the page shows in place of a live system: its tracks, and what was known at each moment.
///
/// Its memory is bounded, however long the recording is: 20,000 points of each track, 65,536 moments of about 0.4 kB (one
/// a second for 18 hours; further apart beyond), and 32 MiB of satellites.
package struct DashboardRecording: Sendable {
  /// Points of a track, for a picture that is no wider than a screen.
  package static let mostPoints = 20_000
  /// Moments, which are a second apart at least.
  static let mostMoments = 1 << 16
  /// Bytes of satellites.
  static let mostSky = 32 << 20

  /// What a person calls it.
  package let name: String
  /// Positions as the receiver sent them.
  let raw: [RecordedPoint]
  /// Positions that a manager was delivered.
  let filtered: [RecordedPoint]
  /// By time.
  let moments: [RecordedMoment]
  let clock: RecordingClock

  /// Milliseconds of UTC, or since the start of a recording without dates.
  package var start: Int64 { moments.first?.time ?? 0 }
  /// The same.
  package var end: Int64 { moments.last?.time ?? 0 }

  func introduce(to json: inout JSONText) {
    json.member("name", name)
    json.member("start", start)
    json.member("end", end)
    json.member("clock", clock.rawValue)
  }

  /// Returns the whole tracks.
  func tracks() -> [UInt8] {
    var json = JSONText(capacity: 1 << 16)
    json.object {
      $0.array("raw") { list in for point in raw { point.write(to: &list) } }
      $0.array("filtered") { list in for point in filtered { point.write(to: &list) } }
    }
    json.newline()
    return json.bytes
  }

  /// Returns the last objects of each kind at a moment; none before the first.
  func state(at time: Int64) -> [UInt8] {
    // The first moment that is later.
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = low + (high - low) / 2
      if moments[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    var json = JSONText()
    json.array { if low > 0 { moments[low - 1].write(to: &$0, path: name) } }
    json.newline()
    return json.bytes
  }
}
