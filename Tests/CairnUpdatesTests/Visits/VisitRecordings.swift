import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Foundation

/// A recording whose fixes carry labels.
struct LabelledTrack {
  /// Seconds, and whether the device stood (diary) or was on foot (vans).
  let rows: [(time: Double, isStay: Bool)]
  let fixes: [Location]
  /// Seconds, from the diary alone.
  var stops: [ClosedRange<Double>] = []

  /// Metres, 68 %: the recordings have none, and phones under open sky are about so good.
  static let assumedAccuracy = 10.0

  /// A phone's half day, with what its carrier noted.
  static func diary() throws -> LabelledTrack {
    let labels = try table("diary-a/labels.csv")
    let stops = labels.compactMap { row -> ClosedRange<Double>? in
      guard row[2] == "stop", let start = Double(row[0]), let end = Double(row[1]) else {
        return nil
      }
      return start...end
    }
    let rows = try table("diary-a/fixes.csv").compactMap { row -> (Double, Coordinate)? in
      guard let t = Double(row[0]), let latitude = Double(row[1]), let longitude = Double(row[2])
      else { return nil }
      return (t, Coordinate(latitude: latitude, longitude: longitude))
    }
    return LabelledTrack(
      rows: rows.map { row in (row.0, stops.contains { $0.contains(row.0) }) },
      fixes: rows.map { location($0.1, $0.0) }, stops: stops)
  }

  /// The names of the pieces of `delivery`.
  static func deliveries() throws -> [String] {
    let folder = try Corpus.file("corpus/visits/foot-drive")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Six minutes of somebody who delivers parcels by van.
  static func delivery(_ name: String) throws -> LabelledTrack {
    let rows = try table("foot-drive/\(name)").compactMap { row -> (Double, Location, Bool)? in
      guard let t = Double(row[0]), let east = Double(row[1]), let north = Double(row[2]) else {
        return nil
      }
      let place = seoul.moved(by: north, bearing: 0).moved(by: east, bearing: 90)
      return (t, location(place, 1000 + t), row[3] == "OnFoot")
    }
    return LabelledTrack(
      rows: rows.map { (1000 + $0.0, $0.2) }, fixes: rows.map { $0.1 })
  }

  /// Backwards in time: the same places by other ways.
  var reversed: LabelledTrack {
    let end = 2 * (rows.last?.time ?? 0)
    return LabelledTrack(
      rows: rows.reversed().map { (end - $0.time, $0.isStay) },
      fixes: zip(rows, fixes).reversed().map { Self.location($1.coordinate, end - $0.time) })
  }

  /// Every n-th fix.
  func thinned(to n: Int) -> LabelledTrack {
    let kept = rows.indices.filter { $0 % n == 0 }
    return LabelledTrack(rows: kept.map { rows[$0] }, fixes: kept.map { fixes[$0] }, stops: stops)
  }

  private static func table(_ name: String) throws -> [[Substring]] {
    try Corpus.text("corpus/visits/" + name).split(whereSeparator: \.isNewline).dropFirst().map {
      $0.split(separator: ",")
    }
  }

  private static func location(_ place: Coordinate, _ t: Double) -> Location {
    Location(
      coordinate: place, horizontalAccuracy: assumedAccuracy,
      time: MonotonicTime(nanoseconds: Int64(t * 1e9)),
      source: LocationSource(provider: "file", technology: .gnss))
  }
}

/// A visit as it was known at the end.
struct FoundVisit {
  /// Seconds; `nil`: before the recording.
  let arrival: Double?
  /// Seconds; `nil`: goes on.
  let departure: Double?

  func contains(_ time: Double) -> Bool {
    (arrival ?? -.infinity) <= time && time <= (departure ?? .infinity)
  }
}

/// Runs the rules over fixes, with timers exactly when they are due.
func visitEvents(_ fixes: [Location], _ detector: inout VisitDetector) -> [VisitEvent] {
  var events: [VisitEvent] = []
  for fix in fixes {
    while let deadline = detector.nextDeadline, deadline < fix.time {
      events += detector.fire(at: deadline)
    }
    events += detector.receive(fix, at: fix.time)
  }
  return events
}

/// At which second of the boot clock each departure is told.
func departuresTold(_ fixes: [Location], options: VisitOptions = VisitOptions()) -> [Double] {
  var detector = VisitDetector(options)
  return fixes.flatMap { fix in
    visitEvents([fix], &detector).filter { $0.kind == .departure }.map { _ in
      Double(fix.time.nanoseconds) * 1e-9
    }
  }
}

func visits(in fixes: [Location], options: VisitOptions = VisitOptions()) -> [FoundVisit] {
  var detector = VisitDetector(options)
  let ended = visitEvents(fixes, &detector).filter { $0.kind == .departure }
  return (ended + [detector.current].compactMap { $0 }).map {
    FoundVisit(
      arrival: $0.arrival.map { Double($0.nanoseconds) * 1e-9 },
      departure: $0.departure.map { Double($0.nanoseconds) * 1e-9 })
  }
}

/// How many rows of each label lie in a visit.
struct Confusion {
  var staysInside = 0, stays = 0, tripsOutside = 0, trips = 0

  mutating func add(_ rows: [(time: Double, isStay: Bool)], _ visits: [FoundVisit]) {
    for row in rows {
      let isInside = visits.contains { $0.contains(row.time) }
      if row.isStay {
        stays += 1
        staysInside += isInside ? 1 : 0
      } else {
        trips += 1
        tripsOutside += isInside ? 0 : 1
      }
    }
  }

  /// The mean of the shares that are right of both labels.
  var balancedAccuracy: Double {
    (Double(staysInside) / Double(max(stays, 1)) + Double(tripsOutside) / Double(max(trips, 1))) / 2
  }
}
