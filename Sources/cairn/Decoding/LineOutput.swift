/// Standard output, shared by the parts that write one recording.
///
/// Isolation: belongs to the task that writes.
final class LineOutput {
  private var output: StandardOutput

  /// - Parameter isLive: every line is written at once, because each is news.
  init(isLive: Bool = false) { output = StandardOutput(isLive: isLive) }

  /// Appends whole lines.
  func write(_ bytes: [UInt8]) { output.write(bytes) }
  func line(_ text: String) { output.line(text) }
  func flush() { output.flush() }
}
