import CairnTypes
import CommandSupport
import Glibc

/// Writes to standard output and error, with colours only on a terminal.
enum Terminal {
  /// Whether standard output is a terminal and colours are wanted.
  static let hasColours = showsStyles(STDOUT_FILENO)
  /// Sequences that `visible` leaves unchanged: line ends, and the styles used here.
  private static let marks = ["\n", "\u{1B}[0m", "\u{1B}[1m", "\u{1B}[2m"]

  /// Prints a line to standard error.
  static func complain(_ text: String) { CommandSupport.complain(text) }

  /// Shows the progress of long work on a terminal, in place of the progress shown before; `nil`
  /// clears it. Prints nothing elsewhere.
  static func showProgress(_ text: String?) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let line = Array("\r\u{1B}[K\(text ?? "")".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Returns the text in bold if standard output shows styles.
  static func bold(_ text: String) -> String {
    hasColours ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  /// Returns the text in faint if standard output shows styles.
  static func faint(_ text: String) -> String {
    hasColours ? "\u{1B}[2m\(text)\u{1B}[0m" : text
  }

  /// Whether standard output is a terminal on which lines can be redrawn.
  static let isLive = isatty(STDOUT_FILENO) == 1

  /// Returns text with its styles kept and any other hidden characters made visible.
  static func visible(_ text: String) -> String { visible(text[...], marks[...]) }

  private static func visible(_ text: Substring, _ marks: ArraySlice<String>) -> String {
    guard let mark = marks.first else { return ForeignText.visible(String(text)) }
    return text.split(separator: mark, omittingEmptySubsequences: false)
      .map { visible($0, marks.dropFirst()) }.joined(separator: mark)
  }

  /// Prints rows in columns, the first row in bold; the last column is not padded.
  static func printTable(_ rows: [[String]]) {
    guard let head = rows.first else { return }
    let widths = head.indices.dropLast().map { column in rows.map { $0[column].count }.max() ?? 0 }
    for (index, row) in rows.enumerated() {
      let cells = zip(row, widths + [0]).map { $0.padded(to: $1) }
      let line = cells.joined(separator: "  ")
      say(index == 0 ? bold(line) : line)
    }
  }
}

/// Prints lines for people to standard output, and waits for its reader. Swift's `print` would
/// neither make hidden characters visible nor report whether the reader has gone.
func say(_ text: String = "") { sayExactly(Terminal.visible(text) + "\n") }

/// Prints text for programs to standard output unchanged, and waits for its reader.
func sayExactly(_ text: String) { StandardOutput.put(Array(text.utf8), .waits) }

extension String {
  /// Returns the text padded with leading blanks to a width.
  func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// Returns the text padded with trailing blanks to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
