internal import ArgumentParser
internal import CairnTypes

/// Reads numbers of the command line as those of tables: `transform:` of every option that takes
/// one.
///
/// The parser's own reading takes more than a number: words, hexadecimal digits, and what is too
/// large.
package enum OptionNumber {
  /// Reads a finite number.
  ///
  /// - Throws: a line that says what is wrong.
  package static func decimal(_ text: String) throws -> Double {
    guard let value = DecimalText.number(text) else {
      throw ValidationError("it is not a number")
    }
    return value
  }

  /// Reads a whole number.
  ///
  /// - Throws: a line that says what is wrong.
  package static func whole<Number: FixedWidthInteger>(_ text: String) throws -> Number {
    guard let value = Number(exactly: try decimal(text)) else {
      throw ValidationError("it is not a whole number from \(Number.min) to \(Number.max)")
    }
    return value
  }
}
