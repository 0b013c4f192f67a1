import CairnFiles
import CairnTypes
import CommandSupport

extension MonotonicTime {
  /// The time of a row, to a microsecond.
  ///
  /// - Parameter seconds: those of the column `t`.
  init(seconds: Double) {
    let microseconds = Int64(max(0, min(9.2e15, (seconds * 1e6).rounded())))
    self.init(nanoseconds: microseconds * 1000)
  }
}

/// Rows of numbers in a file of comma-separated values whose first line names the columns.
///
/// Columns may be in any order; others are ignored, as are empty lines and those that begin with `#`.
/// `reportBadRows` reports rows that cannot be used.
struct NumberTable: ~Copyable {
  /// A column, and what its numbers may be.
  struct Column {
    let name: String
    let range: ClosedRange<Double>
    /// Whether the table may lack it, and rows may leave it empty.
    var isOptional = false

    /// Seconds that grow from row to row, within what both clocks can hold.
    static let time = Column(name: "t", range: 0...9.2e9)
  }

  /// The path, or `standard input`; for messages.
  let name: String
  private let wanted: [Column]
  private var lines: LineInput
  private var tally = RowTally()
  /// Where the wanted columns are.
  private let places: [Int?]
  private var lastTime = -Double.infinity

  /// Opens a file and reads its header.
  ///
  /// - Parameters:
  ///   - path: `-` reads standard input.
  ///   - columns: the columns to read, in the order of the values of `next`; `time`, if any, is the
  ///     first.
  /// - Throws: a one-line message that says what the header lacks, or why the file cannot be read.
  init(path: String, columns: [Column]) throws(CommandFailure) {
    name = path == "-" ? "standard input" : path
    wanted = columns
    var lines = try LineInput(
      path: path, maximumLine: CSVLine.maximumLength, progress: terminalProgress)
    let header = try CSVHeader(
      of: &lines, name, required: columns.filter { !$0.isOptional }.map(\.name),
      optional: columns.filter(\.isOptional).map(\.name),
      example: columns.map(\.name).joined(separator: ","))
    places = columns.map { header[$0.name] }
    self.lines = lines
  }

  /// Whether the table has a column.
  func has(_ column: Int) -> Bool { places[column] != nil }

  /// Number of rows that were numbers.
  var rows: Int { tally.good }

  /// Returns the next row that has been read, with a value for each wanted column; `nil` if `fill`
  /// must read more first.
  mutating func next() -> [Double?]? {
    while let line = lines.next() {
      if case .line(let text) = line, CSVLine.isEmpty(text) { continue }
      do throws(UnusableRow.Reason) {
        let values = try values(of: line)
        tally.countGood()
        return values
      } catch {
        tally.count(UnusableRow(line: lines.number, reason: error))
      }
    }
    return nil
  }

  /// Reads more; returns false when there are no more rows.
  ///
  /// - Throws: a one-line message that says why the file cannot be read.
  mutating func fill() throws(CommandFailure) -> Bool { try lines.fill() }

  /// Reports on standard error which rows were left out, if any.
  func reportBadRows() { tally.report(name, as: "usable") }

  private mutating func values(
    of line: LineInput.Line
  ) throws(UnusableRow.Reason) -> [Double?] {
    guard case .line(let text) = line else { throw .tooLong }
    guard let fields = CSVLine.fields(of: text) else { throw .notCSV }
    var values: [Double?] = []
    for (column, place) in zip(wanted, places) {
      guard let place, !column.isOptional || place < fields.count && !fields[place].isEmpty else {
        values.append(nil)
        continue
      }
      values.append(try CSVLine.number(fields, place, column.name, within: column.range))
    }
    if wanted.first?.name == Column.time.name, let time = values[0] {
      guard time > lastTime else { throw .notLater }
      lastTime = time
    }
    return values
  }
}
