internal import CairnTypes

/// Parses one policy file up to its first mistake.
struct PolicyParser {
  private static let limits = SettingsReader.Limits(
    file: Defaults.policyFileBytes, line: Defaults.policyLineBytes)

  /// The number of sections that may still be added.
  private let room: Int
  private var reader: SettingsReader
  private var sections: [PolicySection] = []

  init(file: String, _ bytes: [UInt8], room: Int) throws(SettingsFileError) {
    self.room = room
    reader = try SettingsReader(file, bytes, limits: Self.limits)
  }

  mutating func parse() throws(SettingsFileError) -> [PolicySection] {
    while let line = try reader.next() {
      switch line {
      case .section(let title, let content): try begin(title, content)
      case .assignment(let key, let value): try assign(key, value)
      }
    }
    return sections
  }

  // MARK: - Lines

  private mutating func begin(
    _ title: String, _ inner: SettingsText
  ) throws(SettingsFileError) {
    guard sections.count < room else {
      throw reader.error(
        .tooManySections, expected: "at most \(Defaults.policyRules) sections in all files")
    }
    let (word, rest) = inner.firstWord
    let subject: PolicySection.Subject
    switch word.string {
    case "system" where rest.isEmpty: subject = .system
    case "default" where rest.isEmpty: subject = .everyone
    case "client" where !rest.isEmpty: subject = .clients(NamePattern(rest.string))
    case "client":
      throw reader.error(
        .invalidSection, column: inner.endColumn, expected: "a name after 'client', such as 'bus*'")
    case "system", "default":
      throw reader.error(
        .invalidSection, column: rest.column, expected: "']' after '\(word.string)'")
    default:
      throw reader.error(
        .unknownSection, at: word, expected: "[system], [default] or [client NAME]",
        nearest: Words.nearest(word.shortened, in: PolicyWords.sections))
    }
    sections.append(PolicySection(file: reader.file, title: title, subject: subject))
  }

  private mutating func assign(
    _ name: SettingsText, _ value: SettingsText
  ) throws(SettingsFileError) {
    guard let last = sections.indices.last else {
      throw reader.error(
        .outsideSection, at: name, expected: "[system], [default] or [client NAME] first")
    }
    let keys = PolicyWords.Key.keys(of: sections[last].subject)
    guard let key = keys.first(where: { $0.rawValue == name.string }) else {
      let names = keys.map { $0.rawValue }
      throw reader.error(
        .unknownKey, at: name, expected: Words.choice(names),
        nearest: Words.nearest(name.shortened, in: names))
    }
    switch key {
    case .enabled:
      sections[last].isEnabled = try once(
        sections[last].isEnabled, name, word(value, PolicyWords.switches))
    case .status:
      sections[last].status = try once(
        sections[last].status, name, word(value, PolicyWords.statuses))
    case .accuracy:
      sections[last].accuracy = try once(
        sections[last].accuracy, name, word(value, PolicyWords.accuracies))
    case .services:
      sections[last].services = try once(sections[last].services, name, services(value))
    case .purpose:
      sections[last].purpose = try once(sections[last].purpose, name, words(value))
    case .temporaryFullAccuracy:
      let permission = try permission(value)
      guard !sections[last].permissions.contains(where: { $0.purpose == permission.purpose }) else {
        throw reader.error(.repeatedKey, at: name, expected: "each purpose once")
      }
      sections[last].permissions.append(permission)
    }
  }

  private func once<Value>(
    _ earlier: PolicySection.Setting<Value>?, _ name: SettingsText, _ value: Value
  ) throws(SettingsFileError) -> PolicySection.Setting<Value> {
    guard earlier == nil else {
      throw reader.error(.repeatedKey, at: name, expected: "each key once")
    }
    return PolicySection.Setting(value: value, line: reader.line)
  }

  // MARK: - Values

  private func word<Value>(
    _ text: SettingsText, _ table: [(String, Value)]
  ) throws(SettingsFileError) -> Value {
    let word = text.string
    if let row = table.first(where: { $0.0 == word }) { return row.1 }
    let names = table.map { $0.0 }
    throw reader.error(
      .invalidValue, at: text, expected: Words.choice(names),
      nearest: text.isEmpty ? nil : Words.nearest(text.shortened, in: names))
  }

  private func words(_ text: SettingsText) throws(SettingsFileError) -> String {
    guard !text.isEmpty else { throw reader.error(.invalidValue, at: text, expected: "a text") }
    return text.string
  }

  private func services(_ text: SettingsText) throws(SettingsFileError) -> ServiceSet {
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
    _ text: SettingsText
  ) throws(SettingsFileError) -> PolicySection.Permission {
    let (purpose, rest) = text.firstWord
    let (preposition, span) = rest.firstWord
    guard !purpose.isEmpty, preposition.string == "for" else {
      throw reader.error(
        .invalidValue, at: text, expected: "PURPOSE for DURATION, such as 'rescue for 10min'")
    }
    guard let duration = span.duration(upTo: Defaults.longestPermission) else {
      throw reader.error(
        .invalidValue, at: span, expected: "a time up to 24h, such as 90s, 10min or 2h")
    }
    return PolicySection.Permission(purpose: purpose.string, duration: duration)
  }
}
