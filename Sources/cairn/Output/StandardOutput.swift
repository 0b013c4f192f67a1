import CommandSupport
import Glibc

/// Standard output, in whole lines: at once when somebody watches, else by blocks between the flushes
/// that its user makes whenever nothing more is known.
///
/// Isolation: belongs to the task that writes.
final class StandardOutput {
  private static let blockSize = 65_536
  private var buffer: [UInt8] = []
  private let isBlockBuffered: Bool

  /// Whether colours and progress make sense.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// - Parameter isLive: every line is written at once, because each is news.
  init(isLive: Bool = false) {
    isBlockBuffered = !isLive && !Self.isTerminal
  }

  deinit { Self.write(buffer) }

  /// Appends whole lines.
  func write(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    if !isBlockBuffered || buffer.count >= Self.blockSize { flush() }
  }

  func line(_ text: String) { write(Array(text.utf8) + [0x0A]) }

  func flush() {
    Self.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// A reader that went away ends the program as any filter ends: quietly.
  private static func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        if errno == EPIPE { exit(0) }
        complain("\(RecordingFile.failure("standard output", errno))")
        exit(CommandFailure.failed)
      }
      rest = rest.dropFirst(written)
    }
  }
}

/// One line on standard error.
func complain(_ text: String) { writeToStandardError(Array("cairn: \(text)\n".utf8)) }

/// Whole lines, at once.
func writeToStandardError(_ bytes: [UInt8]) {
  _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
