import CairnFiles
import CairnGeocoding
import CairnTypes
import CommandSupport

/// A table whose columns are separated by tabs and named in the first line.
struct TabbedTable: ~Copyable {
  /// Longest line: other spellings of a place take a few kilobytes.
  private static let maximumLine = 1 << 20
  /// The columns of GeoNames' own tables, which have no header.
  private static let geoNames = [
    "id", "name", "asciiname", "alternates", "lat", "lon", "class", "feature", "cc", "cc2",
    "admin1", "admin2", "admin3", "admin4", "population", "elevation", "dem", "timezone", "date",
  ]

  private let name: String
  private let required: [[String]]
  private var lines: LineInput
  private var tally = RowTally()

  /// - Parameters:
  ///   - path: `-` reads standard input.
  ///   - required: columns that must be there; each with the names that it may have.
  /// - Throws: a one-line message that says what to do.
  init(path: String, required: [[String]]) throws(CommandFailure) {
    name = path == "-" ? "standard input" : path
    self.required = required
    lines = try LineInput(path: path, maximumLine: Self.maximumLine, progress: terminalProgress)
  }

  /// Reads the table whole, and reports what could not be used.
  mutating func forEach(
    _ body: (TabbedRow) throws(UnusableRow.Reason) -> Void
  ) throws(CommandFailure) {
    var columns: [String: Int]?
    repeat {
      while let line = lines.next() {
        do throws(UnusableRow.Reason) {
          guard case .line(let bytes) = line else { throw .tooLong }
          guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unsuitable("not UTF-8")
          }
          let fields = text.split(omittingEmptySubsequences: false) { $0 == "\t" || $0 == "\r\n" }
          if fields.count <= 1, fields.first?.isEmpty ?? true { continue }
          if let columns {
            try body(TabbedRow(fields: fields, columns: columns))
            tally.countGood()
          } else if fields.count == Self.geoNames.count, DecimalText.number(fields[4]) != nil {
            let found = Self.numbered(Self.geoNames)
            columns = found
            try body(TabbedRow(fields: fields, columns: found))
            tally.countGood()
          } else {
            columns = try header(fields)
          }
        } catch {
          tally.count(UnusableRow(line: lines.number, reason: error))
          if columns == nil { throw failure("\(error)") }
        }
      }
    } while try lines.fill()
    tally.report(name, as: "usable")
    guard tally.good > 0 else { throw CommandFailure(message: "\(name) has no usable rows") }
  }

  private func header(_ fields: [Substring]) throws(UnusableRow.Reason) -> [String: Int] {
    let names = fields.map { String($0) }
    if let name = CSVLine.repeated(names, of: names).first(where: { !$0.isEmpty }) {
      throw .unsuitable("there is more than one column \(name)")
    }
    let columns = Self.numbered(names)
    for names in required where !names.contains(where: { columns[$0] != nil }) {
      throw .unsuitable("there is no column \(names.joined(separator: " or "))")
    }
    return columns
  }

  private static func numbered(_ names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  private func failure(_ what: String) -> CommandFailure {
    CommandFailure(
      message: "\(name), line \(lines.number): \(what); the first line must name the columns, with "
        + "tabs between them; a compressed file must be unpacked")
  }
}

/// One row of such a table.
struct TabbedRow {
  let fields: [Substring]
  let columns: [String: Int]

  /// The text of the first column of several that exists; `nil` if it is empty.
  func textIfAny(_ names: [String]) -> String? {
    guard let index = names.lazy.compactMap({ columns[$0] }).first, index < fields.count else {
      return nil
    }
    return fields[index].isEmpty ? nil : String(fields[index])
  }

  func text(_ names: [String]) throws(UnusableRow.Reason) -> String {
    guard let text = textIfAny(names) else { throw .fieldMissing(names[0]) }
    return text
  }

  func coordinate() throws(UnusableRow.Reason) -> Coordinate {
    Coordinate(latitude: try number("lat", -90...90), longitude: try number("lon", -180...180))
  }

  private func number(
    _ column: String, _ range: ClosedRange<Double>
  ) throws(UnusableRow.Reason) -> Double {
    let text = try text([column])
    guard let value = DecimalText.number(text) else {
      throw .notANumber(column: column, text: text)
    }
    guard range.contains(value) else { throw .outOfRange(column: column, text: text) }
    return value
  }

  /// Other spellings, separated by bars or, in GeoNames' own tables, by commas.
  var alternates: [String] {
    guard let text = textIfAny(["alternates"]) else { return [] }
    let separator: Character = text.contains("|") || columns["asciiname"] == nil ? "|" : ","
    return text.split(separator: separator).map(String.init)
  }

  /// The names in the columns that are called like a language.
  var languages: [LocalName] {
    columns.sorted { $0.value < $1.value }.compactMap { name, index in
      guard name.utf8.count == 2, name != "id", name != "cc", index < fields.count,
        !fields[index].isEmpty, let language = LanguageTag(name)
      else { return nil }
      return LocalName(String(fields[index]), language)
    }
  }
}
