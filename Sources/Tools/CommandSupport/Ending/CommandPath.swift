import ArgumentParser

/// The command that the words of a command line lead to.
struct CommandPath {
  private(set) var command: any ParsableCommand.Type
  /// The names up to it, such as `cairn geodata`.
  private(set) var name: String
  /// Arguments after the command's name.
  private(set) var rest: ArraySlice<String>

  /// Follows words as long as each names a command of the last one.
  ///
  /// - Parameters:
  ///   - root: the program's command.
  ///   - arguments: without the program's name.
  init(_ root: any ParsableCommand.Type, _ arguments: ArraySlice<String>) {
    (command, name, rest) = (root, root._commandName, arguments)
    while let word = rest.first,
      let next = command.configuration.subcommands.first(where: {
        $0._commandName == word || $0.configuration.aliases.contains(word)
      })
    {
      command = next
      name += " " + word
      rest.removeFirst()
    }
  }
}
