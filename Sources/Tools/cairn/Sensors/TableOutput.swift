import CairnFiles
import CairnLinux
import CairnTypes
import CommandSupport

/// Lines of a table for standard output, or for a file that takes the place of another when it is
/// whole: what was calculated can be calculated again.
///
/// Isolation: belongs to the task that writes.
final class TableOutput {
  private static let blockSize = 65_536
  private let path: String
  private var file: ReplacedFile?
  private let output = StandardOutput()
  private var buffer: [UInt8] = []

  /// - Parameter path: of the file; `-` for standard output.
  /// - Throws: a one-line message that says what to do.
  init(path: String) throws(CommandFailure) {
    self.path = path
    guard path != "-" else { return }
    do throws(DeviceError) { file = try ReplacedFile(path) } catch {
      throw RecordingFile.failure(path, error.code)
    }
  }

  /// Appends one line of comma-separated values, none of which needs quotation marks.
  func append(_ fields: [String]) {
    let line = Array((fields.joined(separator: ",") + "\n").utf8)
    if file == nil { output.write(line) } else { buffer.append(contentsOf: line) }
  }

  /// Writes what is buffered, as far as it is much.
  ///
  /// - Throws: a one-line message that says what to do.
  func flush() throws(CommandFailure) {
    if file == nil { return output.flush() }
    if buffer.count >= Self.blockSize { try write() }
  }

  /// Writes the rest, and lets the file appear. Must be the last call; without it there is no file.
  ///
  /// - Throws: as `flush`.
  func close() throws(CommandFailure) {
    guard file != nil else { return output.flush() }
    try write()
    do throws(DeviceError) { try file?.putInPlace() } catch {
      throw RecordingFile.failure(path, error.code)
    }
  }

  private func write() throws(CommandFailure) {
    do throws(DeviceError) { try file?.append(buffer) } catch {
      throw RecordingFile.failure(path, error.code)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
