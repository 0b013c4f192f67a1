/// The first line of a table, which names its columns.
package struct CSVHeader {
  /// The line itself, without a byte order mark.
  let text: ArraySlice<UInt8>
  /// The names as they are written.
  let written: [String]
  /// The names in lower case.
  private let names: [String]

  /// Reads up to the header, before a command writes anything.
  ///
  /// - Parameters:
  ///   - lines: the table, from its beginning.
  ///   - name: its path, or `standard input`; for messages.
  ///   - required: columns that it must have.
  ///   - optional: columns that are read where it has them.
  ///   - example: a header; for messages.
  /// - Throws: a one-line message that says what is missing, or why the file cannot be read.
  package init(
    of lines: inout LineInput, _ name: String, required: [String], optional: [String] = [],
    example: String
  ) throws(CommandFailure) {
    guard let line = try Self.firstLine(of: &lines) else {
      throw CommandFailure(
        message: "\(name) is empty: its first line must name the columns, such as \(example)")
    }
    let fault: String
    do throws(CSVLine.HeaderFault) {
      (text, written) = try CSVLine.names(in: line)
      names = written.map { $0.lowercased() }
      let missing = required.filter { [names] in !names.contains($0) }
      let repeated = CSVLine.repeated(names, of: required + optional)
      if missing.isEmpty, repeated.isEmpty { return }
      fault =
        missing.isEmpty
        ? CSVLine.repeatedFault(repeated)
        : "the header has no column \(missing.joined(separator: ", "))\(Self.separator(in: written))"
    } catch {
      fault = "\(error)"
    }
    throw CommandFailure(
      message: "\(name), line \(lines.number): \(fault); name the columns, such as \(example)")
  }

  /// The first name that several columns have; `nil` if there is none.
  var repeated: String? { CSVLine.repeated(names, of: names).first }

  /// The place of a column; `nil` if the table lacks it.
  package subscript(column: String) -> Int? { names.firstIndex(of: column) }

  /// Number of columns.
  package var count: Int { names.count }

  /// What separates the columns of a header in place of commas, as in the tables of some programs.
  private static func separator(in written: [String]) -> String {
    guard written.count == 1, let line = written.first else { return "" }
    if line.contains(";") { return ", and semicolons where commas are needed" }
    return line.contains("\t") ? ", and tabs where commas are needed" : ""
  }

  private static func firstLine(
    of lines: inout LineInput
  ) throws(CommandFailure) -> LineInput.Line? {
    repeat {
      while let line = lines.next() {
        if case .line(let text) = line, CSVLine.isEmpty(text) { continue }
        return line
      }
    } while try lines.fill()
    return nil
  }
}
