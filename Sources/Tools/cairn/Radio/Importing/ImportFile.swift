import CairnFiles
import CairnJSON
import CairnRadio
import CairnTypes
import CommandSupport

/// One file to import: a table of access points or cells, a recording of WiGLE, or submissions as JSON.
struct ImportFile: ~Copyable {
  /// Number of bad rows that are described; further ones are only counted.
  private static let maximumComplaints = 10
  /// Longest line, which may be a whole JSON text.
  private static let maximumLine = 64 << 20

  /// Maximum number of lines in one row, so that a missing quotation mark affects only its own
  /// line.
  private static let maximumRowLines = 16

  private enum Format {
    case accessPoints(AccessPointColumns)
    case cells(CellColumns)
    case wigle(WigleColumns)
    /// One JSON value a line.
    case jsonLines
    /// One JSON value, to which the earlier lines belong.
    case json([UInt8])
  }

  /// The path, or `standard input`; for messages.
  let name: String
  private var lines: LineInput
  private var format: Format?
  private var complaints = 0
  /// The number of the present line, from 1.
  private var number = 0
  /// Lines since an unpaired quotation mark: a row that continues, or a wrong line.
  private var opened: [(number: Int, text: [UInt8])] = []

  /// Opens a file.
  ///
  /// - Parameter path: `-` reads standard input.
  /// - Throws: a one-line message with the remedy.
  init(path: String) throws(CommandFailure) {
    name = path == "-" ? "standard input" : path
    lines = try LineInput(path: path, maximumLine: Self.maximumLine, progress: terminalProgress)
  }

  /// Reads the whole file.
  ///
  /// - Throws: a one-line message with the remedy, for a file of another kind.
  mutating func read(into rows: inout ImportedRows) throws(CommandFailure) {
    var line = TableLine()
    repeat {
      while let next = lines.next() {
        number = lines.number
        try take(next, &line, &rows)
      }
      line.clear()
      guard !rows.isFull else {
        throw CommandFailure(
          message: "more than \(ImportedRows.maximumRows) rows of one kind, which is the limit; "
            + "make packs of parts, and name several with locate --pack")
      }
    } while try lines.fill()
    while !opened.isEmpty { try divide(&line, &rows) }
    if case .json(let text) = format { try finish(text, &rows) }
    if complaints > Self.maximumComplaints {
      CommandSupport.complain(
        "\(name): \(complaints) rows were left out; the others are not listed")
    }
  }

  private mutating func take(
    _ input: LineInput.Line, _ line: inout TableLine, _ rows: inout ImportedRows
  ) throws(CommandFailure) {
    guard case .line(var text) = input else {
      rows.rows += 1
      return complain("the line has more than \(Self.maximumLine) bytes", &rows)
    }
    if number == 1 { text = try Self.begin(text, name) }
    if case .json(var sofar) = format {
      format = nil
      sofar.append(0x0A)
      sofar.append(contentsOf: text)
      format = .json(sofar)
      guard sofar.count <= Self.maximumLine else {
        throw CommandFailure(message: "\(name) has more than 64 MiB of JSON: divide it")
      }
      return
    }
    guard opened.isEmpty else { return try goOn(text, &line, &rows) }
    if CSVLine.isEmpty(text) { return }
    if format == nil, let first = text.first(where: { $0 != 0x20 && $0 != 0x09 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    {
      format = (try? JSONReader.value(of: text)) == nil ? .json(Array(text)) : .jsonLines
      if case .json = format { return }
    }
    if case .jsonLines = format { return submission(text, &rows) }
    try takeRow(text, &line, &rows)
  }

  // MARK: - Tables

  private mutating func takeRow(
    _ text: ArraySlice<UInt8>, _ line: inout TableLine, _ rows: inout ImportedRows
  ) throws(CommandFailure) {
    guard text.count <= CSVLine.maximumLength, line.read(text) else {
      if Self.isOpen(text) { return opened = [(number, Array(text))] }
      return rejectLine(&rows)
    }
    if line[0].starts(with: WigleColumns.mark) { return }
    if try isHeader(line) { return }
    rows.rows += 1
    do throws(BadRow) {
      switch format {
      case .accessPoints(let columns): try columns.read(line, into: &rows)
      case .cells(let columns): try columns.read(line, into: &rows)
      case .wigle(let columns): try columns.read(line, into: &rows)
      default: throw BadRow("neither an access point nor a cell")
      }
    } catch {
      complain(error.reason, &rows)
    }
  }

  /// Whether a row lacks only the closing quotation mark, so that the next line may be part of it.
  private static func isOpen(_ text: ArraySlice<UInt8>) -> Bool {
    text.count < CSVLine.maximumLength
      && CSVLine.fields(of: (text + [UInt8(ascii: "\"")])[...]) != nil
  }

  /// Takes a line after one with an open quotation mark.
  private mutating func goOn(
    _ text: ArraySlice<UInt8>, _ line: inout TableLine, _ rows: inout ImportedRows
  ) throws(CommandFailure) {
    opened.append((number, Array(text)))
    let row = ArraySlice(opened.map(\.text).joined(separator: [0x0A]))
    if Self.isOpen(row), opened.count < Self.maximumRowLines { return }
    guard row.count <= CSVLine.maximumLength, CSVLine.fields(of: row) != nil else {
      return try divide(&line, &rows)
    }
    number = opened[0].number
    opened = []
    try takeRow(row, &line, &rows)
  }

  /// Rejects the line with the unpaired quotation mark, and takes each of the others by itself.
  private mutating func divide(
    _ line: inout TableLine, _ rows: inout ImportedRows
  ) throws(CommandFailure) {
    let lines = opened
    opened = []
    number = lines[0].number
    rejectLine(&rows)
    for (number, text) in lines.dropFirst() {
      self.number = number
      try take(.line(text[...]), &line, &rows)
    }
  }

  private mutating func rejectLine(_ rows: inout ImportedRows) {
    rows.rows += 1
    complain("not comma-separated values, or a quotation mark has no partner", &rows)
  }

  /// Returns the first line without a byte order mark.
  private static func begin(
    _ text: ArraySlice<UInt8>, _ name: String
  ) throws(CommandFailure) -> ArraySlice<UInt8> {
    guard !text.starts(with: [0x1F, 0x8B]) else {
      throw CommandFailure(
        message: "\(name) is compressed: unpack it, as zcat FILE | cairn \(hint)")
    }
    return CSVLine.withoutMark(text)
  }

  static let hint = "radio import - --into PACK"

  /// Takes a header, or the first row of a table without one; returns whether it is a header.
  ///
  /// A header may stand between rows, so that one file has access points and cells.
  /// - Throws: a one-line message for a file whose columns are unknown: none of its rows can be
  ///   trusted.
  private mutating func isHeader(_ line: TableLine) throws(CommandFailure) -> Bool {
    guard format == nil || line.hasName else { return false }
    let names = line.texts.map { $0.lowercased() }
    do throws(BadRow) {
      if names.contains("bssid") {
        format = .accessPoints(try AccessPointColumns(names))
        return true
      }
      if names.contains("radio"), names.contains("mcc") {
        format = .cells(try CellColumns(names))
        return true
      }
      if names.contains("mac"), names.contains("currentlatitude") {
        format = .wigle(try WigleColumns(names))
        return true
      }
      guard format == nil else { return false }
      if CellColumns.technology(line.text(0)) != nil {
        format = .cells(try CellColumns())
      } else if BSSID(line.text(0)) != nil {
        format = .accessPoints(AccessPointColumns())
      } else {
        throw BadRow("neither a header nor a row of access points or cells")
      }
      return false
    } catch {
      throw CommandFailure(
        message: "\(name), line \(number): \(error.reason); see cairn help radio import")
    }
  }

  // MARK: - JSON

  private mutating func submission(_ text: ArraySlice<UInt8>, _ rows: inout ImportedRows) {
    do throws(JSONFailure) {
      add(try JSONReader.value(of: text), &rows)
    } catch {
      rows.rows += 1
      complain("column \(error.column): \(error.reason) expected", &rows)
    }
  }

  private mutating func finish(
    _ text: [UInt8], _ rows: inout ImportedRows
  ) throws(CommandFailure) {
    do throws(JSONFailure) {
      add(try JSONReader.value(of: text[...]), &rows)
    } catch {
      let before = text.prefix(max(0, error.column - 1))
      let line = before.count { $0 == 0x0A } + 1
      throw CommandFailure(message: "\(name), line \(line): \(error.reason) expected in this JSON")
    }
  }

  private mutating func add(_ value: JSONValue, _ rows: inout ImportedRows) {
    var reasons: [String] = []
    Submission.read(value, into: &rows) { reasons.append($0) }
    for reason in reasons { complain(reason, &rows) }
  }

  private mutating func complain(_ reason: String, _ rows: inout ImportedRows) {
    rows.badRows += 1
    complaints += 1
    guard complaints <= Self.maximumComplaints else { return }
    // A defect of a JSON text is known only at its end, so no line is named.
    if case .json = format { return CommandSupport.complain("\(name): \(reason)") }
    CommandSupport.complain("\(name), line \(number): \(reason)")
  }
}
