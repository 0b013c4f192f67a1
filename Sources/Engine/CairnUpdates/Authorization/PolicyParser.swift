internal import CairnTypes

/// Parses one policy file up to its first mistake.
///
/// A line is a section, `key = value`, or empty; `#` at its start or after white space begins a
/// comment.
struct PolicyParser {
  let file: String
  /// The number of sections that may still be added.
  let room: Int

  private var sections: [PolicySection] = []
  private var line = 0

  init(file: String, room: Int) {
    self.file = file
    self.room = room
  }

  mutating func parse(_ bytes: [UInt8]) throws(PolicyFileError) -> [PolicySection] {
    guard bytes.count <= Defaults.policyFileBytes else {
      throw PolicyFileError(
        .fileTooLong, file: file, expected: "at most \(Defaults.policyFileBytes) bytes")
    }
    for slice in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      line += 1
      let text = try text(slice)
      if text.isEmpty { continue }
      if text.characters.first == "[" { try begin(text) } else { try assign(text) }
    }
    return sections
  }

  // MARK: - Lines

  /// Returns the line without its comment and outer white space.
  private func text(_ slice: ArraySlice<UInt8>) throws(PolicyFileError) -> PolicyText {
    guard slice.count <= Defaults.policyLineBytes else {
      throw error(.lineTooLong, expected: "at most \(Defaults.policyLineBytes) bytes")
    }
    let bytes = slice.last == 13 ? slice.dropLast() : slice
    let characters = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    let isBroken = String(validating: bytes, as: UTF8.self) == nil
    let firstOdd = characters.firstIndex {
      PolicyText.isControl($0) || (isBroken && $0 == "\u{FFFD}")
    }
    if let firstOdd {
      throw error(.invalidText, column: firstOdd + 1, expected: "UTF-8 without control characters")
    }
    return PolicyText(characters).withoutComment
  }

  private mutating func begin(_ text: PolicyText) throws(PolicyFileError) {
    guard sections.count < room else {
      throw error(
        .tooManyRules, expected: "at most \(Defaults.policyRules) sections in all files")
    }
    guard text.characters.last == "]" else {
      throw error(.invalidSection, column: text.endColumn, expected: "']' at the end of the line")
    }
    let inner = text.dropping(first: 1, last: 1).trimmed
    let (word, rest) = inner.firstWord
    let subject: PolicySection.Subject
    switch word.string {
    case "system" where rest.isEmpty: subject = .system
    case "default" where rest.isEmpty: subject = .everyone
    case "client" where !rest.isEmpty: subject = .clients(NamePattern(rest.string))
    case "client":
      throw error(
        .invalidSection, column: inner.endColumn, expected: "a name after 'client', such as 'bus*'")
    case "system", "default":
      throw error(.invalidSection, column: rest.column, expected: "']' after '\(word.string)'")
    default:
      throw error(
        .unknownSection, at: word, expected: "[system], [default] or [client NAME]",
        nearest: Words.nearest(word.shortened, in: PolicyWords.sections))
    }
    sections.append(PolicySection(file: file, title: text.string, subject: subject))
  }

  private mutating func assign(_ text: PolicyText) throws(PolicyFileError) {
    guard let (name, value) = text.split(at: "=") else {
      throw error(.noAssignment, at: text, expected: "[section] or key = value")
    }
    guard let last = sections.indices.last else {
      throw error(.outsideSection, at: name, expected: "[system], [default] or [client NAME] first")
    }
    let keys = PolicyWords.Key.keys(of: sections[last].subject)
    guard let key = keys.first(where: { $0.rawValue == name.string }) else {
      let names = keys.map(\.rawValue)
      throw error(
        .unknownKey, at: name, expected: Words.choice(names),
        nearest: Words.nearest(name.shortened, in: names))
    }
    switch key {
    case .enabled: try set(\.isEnabled, in: last, name, word(value, PolicyWords.switches))
    case .status: try set(\.status, in: last, name, word(value, PolicyWords.statuses))
    case .accuracy: try set(\.accuracy, in: last, name, word(value, PolicyWords.accuracies))
    case .services: try set(\.services, in: last, name, services(value))
    case .purpose: try set(\.purpose, in: last, name, words(value))
    case .temporaryFullAccuracy:
      let permission = try permission(value)
      guard !sections[last].permissions.contains(where: { $0.purpose == permission.purpose }) else {
        throw error(.repeatedKey, at: name, expected: "each purpose once")
      }
      sections[last].permissions.append(permission)
    }
  }

  private mutating func set<Value>(
    _ setting: WritableKeyPath<PolicySection, PolicySection.Setting<Value>?>, in index: Int,
    _ name: PolicyText, _ value: Value
  ) throws(PolicyFileError) {
    guard sections[index][keyPath: setting] == nil else {
      throw error(.repeatedKey, at: name, expected: "each key once")
    }
    sections[index][keyPath: setting] = PolicySection.Setting(value: value, line: line)
  }

  // MARK: - Values

  private func word<Value>(
    _ text: PolicyText, _ table: [(String, Value)]
  ) throws(PolicyFileError) -> Value {
    let word = text.string
    if let row = table.first(where: { $0.0 == word }) { return row.1 }
    let names = table.map(\.0)
    throw error(
      .invalidValue, at: text, expected: Words.choice(names),
      nearest: text.isEmpty ? nil : Words.nearest(text.shortened, in: names))
  }

  private func words(_ text: PolicyText) throws(PolicyFileError) -> String {
    guard !text.isEmpty else { throw error(.invalidValue, at: text, expected: "a text") }
    return text.string
  }

  private func services(_ text: PolicyText) throws(PolicyFileError) -> ServiceSet {
    var found: ServiceSet = []
    var (next, rest) = text.firstWord
    repeat {
      found.formUnion(try word(next, PolicyWords.services))
      (next, rest) = rest.firstWord
    } while !next.isEmpty
    return found
  }

  /// `PURPOSE for DURATION`.
  private func permission(
    _ text: PolicyText
  ) throws(PolicyFileError) -> PolicySection.Permission {
    let (purpose, rest) = text.firstWord
    let (preposition, duration) = rest.firstWord
    guard !purpose.isEmpty, preposition.string == "for" else {
      throw error(
        .invalidValue, at: text, expected: "PURPOSE for DURATION, such as 'rescue for 10min'")
    }
    let digits = duration.characters.prefix { ("0"..."9").contains($0) }
    let unit = PolicyText(duration.characters[digits.endIndex...], duration.column).trimmed.string
    // Too many digits make no `Int`, and are rejected as well.
    guard let count = Int(PolicyText(digits, 0).string), count > 0,
      let seconds = PolicyWords.units.first(where: { $0.0 == unit })?.1,
      count <= Int(Defaults.longestPermission.components.seconds) / seconds
    else {
      throw error(
        .invalidValue, at: duration, expected: "a time up to 24h, such as 90s, 10min or 2h")
    }
    return PolicySection.Permission(
      purpose: purpose.string, duration: .seconds(count * seconds))
  }

  // MARK: - Mistakes

  private func error(
    _ problem: PolicyFileError.Problem, column: Int = 0, expected: String
  ) -> PolicyFileError {
    PolicyFileError(problem, file: file, line: line, column: column, expected: expected)
  }

  private func error(
    _ problem: PolicyFileError.Problem, at text: PolicyText, expected: String,
    nearest: String? = nil
  ) -> PolicyFileError {
    PolicyFileError(
      problem, file: file, line: line, column: text.column, found: text.shortened,
      expected: expected, nearest: nearest)
  }
}
