import CommandSupport

/// A row of a table that could not be used.
struct UnusableRow: Error, Equatable {
  /// Line number, counted from 1, including the header.
  let line: Int
  let reason: Reason

  /// Why it could not be used.
  enum Reason: Error, Equatable {
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
  var description: String {
    switch self {
    case .tooLong: CSVLine.tooLong
    case .notCSV: "not comma-separated UTF-8, or a quotation mark has no partner"
    case .fieldMissing(let column): "no value for \(column)"
    case .notANumber(let column, let text): "\(column) is not a number: \"\(text.prefix(40))\""
    case .outOfRange(let column, let text): "\(column) is out of range: \(text.prefix(40))"
    case .notLater: "not later than the row before it"
    case .tooManyFields: "more fields than the first line has names"
    case .unsuitable(let what): what
    }
  }
}

/// Counts the rows of a table, and keeps the first bad ones.
struct RowTally {
  /// Bad rows that are described; further ones are only counted.
  private static let maximumComplaints = 10

  /// Number of rows that could be used.
  private(set) var good = 0
  private var bad = 0
  private var first: [UnusableRow] = []

  mutating func countGood() { good += 1 }

  mutating func count(_ row: UnusableRow) {
    bad += 1
    if first.count < Self.maximumComplaints { first.append(row) }
  }

  /// Reports on standard error which rows were left out, if any.
  ///
  /// - Parameters:
  ///   - name: of the table.
  ///   - kind: what the bad rows are not, in the plural.
  func report(_ name: String, as kind: String) {
    for row in first { complain("\(name), line \(row.line): \(row.reason)") }
    guard bad > 0 else { return }
    complain("\(name): \(bad) of \(good + bad) rows are not \(kind) and were left out")
  }
}
