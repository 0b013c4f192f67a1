import CairnTypes

/// Splits lines of comma-separated values into fields, according to RFC 4180.
///
/// A field in quotation marks may hold commas and doubled quotation marks, but no line break, so
/// that a missing quotation mark spoils only its own line.
package enum CSVLine {
  /// Longest line that is read, in bytes.
  package static let maximumLength = 65_536
  /// The message for a longer line.
  package static let tooLong = "more than \(maximumLength) bytes, which is the limit of a line"

  /// Splits a line.
  ///
  /// - Parameter line: the line without its line feed; a carriage return at its end is dropped.
  /// - Returns: the fields without surrounding spaces and quotation marks; `nil` if a quotation
  ///   mark has no partner, text follows the closing one, or the line is not UTF-8.
  package static func fields(of line: ArraySlice<UInt8>) -> [String]? {
    var rest = line
    if rest.last == 0x0D { rest.removeLast() }
    guard let text = String(validating: rest, as: UTF8.self) else { return nil }
    guard text.utf8.contains(UInt8(ascii: "\"")) else {
      return text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
        Substring($0).trimmed
      }
    }
    return quotedFields(of: text)
  }

  /// Whether a line holds no data: only white space, or a comment that begins with `#`.
  package static func isEmpty(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else {
      return true
    }
    return first == UInt8(ascii: "#")
  }

  /// Splits a line into the places of its fields, without making texts: for tables of millions of
  /// lines.
  ///
  /// - Parameters:
  ///   - line: the line without its line feed; a carriage return at its end is dropped.
  ///   - places: becomes the fields without surrounding spaces, as indices of `line`.
  /// - Returns: whether the line could be split; false for one with a quotation mark, which
  ///   `fields(of:)` reads. Whether it is UTF-8 is not checked.
  package static func split(_ line: ArraySlice<UInt8>, into places: inout [Range<Int>]) -> Bool {
    places.removeAll(keepingCapacity: true)
    var end = line.endIndex
    if line.last == 0x0D { end -= 1 }
    var start = line.startIndex
    var at = start
    while at <= end {
      let byte = at < end ? line[at] : UInt8(ascii: ",")
      if byte == UInt8(ascii: "\"") { return false }
      if byte == UInt8(ascii: ",") {
        var (low, high) = (start, at)
        while low < high, line[low] == 0x20 || line[low] == 0x09 { low += 1 }
        while low < high, line[high - 1] == 0x20 || line[high - 1] == 0x09 { high -= 1 }
        places.append(low..<high)
        start = at + 1
      }
      at += 1
    }
    return true
  }

  /// Why a line names no columns.
  enum HeaderFault: Error, CustomStringConvertible {
    case tooLong, notCSV

    var description: String {
      switch self {
      case .tooLong: "the first line has \(CSVLine.tooLong)"
      case .notCSV: "the first line is not comma-separated UTF-8"
      }
    }
  }

  /// Returns a text without the byte order mark that some programs write before UTF-8.
  package static func withoutMark(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
  }

  /// Returns a text as a field: in quotation marks, which are doubled inside, if it needs them.
  static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return text
    }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Returns a line in a form fit for a terminal or a file: hidden characters by their numbers, as
  /// `ForeignText` shows them. Tabs stay.
  ///
  /// Every line of a table that was read, or that holds names from a pack or a service, is printed
  /// through this.
  static func shown(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if line.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }) { return line }
    let parts = line.split(separator: 0x09, omittingEmptySubsequences: false).map {
      Array(ForeignText.visible(String(decoding: $0, as: UTF8.self)).utf8)
    }
    return ArraySlice(parts.joined(separator: [0x09]))
  }

  /// Reads the line that names the columns.
  ///
  /// - Returns: the line without a byte order mark, and the names as they are written.
  /// - Throws: why there are none.
  static func names(
    in line: LineInput.Line
  ) throws(HeaderFault) -> (text: ArraySlice<UInt8>, names: [String]) {
    guard case .line(let text) = line else { throw .tooLong }
    let plain = withoutMark(text)
    guard let names = fields(of: plain) else { throw .notCSV }
    return (plain, names)
  }

  /// Returns those of the columns that a command reads whose name stands more than once in a header:
  /// which of them is meant is unknown.
  package static func repeated(_ names: [String], of read: [String]) -> [String] {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    return read.filter { counts[$0, default: 0] > 1 }
  }

  /// The message for such columns.
  package static func repeatedFault(_ names: [String]) -> String {
    "the header has more than one column \(names.joined(separator: ", "))"
  }

  /// Reads the number in a field.
  ///
  /// - Parameters:
  ///   - fields: those of the line.
  ///   - index: that of the field.
  ///   - column: its name, for the error.
  ///   - range: what the number may be.
  /// - Returns: the number.
  /// - Throws: what is wrong with the field.
  package static func number(
    _ fields: [String], _ index: Int, _ column: String, within range: ClosedRange<Double>
  ) throws(UnusableRow.Reason) -> Double {
    guard index < fields.count, !fields[index].isEmpty else { throw .fieldMissing(column) }
    let text = fields[index]
    guard let value = DecimalText.number(text) else {
      throw .notANumber(column: column, text: text)
    }
    guard range.contains(value) else { throw .outOfRange(column: column, text: text) }
    return value
  }

  private static func quotedFields(of text: String) -> [String]? {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var isClosed = false
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, isQuoted) {
      case ("\"", true):
        if rest.first == "\"" {
          field.unicodeScalars.append("\"")
          rest.removeFirst()
        } else {
          isQuoted = false
          isClosed = true
        }
      case (_, true): field.unicodeScalars.append(scalar)
      case (",", false):
        fields.append(isClosed ? field : field[...].trimmed)
        field = ""
        isClosed = false
      case ("\"", false):
        guard !isClosed, field[...].trimmed.isEmpty else { return nil }
        field = ""
        isQuoted = true
      case (_, false):
        if isClosed, scalar != " ", scalar != "\t" { return nil }
        if !isClosed { field.unicodeScalars.append(scalar) }
      }
    }
    guard !isQuoted else { return nil }
    fields.append(isClosed ? field : field[...].trimmed)
    return fields
  }
}

extension Substring {
  /// The text without spaces and tabs around it.
  package var trimmed: String {
    var bytes = utf8
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
