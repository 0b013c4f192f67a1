import CairnTypes
import CommandSupport

/// Reads a table of comma-separated values, and prints it with the columns of a calculation.
///
/// The columns of the table stay as they are. A row of which nothing can be calculated is left out
/// and reported at the end, with its line number; the work goes on. Rows are not kept, so that the
/// table may be of any length.
struct TableCalculation<Calculation: RowCalculation>: ~Copyable {
  private let calculation: Calculation
  private let isJSON: Bool
  private let name: String
  private let output = StandardOutput()
  private var lines: LineInput
  /// The names in the header, and where those are that the calculation reads.
  private var header: (names: [String], columns: [String: Int])?
  private var tally = RowTally()

  /// - Parameters:
  ///   - calculation: what is added.
  ///   - path: `-` reads standard input.
  ///   - isJSON: whether to print one JSON object per row.
  /// - Throws: a one-line message that says what to do.
  init(_ calculation: Calculation, path: String, isJSON: Bool) throws(CommandFailure) {
    self.calculation = calculation
    self.isJSON = isJSON
    name = path == "-" ? "standard input" : path
    lines = try LineInput(path: path, maximumLine: CSVLine.maximumLength)
  }

  /// Prints the whole table.
  ///
  /// - Throws: a one-line message about the header or the file, or that no row could be used.
  mutating func run() throws(CommandFailure) {
    repeat {
      while let line = lines.next() {
        if case .line(let text) = line, CSVLine.isEmpty(text) { continue }
        if let header {
          do throws(UnusableRow.Reason) {
            try add(to: line, header.names, header.columns)
            tally.countGood()
          } catch {
            tally.count(UnusableRow(line: lines.number, reason: error))
          }
        } else {
          header = try begin(line)
        }
      }
      // Piped input may pause here.
      output.flush()
    } while try lines.fill()
    tally.report(name, as: "usable")
    guard header != nil else {
      throw CommandFailure(message: "\(name) is empty: its first line must name the columns")
    }
    guard tally.good > 0 else { throw CommandFailure(message: "\(name) has no usable rows") }
  }

  /// Reads the header, and prints it with the new columns.
  private func begin(
    _ line: LineInput.Line
  ) throws(CommandFailure) -> (names: [String], columns: [String: Int]) {
    guard case .line(var text) = line else {
      throw failure("the first line has \(CSVLine.tooLong)")
    }
    // The byte order mark that some programs write before UTF-8.
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    guard let names = CSVLine.fields(of: text) else {
      throw failure("the first line is not comma-separated UTF-8")
    }
    let lowered = names.map { $0.lowercased() }
    let missing = Calculation.required.filter { !lowered.contains($0) }
    guard missing.isEmpty else {
      throw failure("the header has no column \(missing.joined(separator: ", "))")
    }
    if let taken = calculation.added.first(where: { lowered.contains($0) }) {
      throw failure("there is a column \(taken) already; rename it")
    }
    var columns: [String: Int] = [:]
    for column in Calculation.required + Calculation.optional {
      columns[column] = lowered.firstIndex(of: column)
    }
    if !isJSON { write(text, calculation.added) }
    return (names, columns)
  }

  private func failure(_ what: String) -> CommandFailure {
    CommandFailure(
      message:
        "\(name), line \(lines.number): \(what); the first line must name the columns, such as "
        + Calculation.required.joined(separator: ","))
  }

  private func add(
    to line: LineInput.Line, _ names: [String], _ columns: [String: Int]
  ) throws(UnusableRow.Reason) {
    guard case .line(let text) = line else { throw .tooLong }
    guard let fields = CSVLine.fields(of: text) else { throw .notCSV }
    guard fields.count <= names.count else { throw .tooManyFields }
    for values in try calculation.rows(of: TableRow(fields: fields, columns: columns)) {
      if isJSON {
        writeObject(names, fields, values)
      } else {
        // Fields that the row lacks are empty.
        let missing = [String](repeating: "", count: names.count - fields.count)
        write(text, missing + values.map(\.csv))
      }
    }
  }

  private func writeObject(_ names: [String], _ fields: [String], _ values: [AddedValue]) {
    var object = JSONText(capacity: 256)
    object.object { object in
      for (name, field) in zip(names, fields) {
        object.key(name)
        object.field(field)
      }
      for (name, value) in zip(calculation.added, values) {
        object.key(name)
        switch value {
        case .number(let number, let places): object.element(number, places: places)
        case .text(let text): object.element(text)
        case .nothing: object.null()
        }
      }
    }
    object.newline()
    output.write(object.bytes)
  }

  private func write(_ text: ArraySlice<UInt8>, _ fields: [String]) {
    var bytes = Array(text)
    if bytes.last == 0x0D { bytes.removeLast() }
    for field in fields { bytes += Array(("," + field).utf8) }
    output.write(bytes + [0x0A])
  }
}

extension AddedValue {
  /// Returns a text as a field: in quotation marks, which are doubled inside, if it needs them.
  private static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return text
    }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// The field of comma-separated values.
  fileprivate var csv: String {
    switch self {
    case .number(let number, let places): number.text(places: places)
    case .nothing: ""
    case .text(let text): Self.field(text)
    }
  }
}

extension JSONText {
  /// Writes a field of the table: as a number if it is one in JSON, else as text; null if empty.
  fileprivate mutating func field(_ text: String) {
    if text.isEmpty { return null() }
    if Self.isNumber(text.utf8) { return number(text) }
    element(text)
  }

  /// Whether JSON accepts a text as a number without an exponent.
  private static func isNumber(_ text: String.UTF8View) -> Bool {
    var rest = text.drop { $0 == UInt8(ascii: "-") }
    guard text.count - rest.count <= 1, let first = rest.popFirst(), isDigit(first) else {
      return false
    }
    if first == UInt8(ascii: "0"), let next = rest.first, isDigit(next) { return false }
    let fraction = rest.drop(while: isDigit)
    guard let point = fraction.first else { return true }
    let places = fraction.dropFirst()
    return point == UInt8(ascii: ".") && !places.isEmpty && places.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
