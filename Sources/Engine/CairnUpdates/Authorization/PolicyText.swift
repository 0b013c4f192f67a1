/// A part of a line with its column.
struct PolicyText {
  let characters: ArraySlice<Unicode.Scalar>
  /// Column of the first character, from 1.
  let column: Int

  /// Creates the text of a whole line.
  init(_ line: [Unicode.Scalar]) { self.init(line[...], 1) }

  init(_ characters: ArraySlice<Unicode.Scalar>, _ column: Int) {
    self.characters = characters
    self.column = column
  }

  var isEmpty: Bool { characters.isEmpty }
  var string: String { Self.string(characters) }
  /// The first 40 characters, for a message.
  var shortened: String { Self.string(characters.prefix(40)) }
  /// Column of the last character.
  var endColumn: Int { column + max(0, characters.count - 1) }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 32 && scalar != "\t") || (127..<160).contains(scalar.value)
  }

  var trimmed: PolicyText {
    var rest = from(characters.firstIndex { !Self.isBlank($0) } ?? characters.endIndex).characters
    let start = rest.startIndex
    while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
    return PolicyText(rest, column + (start - characters.startIndex))
  }

  var withoutComment: PolicyText {
    var isAfterBlank = true
    for (index, scalar) in zip(characters.indices, characters) {
      if scalar == "#", isAfterBlank { return PolicyText(characters[..<index], column).trimmed }
      isAfterBlank = Self.isBlank(scalar)
    }
    return trimmed
  }

  /// Splits at the first white space; the rest is trimmed.
  var firstWord: (word: PolicyText, rest: PolicyText) {
    let end = characters.firstIndex(where: Self.isBlank) ?? characters.endIndex
    return (PolicyText(characters[..<end], column), from(end).trimmed)
  }

  /// Splits at the first `separator`; both parts are trimmed.
  func split(at separator: Unicode.Scalar) -> (PolicyText, PolicyText)? {
    guard let index = characters.firstIndex(of: separator) else { return nil }
    return (PolicyText(characters[..<index], column).trimmed, from(index + 1).trimmed)
  }

  func dropping(first: Int, last: Int) -> PolicyText {
    PolicyText(characters.dropFirst(first).dropLast(last), column + first)
  }

  private func from(_ index: Int) -> PolicyText {
    PolicyText(characters[index...], column + (index - characters.startIndex))
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func string(_ characters: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters)
    return String(text)
  }
}
