/// The lines of a file, read in pieces so that its size does not matter.
package struct LineInput: ~Copyable {
  /// One line of the file.
  package enum Line {
    /// The line without its line feed.
    case line(ArraySlice<UInt8>)
    /// A line longer than allowed, which was skipped.
    case tooLong
  }

  /// Longest line that is accepted, in bytes.
  private let maximumLine: Int
  private var input: CaptureInput
  private var buffer: [UInt8] = []
  private var piece: [UInt8] = []
  /// End of the part of the buffer that has been returned.
  private var used = 0
  /// Buffer index up to which no line end was found.
  private var searched = 0
  private var isAtEnd = false
  /// Whether the bytes that follow are the rest of a line that is too long.
  private var isSkipping = false
  /// Number of the line returned last, from 1.
  package private(set) var number = 0

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: `-` reads standard input.
  ///   - maximumLine: the longest line that is accepted, in bytes.
  ///   - progress: as for `CaptureInput.init`.
  /// - Throws: a one-line message that says what to do.
  package init(
    path: String, maximumLine: Int, progress: ((String) -> Void)?
  ) throws(CommandFailure) {
    self.maximumLine = maximumLine
    input = try CaptureInput(path: path, progress: progress)
  }

  /// Returns the next line that has been read; `nil` if `fill` must read more first.
  package mutating func next() -> Line? {
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

  /// Reads more; returns false when there are no more lines.
  package mutating func fill() throws(CommandFailure) -> Bool {
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
