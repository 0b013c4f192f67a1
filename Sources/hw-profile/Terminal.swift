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

  /// Whether standard output is a terminal on which lines can be redrawn.
  static let isLive = isatty(STDOUT_FILENO) == 1

  /// Prints lines from the top of a terminal that holds nothing else.
  static func redraw(_ lines: [String]) {
    print("\u{1B}[H\u{1B}[J" + lines.joined(separator: "\n"))
  }

  /// Hands on what was printed: who reads a pipe waits for news.
  static func flush() { fflush(nil) }

  /// Prints rows in columns, the first row bold; the last column ends the line.
  static func printTable(_ rows: [[String]]) {
    guard let head = rows.first else { return }
    let widths = head.indices.dropLast().map { column in rows.map { $0[column].count }.max() ?? 0 }
    for (index, row) in rows.enumerated() {
      let cells = zip(row, widths + [0]).map { $0.padded(to: $1) }
      let line = cells.joined(separator: "  ")
      print(index == 0 ? bold(line) : line)
    }
  }

  private static func colours(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && getenv("NO_COLOR") == nil
  }

  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension String {
  /// With blanks before it, up to a width.
  func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// With blanks at the end, up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
