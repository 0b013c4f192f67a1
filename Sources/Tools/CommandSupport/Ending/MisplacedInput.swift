package import ArgumentParser

/// A file that was named without the option that it needs.
package enum MisplacedInput {
  /// Says which option names a command's table.
  ///
  /// - Parameters:
  ///   - root: the program's command.
  ///   - arguments: without the program's name.
  ///   - message: the parser's message about them.
  /// - Returns: a line; `nil` if the command has no table, or something else is wrong.
  package static func hint(
    _ root: any ParsableCommand.Type, _ arguments: [String], _ message: String
  ) -> String? {
    guard message.hasPrefix("Error: Unexpected argument") else { return nil }
    let path = CommandPath(root, arguments[...])
    guard path.command.helpMessage().contains("--in <") else { return nil }
    let words = path.name.split(separator: " ")
    let examples = (words.prefix(1) + ["help"] + words.dropFirst()).joined(separator: " ")
    return "Help:  name the table with --in: \(path.name) --in FILE; `\(examples)` has examples"
  }
}
