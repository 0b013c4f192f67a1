extension DesiredAccuracy {
  /// Parses what a person writes: `best`, `navigation`, or a radius such as `10`, `100m` or `1km`.
  ///
  /// Returns `nil` for anything else, and for a radius that is not above zero.
  ///
  /// - Parameter text: without white space; a number without a unit is in metres.
  public init?(text: String) {
    switch text {
    case "best": self = .best
    case "navigation": self = .bestForNavigation
    default:
      let isKilometres = text.hasSuffix("km")
      let digits =
        isKilometres ? text.dropLast(2) : text.hasSuffix("m") ? text.dropLast() : text[...]
      guard let value = DecimalText.number(digits), value > 0 else { return nil }
      self.init(.metres(isKilometres ? value * 1000 : value))
    }
  }

  /// The accuracy as `init(text:)` takes it, in whole metres or kilometres: `best`, `100m`, `1km`.
  package var argument: String {
    switch level {
    case .bestForNavigation: return "navigation"
    case .best: return "best"
    case .metres, .reduced:
      let metres = metres ?? 0
      let (value, unit) = metres < 1000 ? (metres, "m") : (metres / 1000, "km")
      // Larger than the Earth, and than any integer.
      guard value < 1e9 else { return "\(value)\(unit)" }
      return "\(Int(max(0, min(1e9, value))))\(unit)"
    }
  }
}
