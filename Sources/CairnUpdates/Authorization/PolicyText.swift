/// A part of a line that knows where it stands.
struct PolicyText {
  let characters: ArraySlice<Unicode.Scalar>
  /// Of the first character, from 1.
  let column: Int

  /// A whole line.
  init(_ line: [Unicode.Scalar]) { self.init(line[...], 1) }

  init(_ characters: ArraySlice<Unicode.Scalar>, _ column: Int) {
    self.characters = characters
    self.column = column
  }

  var isEmpty: Bool { characters.isEmpty }
  var string: String { Self.string(characters) }
  /// As much of it as a message can show.
  var shortened: String { Self.string(characters.prefix(40)) }
  /// Of the last character.
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

  /// The part up to the first white space, and the trimmed rest.
  var firstWord: (word: PolicyText, rest: PolicyText) {
    let end = characters.firstIndex(where: Self.isBlank) ?? characters.endIndex
    return (PolicyText(characters[..<end], column), from(end).trimmed)
  }

  /// The trimmed parts before and after the first such character.
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
