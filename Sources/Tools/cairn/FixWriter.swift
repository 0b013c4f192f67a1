import CairnFiles
import CairnTypes
import CommandSupport

/// Writes fixes as comma-separated values or as JSON, one line each.
///
/// Isolation: belongs to the task that writes.
final class FixWriter {
  private let file: RecordingFile?
  private let output = StandardOutput()
  private let lines: FixLines
  private var buffer: [UInt8] = []

  /// - Parameters:
  ///   - path: the path of a new file; `-` for standard output.
  ///   - isJSON: whether to write one JSON object a line.
  /// - Throws: a one-line message that says what to do.
  init(path: String, isJSON: Bool) throws(CommandFailure) {
    file = path == "-" ? nil : try RecordingFile(path: path)
    lines = FixLines(isJSON: isJSON)
    if !isJSON { append(lines.header) }
  }

  /// Writes one fix.
  func write(_ fix: Location) { append(lines.line(of: fix)) }

  /// Writes what is buffered to the file or to standard output.
  ///
  /// - Throws: a one-line message that says what to do.
  func flush() throws(CommandFailure) {
    guard let file else { return output.flush() }
    try file.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest and completes the file. Must be the last call.
  ///
  /// - Throws: as `flush`.
  func close() throws(CommandFailure) {
    try flush()
    try file?.finish()
  }

  /// Discards the file, because the command failed.
  func discard() { file?.discard() }

  private func append(_ bytes: [UInt8]) {
    if file == nil { output.write(bytes) } else { buffer.append(contentsOf: bytes) }
  }
}
