import CairnJSON
import CairnTypes

/// Reads a table of comma-separated values, and prints it with the columns of a calculation.
///
/// The columns of the table stay as they are. A row of which nothing can be calculated is left out
/// and reported at the end, with its line number; the work goes on. Rows are not kept, so that the
/// table may be of any length.
package struct TableCalculation<Calculation: RowCalculation>: ~Copyable {
  private let calculation: Calculation
  private let isJSON: Bool
  private let name: String
  private let header: CSVHeader
  /// Where the columns are that the calculation reads.
  private let columns: [String: Int]
  private var lines: LineInput
  private var tally = RowTally()

  /// Opens a table and reads its header.
  ///
  /// - Parameters:
  ///   - calculation: what is added.
  ///   - path: `-` reads standard input.
  ///   - isJSON: whether to print one JSON object per row.
  ///   - progress: as for `CaptureInput.init`.
  /// - Throws: a one-line message about the file or its header.
  package init(
    _ calculation: Calculation, path: String, isJSON: Bool, progress: ((String) -> Void)?
  ) throws(CommandFailure) {
    self.calculation = calculation
    self.isJSON = isJSON
    name = path == "-" ? "standard input" : path
    var lines = try LineInput(
      path: path, maximumLine: CSVLine.maximumLength, progress: progress)
    let header = try CSVHeader(
      of: &lines, name, required: Calculation.required, optional: Calculation.optional,
      example: Calculation.required.joined(separator: ","))
    if let taken = calculation.added.first(where: { header[$0] != nil }) {
      throw CommandFailure(
        message: "\(name), line \(lines.number): there is a column \(taken) already; rename it")
    }
    // Members of an object have names of their own.
    if isJSON, let repeated = header.repeated {
      throw CommandFailure(
        message: "\(name), line \(lines.number): there is more than one column \"\(repeated)\"; "
          + "rename them, or leave out --json")
    }
    var columns: [String: Int] = [:]
    for column in Calculation.required + Calculation.optional { columns[column] = header[column] }
    self.header = header
    self.columns = columns
    self.lines = lines
  }

  /// Prints the whole table.
  ///
  /// - Parameters:
  ///   - output: gets the rows.
  ///   - complain: gets a line for each row that was left out.
  /// - Throws: a one-line message about the file, or how many of its rows could not be used.
  package mutating func run(
    to output: some LineOutput, complain: (String) -> Void
  ) throws(CommandFailure) {
    if !isJSON { write(header.text, calculation.added, to: output) }
    repeat {
      while let line = lines.next() {
        if case .line(let text) = line, CSVLine.isEmpty(text) { continue }
        do throws(UnusableRow.Reason) {
          try add(to: line, output)
          tally.countGood()
        } catch {
          tally.count(UnusableRow(line: lines.number, reason: error))
        }
      }
      // Piped input may pause here.
      output.flush()
    } while try lines.fill()
    var complaints = tally.complaints(name, as: "usable")
    // The rows that were calculated have been printed; whoever reads them alone learns of the others
    // by the exit code.
    let summary = tally.good > 0 ? complaints.popLast() : "\(name) has no usable rows"
    for line in complaints { complain(line) }
    if let summary { throw CommandFailure(message: summary) }
  }

  private func add(
    to line: LineInput.Line, _ output: some LineOutput
  ) throws(UnusableRow.Reason) {
    guard case .line(let text) = line else { throw .tooLong }
    guard let fields = CSVLine.fields(of: text) else { throw .notCSV }
    guard fields.count <= header.count else { throw .tooManyFields }
    for values in try calculation.rows(of: TableRow(fields: fields, columns: columns)) {
      if isJSON {
        writeObject(fields, values, to: output)
      } else {
        // Fields that the row lacks are empty.
        let missing = [String](repeating: "", count: header.count - fields.count)
        write(text, missing + values.map(\.csv), to: output)
      }
    }
  }

  private func writeObject(
    _ fields: [String], _ values: [AddedValue], to output: some LineOutput
  ) {
    var object = JSONText(capacity: 256)
    object.object { object in
      for (name, field) in zip(header.written, fields) {
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

  private func write(
    _ text: ArraySlice<UInt8>, _ fields: [String], to output: some LineOutput
  ) {
    var bytes = Array(text)
    if bytes.last == 0x0D { bytes.removeLast() }
    for field in fields { bytes += Array(("," + field).utf8) }
    output.write(CSVLine.shown(bytes[...]) + [0x0A])
  }
}

extension AddedValue {
  /// The field of comma-separated values.
  fileprivate var csv: String {
    switch self {
    case .number(let number, let places): number.text(places: places)
    case .nothing: ""
    case .text(let text): CSVLine.field(text)
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
