internal import Yams

extension ProfileReader {
  /// Returns the document's root; `nil`, with a finding, if the text is not YAML.
  func document(_ text: String) -> Node? {
    if let place = Self.alias(in: text) {
      findings.report(
        place, "there are no aliases in profiles",
        "write out what it stands for; quote a text, or write no * before its words")
      return nil
    }
    do {
      if let root = try compose(yaml: text) { return root }
      findings.report(Mark?.none, "the file is empty", "write a profile, or remove it")
    } catch let error as YamlError {
      report(error, in: text)
    } catch {
      findings.report(Mark?.none, "the file cannot be read as YAML: \(error)", "correct it")
    }
    return nil
  }

  /// Returns the place of the first alias, such as `*name`. Aliases are refused: forty nested lists
  /// of two aliases expand beyond any memory, and those used as keys are compared one by one.
  private static func alias(in text: String) -> (line: Int, column: Int)? {
    let breaks: [UInt8] = Array(" \t\n\r,[]{}:?-!&".utf8)
    var (line, column) = (1, 0)
    var before: UInt8 = 0x0A
    var star: (line: Int, column: Int)?
    for byte in text.utf8 {
      // Continuation bytes of a scalar do not count.
      if byte & 0xC0 != 0x80 { column += 1 }
      if let star, !breaks.contains(byte), byte != UInt8(ascii: "*") { return star }
      // Some line ends are not ASCII.
      let isFirst = before >= 0x80 || breaks.contains(before)
      star = byte == UInt8(ascii: "*") && isFirst ? (line, column) : nil
      if byte == 0x0A { (line, column) = (line + 1, 0) }
      before = byte
    }
    return nil
  }

  private func report(_ error: YamlError, in text: String) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let line = text.split(separator: "\n", omittingEmptySubsequences: false)
        .dropFirst(mark.line - 1).first
      let hasTab = line?.prefix { $0 == " " || $0 == "\t" }.contains("\t") == true
      findings.report(
        mark, problem,
        hasTab ? "indent with spaces, not tabs" : "check colons, quotes and indentation")
    case .duplicatedKeysInMapping(let keys, let context):
      for key in keys.prefix(10) {
        findings.report(
          secondMark(of: key, in: text, from: context.mark), "the key '\(key)' stands here twice",
          "remove one")
      }
    case .reader(let problem, let offset, _, _):
      let before = text.utf8.prefix(offset ?? 0)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      findings.report((line, 1), problem, "save the file as UTF-8 text")
    default:
      findings.report(Mark?.none, "the file cannot be read as YAML: \(error)", "correct it")
    }
  }

  /// Returns where a key occurs the second time; the mapping's own place if that is not found.
  private func secondMark(of key: String, in text: String, from start: Mark) -> (
    line: Int, column: Int
  ) {
    var count = 0
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated().dropFirst(start.line - 1) {
      let bare = line.drop { $0 == " " || $0 == "-" }
      let indentation = line.unicodeScalars.count - bare.unicodeScalars.count
      guard indentation == start.column - 1, bare.hasPrefix(key + ":") else { continue }
      count += 1
      if count == 2 { return (index + 1, indentation + 1) }
    }
    return (start.line, start.column)
  }
}
