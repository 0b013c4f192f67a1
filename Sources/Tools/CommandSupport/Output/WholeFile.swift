package import CairnFiles
import CairnLinux
import CairnTypes
import Glibc

/// A new file that appears only when it is whole.
///
/// Isolation: belongs to the task that writes.
package final class WholeFile {
  private let path: String
  private var file: ReplacedFile

  /// Prepares to write a file that does not exist yet, so that nothing is computed in vain.
  ///
  /// - Throws: one line that says what to do, as `RecordingFile` does.
  package init(path: String) throws(CommandFailure) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw RecordingFile.failure(path, EEXIST) }
    self.path = path
    do throws(DeviceError) { file = try ReplacedFile(path) } catch {
      throw RecordingFile.failure(path, error.code)
    }
  }

  /// Writes all bytes, and lets the file appear. Called once; without it there is no file.
  ///
  /// - Throws: the same as `init`.
  package func write(_ text: String) throws(CommandFailure) {
    do throws(DeviceError) {
      try file.append(Array(text.utf8))
      try file.putInPlace()
    } catch {
      throw RecordingFile.failure(path, error.code)
    }
  }
}
