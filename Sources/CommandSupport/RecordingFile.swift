import CairnLinux
import Glibc

/// A file that only grows.
package struct RecordingFile: Sendable {
  package let path: String
  private let descriptor: Int32

  /// Makes a new file.
  ///
  /// - Parameter path: `nil` for standard output.
  /// - Throws: one line that says what to do.
  package init(path: String?) throws(CommandFailure) {
    self.path = path ?? "standard output"
    guard let path else {
      descriptor = STDOUT_FILENO
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
  }

  /// Appends all of it.
  ///
  /// - Throws: one line that says what to do.
  package func append(_ bytes: [UInt8]) throws(CommandFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw Self.failure(path, errno)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Takes back the file that `init` made, because nothing will be written.
  package func discard() {
    close()
    if descriptor != STDOUT_FILENO { unlink(path) }
  }

  /// Takes the file back after `close` if nothing was written to it.
  package func removeIfEmpty() {
    var status = stat()
    guard descriptor != STDOUT_FILENO, stat(path, &status) == 0, status.st_size == 0 else { return }
    unlink(path)
  }

  package func close() { if descriptor != STDOUT_FILENO { _ = Glibc.close(descriptor) } }

  /// Why nothing can be written to a path, or to what is called so.
  package static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    let advice =
      switch code {
      case EEXIST: "files are never replaced: name another or remove it"
      case ENOENT: "make the directory first"
      case EACCES, EPERM, EROFS: "name a file where you may write"
      case ENOSPC, EDQUOT: "make room; what was written so far is whole"
      case EPIPE: "its reader went away"
      default: "nothing more can be written there"
      }
    return CommandFailure(
      message: "cannot write to \(path): \(errnoName(code)) (\(errnoText(code))); \(advice)")
  }
}
