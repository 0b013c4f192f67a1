import CairnTypes

/// Messages that repeat arguments.
enum SpokenArguments {
  /// Hides the secrets of addresses in a message.
  ///
  /// - Parameters:
  ///   - text: the message.
  ///   - arguments: without the program's name.
  /// - Returns: the message with each address among the arguments as `RedactedAddress` shows it.
  static func redacted(_ text: String, _ arguments: [String]) -> String {
    var text = text
    for argument in arguments {
      // `--url=ADDRESS` is one argument.
      let isOption = argument.hasPrefix("-")
      let start = isOption ? argument.firstIndex(of: "=").map(argument.index(after:)) : nil
      let value = String(argument[(start ?? argument.startIndex)...])
      let shown = RedactedAddress(value).text
      if shown != value { text = text.replacing(value, with: shown) }
    }
    return text
  }
}
