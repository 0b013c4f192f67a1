import CairnTypes
import Glibc

/// Standard output, in whole lines: at once when somebody watches or each line is news, else by blocks between
/// the flushes that its user makes whenever nothing more is known.
///
/// Isolation: belongs to the task that writes.
package final class StandardOutput {
  /// What happens while nobody reads.
  package enum Manner: Sendable {
    /// Lines go out in blocks, and what makes them waits for the reader.
    case batch
    /// Lines go out at once, and what makes them waits for the reader.
    case paced
    /// Lines go out at once, and are dropped where the reader does not keep up.
    case live
  }

  private static let blockSize = 65_536
  private var buffer: [UInt8] = []
  private let overflow: Outlet.Overflow
  private let isBlockBuffered: Bool

  /// Whether colours and progress make sense.
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

  /// Appends one line; what is hidden in the text is shown.
  package func line(_ text: String) { write(Array((ForeignText.visible(text) + "\n").utf8)) }

  package func flush() {
    guard !buffer.isEmpty else { return }
    Self.put(buffer, overflow)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Says what stands where lines have been dropped, beside the line on standard error.
  ///
  /// - Parameter notice: a line that tells their number.
  package static func describeGaps(_ notice: @escaping @Sendable (Int) -> [UInt8]) {
    Outlet.standardOutput.describeGaps { gap in
      Ending.tell(gap: gap)
      return notice(gap)
    }
  }

  /// Appends bytes that are a record: all of them are dropped, or none.
  package static func put(_ bytes: [UInt8], _ overflow: Outlet.Overflow) {
    let outlet = Outlet.standardOutput
    // Nothing has to be given back by a program that does not follow interrupts: it ends where it stands.
    if !outlet.put(bytes, overflow), outlet.failure != nil, !Interrupt.isFollowed { Ending.now(0) }
  }
}

/// One line on standard error, behind the program's name; what is hidden in the text is shown.
package func complain(_ text: String) {
  complain(styled: programName + ": " + ForeignText.visible(text))
}

/// The same for a line that is as it shall be, with the escapes that the program has put there itself.
package func complain(styled line: String) {
  Outlet.standardError.put(Array((line + "\n").utf8), .drops)
}

/// A note of how far something is, over the last one; what is hidden in the text is shown.
package func showProgress(_ text: String) {
  Outlet.standardError.put(Array(("\r\u{1B}[K" + ForeignText.visible(text)).utf8), .drops)
}

/// As the program was called.
package let programName =
  CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "cairn"
