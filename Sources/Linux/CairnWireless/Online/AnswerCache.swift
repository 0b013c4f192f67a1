internal import CairnRadio
internal import CairnTypes

/// The last answers of a service, so that it is not asked twice about one place.
struct AnswerCache {
  /// How long an answer is used again: access points stay for months, but maps are corrected.
  static let lifetime = Duration.seconds(3600)
  /// How long a service that knew nothing is not asked again about the same place.
  static let unknownLifetime = Duration.seconds(600)
  private static let capacity = 16

  private struct Entry {
    var accessPoints: Set<BSSID>
    var cells: Set<CellIdentity>
    /// `nil` if the service knew nothing.
    var answer: GeolocateAnswer?
    var time: MonotonicTime
  }

  /// The oldest first.
  private var entries: [Entry] = []

  /// Keeps an answer, or that there is none.
  mutating func keep(
    _ answer: GeolocateAnswer?, of request: GeolocateRequest, at now: MonotonicTime
  ) {
    entries.removeAll { Self.matches($0, request) }
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append(
      Entry(
        accessPoints: Set(request.accessPoints.map(\.bssid)),
        cells: Set(request.cells.compactMap(\.identity)), answer: answer, time: now))
  }

  /// Returns the answer of the same place, the service's silence as `.some(nil)`, or `nil`.
  mutating func find(_ request: GeolocateRequest, at now: MonotonicTime) -> GeolocateAnswer?? {
    entries.removeAll {
      now - $0.time > ($0.answer == nil ? Self.unknownLifetime : Self.lifetime)
    }
    return entries.last { Self.matches($0, request) }.map(\.answer)
  }

  /// Whether both heard the same: two thirds of all access points that either heard, or, without
  /// access points, the same cells.
  private static func matches(_ entry: Entry, _ request: GeolocateRequest) -> Bool {
    guard !entry.accessPoints.isEmpty, !request.accessPoints.isEmpty else {
      return entry.accessPoints.isEmpty && request.accessPoints.isEmpty
        && entry.cells == Set(request.cells.compactMap(\.identity))
    }
    let heard = Set(request.accessPoints.map(\.bssid))
    let both = heard.intersection(entry.accessPoints).count
    return 3 * both >= 2 * (heard.count + entry.accessPoints.count - both)
  }
}
