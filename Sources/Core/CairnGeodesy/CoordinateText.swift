internal import CCairnMath
public import CairnTypes

/// Notation of a coordinate.
@nonexhaustive
public enum CoordinateFormat: Hashable, Sendable {
  /// `37.56635, 126.97795`; 0...15 places.
  case decimal(places: Int)
  /// `37° 33.9812′ N, 126° 58.6772′ E`; 0...9 places.
  case degreesMinutes(places: Int)
  /// `37° 33′ 58.87″ N, 126° 58′ 40.63″ E`; 0...9 places.
  case degreesMinutesSeconds(places: Int)
}

extension Coordinate {
  /// Returns latitude and longitude as text. 59.995″ carries over to the next minute, never to 60″.
  ///
  /// - Parameter format: notation; places outside its range count as the nearest allowed number.
  /// - Returns: text that `init(_:)` can read; `invalid` for a coordinate that is not valid.
  public func formatted(_ format: CoordinateFormat) -> String {
    guard isValid else { return "invalid" }
    switch format {
    case .decimal(let places):
      return latitude.text(places: places) + ", " + longitude.text(places: places)
    case .degreesMinutes(let places):
      return Self.sexagesimal(latitude, "N", "S", parts: 2, places) + ", "
        + Self.sexagesimal(longitude, "E", "W", parts: 2, places)
    case .degreesMinutesSeconds(let places):
      return Self.sexagesimal(latitude, "N", "S", parts: 3, places) + ", "
        + Self.sexagesimal(longitude, "E", "W", parts: 3, places)
    }
  }

  /// Returns an angle as degrees, minutes and perhaps seconds, with decimals in the last part.
  private static func sexagesimal(
    _ degrees: Double, _ positive: String, _ negative: String, parts: Int, _ places: Int
  ) -> String {
    let places = min(max(places, 0), 9)
    let unit = Int64(parts == 3 ? 3600 : 60) * powerOfTen(places)
    // Rounds up a half that a binary fraction just misses, as in 59.995 seconds.
    let scaled = Int64(cairn_floor(degrees.magnitude * Double(unit) + 0.500_001))
    let hemisphere = degrees < 0 && scaled > 0 ? negative : positive
    let rest = scaled % unit
    guard parts == 3 else {
      return "\(scaled / unit)° \(fixed(rest, places))′ \(hemisphere)"
    }
    let minute = unit / 60
    return "\(scaled / unit)° \(rest / minute)′ \(fixed(rest % minute, places))″ \(hemisphere)"
  }

  private static func fixed(_ scaled: Int64, _ places: Int) -> String {
    guard places > 0 else { return "\(scaled)" }
    let unit = powerOfTen(places)
    let fraction = "\(scaled % unit)"
    return "\(scaled / unit)." + String(repeating: "0", count: places - fraction.utf8.count)
      + fraction
  }

  private static func powerOfTen(_ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

extension Coordinate {
  /// Reads decimal degrees, or degrees, minutes and seconds, with signs or hemisphere letters:
  /// `37.5663528, 126.9779528`, `37° 33′ 58.87″ N, 126° 58′ 40.63″ E`, `N37 33.9812 E126 58.6772`,
  /// `북위 37도 33분 58.87초 동경 126도 58분 40.63초`.
  ///
  /// Latitude comes first unless letters say otherwise. Marks may be omitted or be typewriter
  /// quotes. `nil` for anything else, and for angles out of range.
  ///
  /// - Parameter text: both angles.
  public init?(_ text: some StringProtocol) {
    var first = AngleText()
    var second = AngleText()
    var isSecond = false
    for token in AngleToken.all(in: text) {
      switch token {
      case .nothing: return nil
      case .comma:
        guard !isSecond, first.hasNumber else { return nil }
        isSecond = true
      case .letter, .number, .mark:
        if !isSecond, first.isComplete(before: token) { isSecond = true }
        guard isSecond ? second.add(token) : first.add(token) else { return nil }
      }
    }
    guard let a = first.degrees, let b = second.degrees else { return nil }
    switch (first.axis, second.axis) {
    case (.longitude?, .latitude?): self.init(latitude: b, longitude: a)
    case (.latitude?, .longitude?), (nil, nil): self.init(latitude: a, longitude: b)
    default: return nil
    }
    guard isValid else { return nil }
  }
}
