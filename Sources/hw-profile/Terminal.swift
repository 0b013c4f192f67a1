import CairnProfiles
import Glibc

/// Standard output and error, in colours only where a person looks.
enum Terminal {
  /// Whether standard output is a terminal that wants colours.
  static let hasColours = colours(STDOUT_FILENO)

  /// Prints an error to standard error.
  static func complain(_ error: ProfileError) {
    guard colours(STDERR_FILENO) else { return write("\(error)\n") }
    write(
      "\u{1B}[1m\(error.file):\(error.line):\(error.column):\u{1B}[0m "
        + "\u{1B}[31m\(error.what)\u{1B}[0m; \(error.advice)\n")
  }

  /// Prints a line to standard error.
  static func complain(_ text: String) { write("hw-profile: \(text)\n") }

  /// Bold where that is seen.
  static func bold(_ text: String) -> String {
    hasColours ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  /// Faint where that is seen.
  static func faint(_ text: String) -> String {
    hasColours ? "\u{1B}[2m\(text)\u{1B}[0m" : text
  }

  private static func colours(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && getenv("NO_COLOR") == nil
  }

  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
