extension ProfileReader {
  /// Returns the document's root; `nil`, with a finding, if the text is not YAML.
  func document(_ text: String) -> YAMLNode? {
    do throws(YAMLError) {
      if let root = try YAMLParser.document(text) { return root }
      findings.report(YAMLMark?.none, "the file is empty", "write a profile, or remove it")
    } catch {
      let (problem, advice) = explained(error, in: text)
      findings.report(error.mark, problem, advice)
    }
    return nil
  }

  private func explained(_ error: YAMLError, in text: String) -> (problem: String, advice: String) {
    switch error.cause {
    case .encoding: (error.problem, "save the file as UTF-8 text")
    case .syntax:
      (
        error.problem,
        isIndentedWithTab(error.mark.line, of: text)
          ? "indent with spaces, not tabs" : "check colons, quotes and indentation"
      )
    case .duplicateKey(let key): ("the key '\(key)' stands here twice", "remove one")
    case .alias:
      (
        "there are no aliases in profiles",
        "write out what it stands for; quote a text, or write no * before its words"
      )
    case .depth:
      (
        "lists or mappings stand more than \(YAMLParser.deepest) deep in each other",
        "no profile is that deep: check the brackets"
      )
    case .secondDocument: ("a second document begins here", "write one profile in one file")
    }
  }

  private func isIndentedWithTab(_ number: Int, of text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.dropFirst(number - 1).first
    return line?.prefix { $0 == " " || $0 == "\t" }.contains("\t") == true
  }
}
