internal import CairnTypes

/// A row of a table that could not be used.
package struct UnusableRow: Error, Equatable {
  /// Line number, counted from 1, including the header.
  package let line: Int
  package let reason: Reason

  package init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }

  /// Why it could not be used.
  package enum Reason: Error, Equatable {
    case tooLong, notCSV
    /// A required field is empty, or the row has too few fields.
    case fieldMissing(String)
    case notANumber(column: String, text: String)
    case outOfRange(column: String, text: String)
    /// Not later than the fix before it.
    case notLater
    /// More fields than the header has names.
    case tooManyFields
    /// Anything else, in words.
    case unsuitable(String)
  }
}

extension UnusableRow.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLong: CSVLine.tooLong
    case .notCSV: "not comma-separated UTF-8, or a quotation mark has no partner"
    case .fieldMissing(let column): "no value for \(column)"
    case .notANumber(let column, let text):
      "\(column) is not a number: \"\(text.prefix(40))\""
        + (DecimalText.hasDecimalComma(text) ? "; write a point in place of the comma" : "")
    case .outOfRange(let column, let text): "\(column) is out of range: \(text.prefix(40))"
    case .notLater: "not later than the row before it"
    case .tooManyFields: "more fields than the first line has names"
    case .unsuitable(let what): what
    }
  }
}

/// Counts the rows of a table, and keeps the first bad ones.
package struct RowTally {
  /// Bad rows that are described; further ones are only counted.
  private static let maximumComplaints = 10

  /// Number of rows that could be used.
  package private(set) var good = 0
  private var bad = 0
  private var first: [UnusableRow] = []

  package init() {}

  package mutating func countGood() { good += 1 }

  package mutating func count(_ row: UnusableRow) {
    bad += 1
    if first.count < Self.maximumComplaints { first.append(row) }
  }

  /// Describes the rows that were left out.
  ///
  /// - Parameters:
  ///   - name: of the table.
  ///   - kind: what the bad rows are not, in the plural.
  /// - Returns: one line for each of the first ones, and one with their number; none without bad rows.
  package func complaints(_ name: String, as kind: String) -> [String] {
    guard bad > 0 else { return [] }
    return first.map { "\(name), line \($0.line): \($0.reason)" }
      + ["\(name): \(bad) of \(good + bad) rows are not \(kind) and were left out"]
  }
}
