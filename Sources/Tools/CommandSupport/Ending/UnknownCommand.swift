package import ArgumentParser

/// A word in the place of a command that is not the name of one.
package struct UnknownCommand: Equatable {
  /// The commands up to it, such as `cairn geodata`.
  package var path: String
  /// Word that was written.
  package var word: String
  /// The command whose name is nearest, or the option that was meant; `nil` if none is near.
  package var suggestion: String?

  /// Looks for a word that names no command, also behind `help`; `nil` if each word in the place of a
  /// command names one.
  ///
  /// - Parameters:
  ///   - root: the program's command.
  ///   - arguments: without the program's name.
  package init?(_ root: any ParsableCommand.Type, _ arguments: [String]) {
    let behind = CommandPath(
      root, arguments.first == "help" ? arguments.dropFirst() : arguments[...])
    let known = behind.command.configuration.subcommands
    guard let word = behind.rest.first, !word.hasPrefix("-"), word != "help", !known.isEmpty,
      behind.command.configuration.defaultSubcommand == nil
    else { return nil }
    (path, self.word) = (behind.name, word)
    if word == "version", behind.rest.count == 1, behind.name == root._commandName {
      suggestion = "--version"
      return
    }
    let near = known.map { ($0._commandName, Self.distance(word, $0._commandName)) }
      .min { $0.1 < $1.1 }
    suggestion = near.flatMap { $0.1 <= max(1, min(3, word.count / 2)) ? $0.0 : nil }
  }

  /// Description of the mistake and its remedy, in one line.
  package var words: String {
    let hint = suggestion.map { "did you mean '\($0)'? " } ?? ""
    return "there is no command '\(word)'; \(hint)`\(path) --help` lists them"
  }

  /// The number of letters to insert, remove or replace.
  private static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b.utf8)
    var row = Array(0...b.count)
    for (i, letter) in a.utf8.prefix(64).enumerated() {
      var (diagonal, left) = (row[0], i + 1)
      row[0] = left
      for (j, other) in b.enumerated() {
        left = min(diagonal + (letter == other ? 0 : 1), row[j + 1] + 1, left + 1)
        diagonal = row[j + 1]
        row[j + 1] = left
      }
    }
    return row[b.count]
  }
}
