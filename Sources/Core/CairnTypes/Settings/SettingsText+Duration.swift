extension SettingsText {
  /// Units of time, in milliseconds.
  private static let units = [("ms", 1), ("s", 1000), ("min", 60_000), ("h", 3_600_000)]

  /// Returns a time above zero, such as `500ms`, `90s`, `10min` or `2 h`; `nil` for anything else, and for
  /// a longer one than `longest`.
  package func duration(upTo longest: Duration) -> Duration? {
    let digits = characters.prefix { ("0"..."9").contains($0) }
    let unit = SettingsText(characters[digits.endIndex...], column).trimmed.string
    guard let count = Int(SettingsText(digits, 0).string), count > 0,
      let milliseconds = Self.units.first(where: { $0.0 == unit })?.1
    else { return nil }
    let (total, isTooLong) = count.multipliedReportingOverflow(by: milliseconds)
    // Too many digits make no `Int`, and are rejected as well.
    guard !isTooLong, .milliseconds(total) <= longest else { return nil }
    return .milliseconds(total)
  }
}
