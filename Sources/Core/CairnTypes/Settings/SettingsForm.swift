/// One key of a file of settings.
package protocol SettingsRow {
  associatedtype Section: RawRepresentable<String>, CaseIterable, Hashable

  var section: Section { get }
  var key: String { get }
  /// Whether the key may stand several times in a section.
  var isList: Bool { get }
}

/// What a file of settings may hold, and what becomes of each line.
package protocol SettingsForm {
  associatedtype Row: SettingsRow

  /// Sizes beyond which a file is refused.
  static var limits: SettingsReader.Limits { get }
  /// All keys of all sections.
  static var rows: [Row] { get }

  /// Whether a section may stand several times, each time with another name.
  static func isNamed(_ section: Row.Section) -> Bool

  /// Begins a section that may stand several times.
  ///
  /// - Parameters:
  ///   - content: what stands between the brackets.
  ///   - name: what follows the section's word; may be empty.
  ///   - reader: makes the error.
  /// - Throws: why there is no such section.
  mutating func begin(
    _ content: SettingsText, named name: SettingsText, _ reader: SettingsReader
  ) throws(SettingsFileError)

  /// Notes that a key stands in a line, whatever its value.
  mutating func note(_ row: Row, inLine line: Int)

  /// Takes over a value.
  mutating func assign(_ row: Row, _ value: SettingsText) throws(SettingFault)
}

extension SettingsForm {
  package mutating func note(_ row: Row, inLine line: Int) {}

  /// Reads a file, to the end whatever is wrong with a line.
  ///
  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - bytes: its contents.
  /// - Returns: the mistakes in the order of the lines; of very many, the first 100.
  package mutating func read(_ file: String, _ bytes: [UInt8]) -> [SettingsFileError] {
    var mistakes: [SettingsFileError] = []
    do throws(SettingsFileError) {
      var reader = try SettingsReader(file, bytes, limits: Self.limits)
      var place = SettingsPlace<Row>()
      while mistakes.count < mistakeLimit {
        do throws(SettingsFileError) {
          guard let line = try reader.next() else { break }
          try take(line, &place, reader)
        } catch { mistakes.append(error) }
      }
    } catch { mistakes.append(error) }
    return mistakes
  }

  private mutating func take(
    _ line: SettingsReader.Line, _ place: inout SettingsPlace<Row>, _ reader: SettingsReader
  ) throws(SettingsFileError) {
    switch line {
    case .section(_, let content):
      try place.begin(content, isNamed: Self.isNamed, reader) {
        (name) throws(SettingsFileError) in try begin(content, named: name, reader)
      }
    case .assignment(let key, let value):
      guard let row = try place.row(key, of: Self.rows, reader) else { return }
      note(row, inLine: reader.line)
      do throws(SettingFault) { try assign(row, value) } catch {
        throw reader.error(
          .invalidValue, at: value, expected: error.expected, nearest: error.nearest)
      }
    }
  }
}

private let mistakeLimit = 100

/// Where in a file a line stands.
private struct SettingsPlace<Row: SettingsRow> {
  /// The section whose keys follow; `nil` above the first one, and below one with a mistake.
  private var section: Row.Section?
  private var isBelowSection = false
  private var sections: Set<Row.Section> = []
  private var keys: Set<String> = []

  mutating func begin(
    _ content: SettingsText, isNamed: (Row.Section) -> Bool, _ reader: SettingsReader,
    _ beginNamed: (SettingsText) throws(SettingsFileError) -> Void
  ) throws(SettingsFileError) {
    section = nil
    isBelowSection = true
    keys = []
    let (word, name) = content.firstWord
    guard let found = Row.Section(rawValue: word.string) else {
      throw reader.error(
        .unknownSection, at: word, expected: Self.choice,
        nearest: Words.nearest(word.shortened, in: Row.Section.allCases.map(\.rawValue)))
    }
    if isNamed(found) {
      try beginNamed(name)
    } else {
      guard name.isEmpty else {
        throw reader.error(
          .invalidSection, column: name.column, expected: "']' after '\(word.string)'")
      }
      guard sections.insert(found).inserted else {
        throw reader.error(.repeatedSection, at: content, expected: "each section once")
      }
    }
    section = found
  }

  /// Returns the row of a key; `nil` where the mistake is that of the section.
  mutating func row(
    _ key: SettingsText, of all: [Row], _ reader: SettingsReader
  ) throws(SettingsFileError) -> Row? {
    guard let section else {
      if isBelowSection { return nil }
      throw reader.error(.outsideSection, at: key, expected: "\(Self.choice) first")
    }
    let rows = all.filter { $0.section == section }
    guard let row = rows.first(where: { $0.key == key.string }) else {
      let names = rows.map(\.key)
      throw reader.error(
        .unknownKey, at: key, expected: Words.choice(names),
        nearest: Words.nearest(key.shortened, in: names))
    }
    guard keys.insert(row.key).inserted || row.isList else {
      throw reader.error(.repeatedKey, at: key, expected: "each key once")
    }
    return row
  }

  private static var choice: String {
    Words.choice(Row.Section.allCases.map { "[\($0.rawValue)]" })
  }
}
