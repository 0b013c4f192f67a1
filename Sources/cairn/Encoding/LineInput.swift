import CommandSupport

/// The lines of a file, read in pieces so that its size does not matter.
struct LineInput: ~Copyable {
  /// One line of the file.
  enum Line {
    /// Without its end.
    case line(ArraySlice<UInt8>)
    /// Longer than allowed; it has been skipped.
    case tooLong
  }

  /// Bytes.
  private let maximumLine: Int
  private var input: CaptureInput
  private var buffer: [UInt8] = []
  private var piece: [UInt8] = []
  /// What of the buffer has been handed out.
  private var used = 0
  /// Where in the buffer the end of the next line has not been looked for yet.
  private var searched = 0
  private var isAtEnd = false
  /// Whether what has been read is the rest of a line that is too long.
  private var isSkipping = false
  /// Of the line handed out last, from 1.
  private(set) var number = 0

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: `-` reads standard input.
  ///   - maximumLine: bytes of a line.
  /// - Throws: one line that says what to do.
  init(path: String, maximumLine: Int) throws(CommandFailure) {
    self.maximumLine = maximumLine
    input = try CaptureInput(path: path)
  }

  /// The next line of what has been read; `nil` when `fill` has to bring more.
  mutating func next() -> Line? {
    guard used < buffer.count || (isAtEnd && isSkipping) else { return nil }
    let found = buffer[max(used, searched)...].firstIndex(of: 0x0A)
    guard let end = found ?? (isAtEnd ? buffer.count : nil) else {
      searched = buffer.count
      return nil
    }
    let line = buffer[used..<end]
    used = end + 1
    number += 1
    defer { isSkipping = false }
    return isSkipping || line.count > maximumLine ? .tooLong : .line(line)
  }

  /// Reads on; false when there are no more lines.
  mutating func fill() throws(CommandFailure) -> Bool {
    guard !isAtEnd else { return false }
    let gone = min(used, buffer.count)
    buffer.removeSubrange(..<gone)
    searched = max(0, searched - gone)
    used = 0
    if buffer.count > maximumLine {
      buffer.removeAll(keepingCapacity: true)
      searched = 0
      isSkipping = true
    }
    isAtEnd = try !input.read(into: &piece)
    buffer.append(contentsOf: piece)
    return true
  }
}
