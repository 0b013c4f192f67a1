import CairnGeodesy
import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes

/// Two packs of one town, of which a device that has been in several of its quarters judges the second.
struct JudgeWorlds {
  /// What the new pack is like.
  enum Change: String, CaseIterable, Sendable {
    // No worse:
    case tenthSurveyedAgain, allSurveyedAgain, better, larger, oneStreetWrong
    // Worse by half at some places:
    case smaller
    // Worse:
    case allShifted, halfShifted, fifthFarAway, coarse, exchanged, stale

    /// Whether a device should go back; `nil` where either is right.
    var isWorse: Bool? {
      switch self {
      case .tenthSurveyedAgain, .allSurveyedAgain, .better, .larger, .oneStreetWrong: false
      case .smaller: nil
      case .allShifted, .halfShifted, .fifthFarAway, .coarse, .exchanged, .stale: true
      }
    }
  }

  /// One quarter: what scans heard at places of it.
  private struct Quarter {
    let center: Coordinate
    let scans: [(place: Coordinate, scan: WiFiScan)]
    let accessPoints: [BSSID: Coordinate]
  }

  private let quarters: [Quarter]
  /// Metres: deviation of a usual survey along one axis.
  private static let survey = 15.0
  /// Squares of 200 m along one side of a quarter.
  private static let side = 6

  /// - Parameter seeds: one quarter for each.
  init(_ seeds: Range<UInt64>) {
    let scenes: [RadioScene] = [.urban, .suburban, .urban, .dense]
    quarters = seeds.map { seed in
      // A degree apart, so that places differ.
      let center = Coordinate(latitude: 46.5, longitude: 5 + Double(seed))
      let world = RadioWorld(scenes[Int(seed % 4)], around: center, seed: seed)
      var random = SplitMix(seed: seed)
      var accessPoints: [BSSID: Coordinate] = [:]
      var scans: [(place: Coordinate, scan: WiFiScan)] = []
      for row in 0..<Self.side {
        for column in 0..<Self.side {
          let north = (Double(row) - 3 + random.number(0.1...0.9)) * PackJudge.spacing
          let east = (Double(column) - 3 + random.number(0.1...0.9)) * PackJudge.spacing
          let place = center.moved(by: north, bearing: 0).moved(by: east, bearing: 90)
          let time = MonotonicTime(nanoseconds: Int64(scans.count + 1) * 60_000_000_000)
          let heard = world.accessPoints(at: place, time: time)
          scans.append((place, WiFiScan(sightings: heard, time: time)))
          for sighting in heard {
            accessPoints[sighting.bssid] = world.survey.accessPoint(sighting.bssid)?.coordinate
          }
        }
      }
      return Quarter(center: center, scans: scans, accessPoints: accessPoints)
    }
  }

  var count: Int { quarters.count }

  /// Lets a device judge a change of pack in some quarters, in a random order of places.
  ///
  /// - Returns: the judge when it has decided, or at the end.
  func judge(_ change: Change, in chosen: [Int], seed: UInt64) -> PackJudge {
    var random = SplitMix(seed: seed)
    var judge = PackJudge(of: seed, against: 0)
    var comparisons: [(place: Coordinate, new: Double, old: Double)] = []
    for index in chosen {
      let quarter = quarters[index]
      let keys = quarter.accessPoints.keys.sorted { $0.rawValue < $1.rawValue }
      var (old, new): ([BSSID: Coordinate], [BSSID: Coordinate]) = ([:], [:])
      for key in keys {
        guard let place = quarter.accessPoints[key] else { continue }
        let surveyed = place.surveyed(Self.survey, &random)
        old[key] = change == .larger && random.next() % 4 == 0 ? nil : surveyed
        if change == .better { old[key] = place.surveyed(30, &random) }
        new[key] = Self.change(change, place, surveyed, quarter.center, &random)
      }
      if change == .exchanged { Self.exchange(&new, keys, &random) }
      comparisons += quarter.scans.compactMap { place, scan in
        guard let first = Self.error(scan, place, new), let second = Self.error(scan, place, old)
        else { return nil }
        return (place, first, second)
      }
    }
    comparisons.shuffle(using: &random)
    for (place, new, old) in comparisons where judge.verdict == .open {
      judge.add(PackJudge.Place(place), new: new, old: old, fixAccuracy: random.number(3...12))
    }
    return judge
  }

  private static func change(
    _ change: Change, _ place: Coordinate, _ surveyed: Coordinate, _ center: Coordinate,
    _ random: inout SplitMix
  ) -> Coordinate? {
    let east = center.longitude
    switch change {
    case .tenthSurveyedAgain:
      return random.next() % 10 == 0 ? place.surveyed(survey, &random) : surveyed
    case .allSurveyedAgain, .larger: return place.surveyed(survey, &random)
    case .better: return place.surveyed(10, &random)
    case .smaller: return random.next() % 4 == 0 ? nil : surveyed
    case .oneStreetWrong:
      let isThere = center.moved(by: 300, bearing: 0).distance(to: place) < 120
      return isThere ? surveyed.moved(by: 200, bearing: 90) : surveyed
    case .allShifted: return surveyed.moved(by: 80, bearing: 60)
    case .halfShifted:
      return place.longitude > east ? surveyed.moved(by: 150, bearing: 200) : surveyed
    case .fifthFarAway:
      // A whole part of the quarter, as when one device of the fleet tells lies.
      let isThere = place.longitude < center.moved(by: 360, bearing: 270).longitude
      return isThere ? surveyed.moved(by: 2000, bearing: 10) : surveyed
    case .coarse: return place.surveyed(80, &random)
    case .exchanged: return surveyed
    case .stale:
      return random.next() % 5 < 2 ? surveyed.moved(by: 250, bearing: 90) : surveyed
    }
  }

  /// Gives half of the access points the places of others.
  private static func exchange(
    _ places: inout [BSSID: Coordinate], _ keys: [BSSID], _ random: inout SplitMix
  ) {
    let chosen = keys.filter { _ in random.next() % 2 == 0 }
    let shuffled = chosen.shuffled(using: &random).map { places[$0] }
    for (key, place) in zip(chosen, shuffled) { places[key] = place }
  }

  private static func error(
    _ scan: WiFiScan, _ place: Coordinate, _ map: [BSSID: Coordinate]
  ) -> Double? {
    let source = AccessPointLookUp { bssid in
      map[bssid].map { KnownAccessPoint(coordinate: $0, accuracy: 25) }
    }
    return try? WiFiPositioner().position(of: scan, at: scan.time, from: source)
      .coordinate.distance(to: place)
  }
}

extension Coordinate {
  fileprivate func surveyed(_ deviation: Double, _ random: inout SplitMix) -> Coordinate {
    func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.number(0...1) } }
    let (east, north) = (deviation * normal(), deviation * normal())
    return moved(by: north, bearing: 0).moved(by: east, bearing: 90)
  }
}
