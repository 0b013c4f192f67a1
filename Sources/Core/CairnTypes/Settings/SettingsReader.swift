/// Reads a file of settings line by line: policy files and the configuration of the service.
///
/// A line is a section in brackets, `key = value`, or empty; `#` at its start or after white space
/// begins a comment. After a mistake, reading continues with the next line.
package struct SettingsReader {
  /// Sizes beyond which a file is refused.
  package struct Limits: Sendable {
    /// Bytes of the whole file.
    package let file: Int
    /// Bytes of one line.
    package let line: Int

    package init(file: Int, line: Int) {
      self.file = file
      self.line = line
    }
  }

  /// One line that says something.
  package enum Line {
    /// A section; `title` has its brackets, `content` is what stands between them.
    case section(title: String, content: SettingsText)
    case assignment(key: SettingsText, value: SettingsText)
  }

  package let file: String
  /// Number of the last line that was read, from 1; 0 before the first.
  package private(set) var line = 0
  private let limits: Limits
  private var rest: ArraySlice<ArraySlice<UInt8>>

  /// Begins to read a file.
  ///
  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - bytes: its contents.
  ///   - limits: sizes beyond which it is refused.
  /// - Throws: `fileTooLong`.
  package init(_ file: String, _ bytes: [UInt8], limits: Limits) throws(SettingsFileError) {
    self.file = file
    self.limits = limits
    guard bytes.count <= limits.file else {
      throw SettingsFileError(.fileTooLong, file: file, expected: "at most \(limits.file) bytes")
    }
    rest = bytes.split(separator: 10, omittingEmptySubsequences: false)[...]
  }

  /// Reads on to the next line that says something.
  ///
  /// - Returns: `nil` at the end of the file.
  /// - Throws: the mistake of a line.
  package mutating func next() throws(SettingsFileError) -> Line? {
    while let slice = rest.popFirst() {
      line += 1
      let text = try text(slice)
      if text.isEmpty { continue }
      guard text.characters.first == "[" else {
        guard let (key, value) = text.split(at: "=") else {
          throw error(.noAssignment, at: text, expected: "[section] or key = value")
        }
        return .assignment(key: key, value: value)
      }
      guard text.characters.last == "]" else {
        throw error(.invalidSection, column: text.endColumn, expected: "']' at the end of the line")
      }
      return .section(title: text.string, content: text.dropping(first: 1, last: 1).trimmed)
    }
    return nil
  }

  /// Returns the line without its comment and outer white space.
  private func text(_ slice: ArraySlice<UInt8>) throws(SettingsFileError) -> SettingsText {
    guard slice.count <= limits.line else {
      throw error(.lineTooLong, expected: "at most \(limits.line) bytes")
    }
    let bytes = slice.last == 13 ? slice.dropLast() : slice
    let characters = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    let isBroken = String(validating: bytes, as: UTF8.self) == nil
    let firstOdd = characters.firstIndex {
      SettingsText.isControl($0) || (isBroken && $0 == "\u{FFFD}")
    }
    if let firstOdd {
      throw error(.invalidText, column: firstOdd + 1, expected: "UTF-8 without control characters")
    }
    return SettingsText(characters).withoutComment
  }

  // MARK: - Mistakes

  /// Returns a mistake in the line that was read last.
  package func error(
    _ problem: SettingsFileError.Problem, column: Int = 0, expected: String
  ) -> SettingsFileError {
    SettingsFileError(problem, file: file, line: line, column: column, expected: expected)
  }

  /// Returns a mistake at a part of the line that was read last.
  package func error(
    _ problem: SettingsFileError.Problem, at text: SettingsText, expected: String,
    nearest: String? = nil
  ) -> SettingsFileError {
    SettingsFileError(
      problem, file: file, line: line, column: text.column, found: text.shortened,
      expected: expected, nearest: nearest)
  }
}
