internal import CairnJSON
internal import CairnTypes

/// The track of the last ten minutes, thinned, for a page that is opened later.
struct FixHistory {
  /// Fixes that are kept.
  static let capacity = 600
  static let age = Duration.seconds(600)
  /// Shortest time between two of them: those that come once a second are not punctual.
  private static let interval = Duration.milliseconds(920)

  private struct Entry {
    let fix: Location
    /// When it was taken in, if it does not know when it was measured.
    let utc: Timestamp
  }

  private var entries: [Entry] = []

  /// Takes a fix that was measured at `utc` or before, unless it follows another too soon.
  mutating func note(_ fix: Location, at utc: Timestamp) {
    guard fix.source.fix != .estimated else { return }
    if let last = entries.last, fix.time - last.fix.time < Self.interval { return }
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append(Entry(fix: fix, utc: fix.timestamp ?? utc))
  }

  /// Writes an array of `[UTC in ms, latitude, longitude, metres of accuracy, metres per second or null]`.
  func write(to json: inout JSONText, at now: MonotonicTime) {
    json.array("history") { list in
      for entry in entries where now - entry.fix.time <= Self.age {
        list.array {
          $0.integer(entry.utc.nanosecondsSince1970 / 1_000_000)
          $0.element(entry.fix.coordinate.latitude)
          $0.element(entry.fix.coordinate.longitude)
          $0.element(entry.fix.horizontalAccuracy)
          $0.element(entry.fix.speed)
        }
      }
    }
  }
}
