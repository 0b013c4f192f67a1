internal import CairnGeocoding
internal import CairnGeodesy
internal import CairnTypes

/// Answers that serve again for positions near those that were asked for.
struct KeptPlacemarks {
  /// Metres within which an answer is the same, as for a label that follows a map.
  static let reach = 50.0
  private static let lifetime = Duration.seconds(3600)
  private static let capacity = 64

  private struct Answer {
    let coordinate: Coordinate
    let language: LanguageTag?
    let time: MonotonicTime
    let placemarks: [Placemark]
  }

  private var answers: [Answer] = []

  func find(_ coordinate: Coordinate, _ language: LanguageTag?, at now: MonotonicTime)
    -> [Placemark]?
  {
    answers.last {
      $0.language == language && now - $0.time < Self.lifetime
        && $0.coordinate.distance(to: coordinate) <= Self.reach
    }?.placemarks
  }

  mutating func keep(
    _ placemarks: [Placemark], _ coordinate: Coordinate, _ language: LanguageTag?,
    at now: MonotonicTime
  ) {
    if answers.count == Self.capacity { answers.removeFirst() }
    answers.append(
      Answer(coordinate: coordinate, language: language, time: now, placemarks: placemarks))
  }
}
