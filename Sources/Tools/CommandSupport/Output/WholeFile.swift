package import CairnFiles
import CairnLinux
import CairnTypes

/// A file, such as a picture, that takes the place of another when it is whole: it can be
/// drawn again.
///
/// Isolation: belongs to the task that writes.
package final class WholeFile {
  private let path: String
  private var file: ReplacedFile

  /// Prepares to write the file, so that nothing is computed in vain.
  ///
  /// - Throws: one line that says what to do, as `RecordingFile` does.
  package init(path: String) throws(CommandFailure) {
    self.path = path
    do throws(DeviceError) { file = try ReplacedFile(path) } catch {
      throw RecordingFile.failure(path, error.code)
    }
  }

  /// Writes all bytes, and lets the file appear. Called once; without it the path is as it was.
  ///
  /// - Throws: the same as `init`.
  package func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

  /// The same for bytes.
  package func write(_ bytes: [UInt8]) throws(CommandFailure) {
    do throws(DeviceError) {
      try file.append(bytes)
      try file.putInPlace()
    } catch {
      throw RecordingFile.failure(path, error.code)
    }
  }
}
