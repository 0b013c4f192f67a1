import CairnFiles
package import CairnProfiles
import CairnTypes
import Glibc

/// Standard output in whole lines: written at once to a terminal or if each line is news, otherwise
/// in blocks, between the flushes that its user makes whenever nothing more is known.
///
/// Isolation: belongs to the task that writes.
package final class StandardOutput: LineOutput {
  /// How lines are written, and what happens if nobody reads.
  package enum Manner: Sendable {
    /// Lines are written in blocks, and the writer waits for the reader.
    case batch
    /// Lines are written at once, and the writer waits for the reader.
    case paced
    /// Lines are written at once, and dropped if the reader does not keep up.
    case live
  }

  private static let blockSize = 65_536
  private var buffer: [UInt8] = []
  private let overflow: Outlet.Overflow
  private let isBlockBuffered: Bool

  /// Whether standard output is a terminal, so that colours and progress make sense.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  package init(_ manner: Manner = .batch) {
    overflow = manner == .live ? .drops : .waits
    isBlockBuffered = manner == .batch && !Self.isTerminal
  }

  deinit { flush() }

  /// Appends whole lines.
  package func write(_ bytes: [UInt8]) {
    if buffer.isEmpty, !isBlockBuffered { return Self.put(bytes, overflow) }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.blockSize { flush() }
  }

  /// Appends one line; control characters in the text are made visible.
  package func line(_ text: String) { write(Array((ForeignText.visible(text) + "\n").utf8)) }

  package func flush() {
    guard !buffer.isEmpty else { return }
    Self.put(buffer, overflow)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Sets the line to write where lines were dropped, besides the one on standard error.
  ///
  /// - Parameter notice: makes a line from the number of dropped ones.
  package static func describeGaps(_ notice: @escaping @Sendable (Int) -> [UInt8]) {
    Outlet.standardOutput.describeGaps { gap in
      Ending.tell(gap: gap)
      return notice(gap)
    }
  }

  /// Writes bytes that form one record, of which all or none are dropped.
  package static func put(_ bytes: [UInt8], _ overflow: Outlet.Overflow) {
    let outlet = Outlet.standardOutput
    // A program that does not follow interrupts has nothing to restore, so it can end here.
    if !outlet.put(bytes, overflow), outlet.failure != nil, !Interrupt.isFollowed { Ending.now(0) }
  }
}

/// Writes one line to standard error after the program's name; makes control characters visible.
package func complain(_ text: String) {
  complain(styled: programName + ": " + ForeignText.visible(text))
}

/// Writes a mistake in a profile to standard error, as compilers do, with styles on a terminal.
package func complain(_ error: ProfileError) {
  guard showsStyles(STDERR_FILENO) else {
    return complain(styled: ForeignText.visible("\(error)"))
  }
  let place = ForeignText.visible("\(error.file):\(error.line):\(error.column):")
  let what = ForeignText.visible((error.isWarning ? "warning: " : "") + error.what)
  complain(
    styled: "\u{1B}[1m\(place)\u{1B}[0m \u{1B}[31m\(what)\u{1B}[0m; "
      + ForeignText.visible(error.advice))
}

/// Whether a descriptor is a terminal, and its user does not refuse styles by `NO_COLOR`.
package func showsStyles(_ descriptor: Int32) -> Bool {
  isatty(descriptor) == 1 && getenv("NO_COLOR") == nil
}

/// Writes one line to standard error as it is, with the program's own escapes.
package func complain(styled line: String) {
  Outlet.standardError.put(Array((line + "\n").utf8), .drops)
}

/// Writes one line of a batch's results to standard error, and waits for the reader; makes control
/// characters visible.
package func report(_ line: String) {
  Outlet.standardError.put(Array((ForeignText.visible(line) + "\n").utf8), .waits)
}

/// Shows progress of a long reading on a terminal; `nil` where standard error is none.
package var terminalProgress: ((String) -> Void)? {
  isatty(STDERR_FILENO) == 1 ? { showProgress($0) } : nil
}

/// Shows progress in place of the last progress text; makes control characters visible.
package func showProgress(_ text: String) {
  Outlet.standardError.put(Array(("\r\u{1B}[K" + ForeignText.visible(text)).utf8), .drops)
}

/// The program's name, as it was called.
package let programName =
  CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "cairn"
