package import ArgumentParser
import CairnFiles
import CairnTypes

/// Runs a program's commands.
package enum Program {
  /// Parses the arguments, runs the command that they name, and ends the program.
  ///
  /// - Parameters:
  ///   - root: the root command.
  ///   - arguments: without the program's name.
  package static func run(
    _ root: (some AsyncParsableCommand).Type, _ arguments: [String]
  ) async -> Never {
    StandardOutput.describeGaps { _ in [] }
    Outlet.standardError.describeGaps {
      Array("\(programName): \($0) lines are missing here: nobody read them in time\n".utf8)
    }
    if let unknown = UnknownCommand(root, arguments) {
      complain(SpokenArguments.redacted(unknown.words, arguments))
      Ending.now(ExitCode.validationFailure.rawValue)
    }
    do {
      var command = try await root.asyncParseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      Ending.now(0)
    } catch {
      let code = root.exitCode(for: error)
      let text = SpokenArguments.redacted(root.fullMessage(for: error), arguments)
      // A failure of standard output is reported at the end, with its own message.
      if !text.isEmpty, Outlet.standardOutput.failure == nil {
        if code == .success {
          // Help, or a completion script.
          StandardOutput.put(Array((text + "\n").utf8), .waits)
        } else {
          // The text may repeat arguments, such as file names.
          let words = MisplacedInput.hint(root, arguments, text) ?? DecimalComma.hint(text)
          let hint = words.map { [Substring($0)] } ?? []
          var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
          let mark = "Error: "
          if text.hasPrefix(mark) { lines[0] = "\(programName): \(lines[0].dropFirst(mark.count))" }
          lines.insert(contentsOf: hint, at: min(1, lines.count))
          for line in lines { complain(styled: ForeignText.visible(String(line))) }
        }
      }
      Ending.now(code.rawValue)
    }
  }
}
