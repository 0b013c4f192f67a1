internal import CairnTypes

/// A mapping of the document, whose keys are read one after the other.
///
/// After reading all the keys it knows, the caller calls `end`, which reports the others.
struct Section {
  let mapping: YAMLNode.Mapping
  let mark: YAMLMark?
  /// The mapping's key path, with `[]` for the elements of a list: `identity.usb[]`.
  let path: String
  let findings: Findings
  private var known: [String] = []

  /// - Returns: `nil`, with a finding, if the node is not a mapping.
  init?(_ node: YAMLNode, path: String, _ findings: Findings) {
    guard case .mapping(let mapping) = node else {
      let name = path.isEmpty ? "the document" : "'\(path)'"
      findings.report(node.mark, "\(name) is not a mapping", "write keys with values")
      return nil
    }
    self.mapping = mapping
    mark = node.mark
    self.path = path
    self.findings = findings
  }

  /// Returns the value of an optional key.
  mutating func value(_ key: String) -> YAMLNode? {
    if !known.contains(key) { known.append(key) }
    findings.note(key, at: path)
    for (name, value) in mapping.pairs where name.text == key { return value }
    return nil
  }

  /// Returns the value of a required key.
  mutating func required(_ key: String) -> YAMLNode? {
    if let value = value(key) { return value }
    findings.report(mark, "'\(key)' is missing\(place)", "add '\(key):'")
    return nil
  }

  /// Returns an optional mapping.
  mutating func section(_ key: String) -> Section? {
    value(key).flatMap { Section($0, path: inner(key), findings) }
  }

  /// Returns the mappings of an optional list.
  mutating func sections(_ key: String) -> [Section] {
    list(value(key), key).compactMap { Section($0, path: inner(key) + "[]", findings) }
  }

  /// Reports the keys that were not asked for.
  func end() {
    for (name, _) in mapping.pairs {
      let text = name.text ?? ""
      if known.contains(text) { continue }
      let hint = Words.nearest(text, in: known).map { "did you mean '\($0)'?" }
      findings.warn(
        name.mark, "unknown key '\(text)'\(place)",
        hint ?? "known here: \(known.joined(separator: ", "))")
    }
  }

  func report(_ node: YAMLNode?, _ what: String, _ advice: String) {
    findings.report(node?.mark ?? mark, what, advice)
  }

  func inner(_ key: String) -> String { path.isEmpty ? key : path + "." + key }

  private var place: String { path.isEmpty ? "" : " in '\(path)'" }
}

// MARK: - Scalars and lists

extension Section {
  /// Returns a required text, which must not be empty.
  mutating func requiredText(_ key: String) -> String? {
    required(key).flatMap { text($0, key) }
  }

  /// Returns an optional text.
  mutating func optionalText(_ key: String) -> String? {
    value(key).flatMap { text($0, key) }
  }

  /// Returns the texts of an optional list.
  mutating func texts(_ key: String) -> [String] {
    list(value(key), key).compactMap { text($0, key) }
  }

  /// Returns `true` or `false`, or `absent` for a missing or wrong key.
  mutating func flag(_ key: String, or absent: Bool) -> Bool {
    guard let node = value(key), let word = text(node, key) else { return absent }
    if word == "true" || word == "false" { return word == "true" }
    report(node, "'\(key)' is '\(word)'", "write true or false")
    return absent
  }

  /// Returns one word of a vocabulary, or `absent` for a missing or wrong key.
  mutating func word<Word: Vocabulary>(_ key: String, or absent: Word) -> Word {
    value(key).flatMap { Word(word($0, key, Word.words.map(\.0)) ?? "") } ?? absent
  }

  /// Returns words of a vocabulary, each at most once, or `absent` for a missing key.
  mutating func words<Word: Vocabulary>(_ key: String, or absent: [Word] = []) -> [Word] {
    guard let list = value(key) else { return absent }
    var found: [Word] = []
    for node in self.list(list, key) {
      guard let text = word(node, key, Word.words.map(\.0)), let word = Word(text) else { continue }
      if found.contains(word) { report(node, "'\(text)' stands here twice", "remove one") }
      found.append(word)
    }
    return found
  }

  func list(_ node: YAMLNode?, _ key: String) -> [YAMLNode] {
    switch node {
    case nil: return []
    case .sequence(let sequence): return sequence.nodes
    default:
      report(node, "'\(inner(key))' is not a list", "write [A, B], or one '- ' line for each")
      return []
    }
  }

  func text(_ node: YAMLNode, _ key: String) -> String? {
    guard case .scalar(let scalar) = node else {
      report(node, "'\(inner(key))' is not a single value", "write one word or text")
      return nil
    }
    let text = scalar.text
    if text.isEmpty || (text == "null" || text == "~") && !scalar.isQuoted {
      report(node, "'\(inner(key))' is empty", "give it a value, or leave the key out")
      return nil
    }
    if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      report(node, "'\(inner(key))' has a line end or another control character", "take it out")
      return nil
    }
    return text
  }

  /// Reads a whole number in decimal or, after `0x`, hexadecimal digits.
  func number<Number: FixedWidthInteger>(
    _ node: YAMLNode, _ key: String, in range: ClosedRange<Number>
  ) -> Number? {
    guard let text = text(node, key) else { return nil }
    let number = text.hasPrefix("0x") ? Number(text.dropFirst(2), radix: 16) : Number(text)
    if let number, range.contains(number) { return number }
    report(
      node, "'\(inner(key))' is '\(text)'",
      "write a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  private func word(_ node: YAMLNode, _ key: String, _ words: [String]) -> String? {
    guard let text = text(node, key) else { return nil }
    if words.contains(text) { return text }
    let hint = Words.nearest(text, in: words).map { "did you mean '\($0)'?" }
    report(node, "'\(inner(key))' is '\(text)'", hint ?? "write \(Words.choice(words))")
    return nil
  }
}
