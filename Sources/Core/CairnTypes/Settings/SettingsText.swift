/// A part of a line of a file of settings, with its column.
package struct SettingsText {
  package let characters: ArraySlice<Unicode.Scalar>
  /// Column of the first character, from 1.
  package let column: Int

  /// Creates the text of a whole line.
  package init(_ line: [Unicode.Scalar]) { self.init(line[...], 1) }

  package init(_ characters: ArraySlice<Unicode.Scalar>, _ column: Int) {
    self.characters = characters
    self.column = column
  }

  package var isEmpty: Bool { characters.isEmpty }
  package var string: String { Self.string(characters) }
  /// The first 40 characters, for a message.
  package var shortened: String { Self.string(characters.prefix(40)) }
  /// Column of the last character.
  package var endColumn: Int { column + max(0, characters.count - 1) }

  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 32 && scalar != "\t") || (127..<160).contains(scalar.value)
  }

  package var trimmed: SettingsText {
    var rest = from(characters.firstIndex { !Self.isBlank($0) } ?? characters.endIndex).characters
    let start = rest.startIndex
    while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
    return SettingsText(rest, column + (start - characters.startIndex))
  }

  package var withoutComment: SettingsText {
    var isAfterBlank = true
    for (index, scalar) in zip(characters.indices, characters) {
      if scalar == "#", isAfterBlank { return SettingsText(characters[..<index], column).trimmed }
      isAfterBlank = Self.isBlank(scalar)
    }
    return trimmed
  }

  /// Splits at the first white space; the rest is trimmed.
  package var firstWord: (word: SettingsText, rest: SettingsText) {
    let end = characters.firstIndex(where: Self.isBlank) ?? characters.endIndex
    return (SettingsText(characters[..<end], column), from(end).trimmed)
  }

  /// Splits at the first `separator`; both parts are trimmed.
  package func split(at separator: Unicode.Scalar) -> (SettingsText, SettingsText)? {
    guard let index = characters.firstIndex(of: separator) else { return nil }
    return (SettingsText(characters[..<index], column).trimmed, from(index + 1).trimmed)
  }

  package func dropping(first: Int, last: Int) -> SettingsText {
    SettingsText(characters.dropFirst(first).dropLast(last), column + first)
  }

  private func from(_ index: Int) -> SettingsText {
    SettingsText(characters[index...], column + (index - characters.startIndex))
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func string(_ characters: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters)
    return String(text)
  }
}
