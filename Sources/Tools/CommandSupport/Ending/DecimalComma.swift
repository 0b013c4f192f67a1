import CairnTypes

/// A number whose decimal point was written as a comma.
enum DecimalComma {
  /// Says how the number is written.
  ///
  /// - Parameter message: the parser's message about the arguments.
  /// - Returns: a line; `nil` if something else is wrong.
  static func hint(_ message: String) -> String? {
    let start = "Error: The value '"
    guard message.hasPrefix(start) else { return nil }
    let value = message.dropFirst(start.count).prefix { $0 != "'" }
    // A unit may follow, such as km or h.
    let unit = value.reversed().prefix { $0.isLetter }.count
    guard DecimalText.hasDecimalComma(value.dropLast(unit)) else { return nil }
    let plain = value.replacing(",", with: ".")
    return "Help:  write a point in place of the comma: \(plain)"
  }
}
