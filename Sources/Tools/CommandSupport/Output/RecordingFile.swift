package import CairnFiles
import CairnLinux
import Glibc

/// A file that is only appended to, by its own thread.
package final class RecordingFile: Sendable {
  /// Bytes that wait for a slow disk: 11 s of a serial line at 921,600 baud, 90 s at 115,200.
  private static let capacity = 1 << 20

  package let path: String
  private let descriptor: Int32
  private let outlet: Outlet
  /// Whether `init` created the file.
  private let isNew: Bool

  /// Creates a new file, or opens a device or a named pipe.
  ///
  /// - Parameter path: the file's path; `nil` for standard output.
  /// - Throws: one line that says what to do.
  package init(path: String?) throws(CommandFailure) {
    self.path = path ?? "standard output"
    guard let path else {
      descriptor = STDOUT_FILENO
      outlet = .standardOutput
      isNew = false
      return
    }
    isNew = !Self.isStream(path)
    let creation = isNew ? O_CREAT | O_EXCL | O_APPEND : O_NOCTTY
    descriptor = open(path, O_WRONLY | O_CLOEXEC | creation, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    outlet = Outlet(descriptor, capacity: Self.capacity)
  }

  /// Whether what is written to a path replaces nothing: that of a device, such as /dev/null, or of a
  /// named pipe.
  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT)
  }

  /// Appends all bytes, waiting if there is no room.
  ///
  /// - Throws: one line that says what to do; also if an earlier append could not be written.
  package func append(_ bytes: [UInt8]) throws(CommandFailure) {
    if !outlet.put(bytes, .waits) { try check() }
  }

  /// Appends all bytes, or none if there is no room.
  ///
  /// - Returns: whether they were appended.
  /// - Throws: the same as `append`.
  package func offer(_ bytes: [UInt8]) throws(CommandFailure) -> Bool {
    let isTaken = outlet.put(bytes, .refuses)
    if !isTaken { try check() }
    return isTaken
  }

  /// Waits until everything is written. Nothing may be appended after this.
  ///
  /// - Throws: the same as `append`, and if not everything could be written.
  package func finish() throws(CommandFailure) {
    if descriptor != STDOUT_FILENO, !outlet.drain(within: .seconds(1)), outlet.failure == nil {
      complain("\(path) is slow: waiting for the rest, unless you interrupt again")
    }
    let isWritten = outlet.drain()
    try check()
    guard isWritten else {
      throw CommandFailure(message: "not everything was written to \(path): nobody reads it")
    }
  }

  /// Deletes the file that `init` created, because nothing will be written.
  package func discard() { if isNew { unlink(path) } }

  /// Deletes the file, after `finish`, if it is empty.
  package func removeIfEmpty() {
    var status = stat()
    guard isNew, stat(path, &status) == 0, status.st_size == 0 else { return }
    unlink(path)
  }

  deinit {
    guard descriptor != STDOUT_FILENO, descriptor >= 0 else { return }
    outlet.drain()
    outlet.close()
    _ = Glibc.close(descriptor)
  }

  private func check() throws(CommandFailure) {
    if let failure = outlet.failure { throw Self.failure(path, failure) }
  }

  /// Returns why nothing can be written to a path or named stream.
  package static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    let advice =
      switch code {
      case EEXIST: "files are never replaced: name another"
      case ENOENT: "make the directory first"
      case EACCES, EPERM, EROFS: "name a file where you may write"
      case ENOSPC, EDQUOT: "make room; what was written so far is whole"
      case EPIPE: "its reader has gone"
      default: "nothing more can be written there"
      }
    return CommandFailure(
      message: "cannot write to \(path): \(errnoName(code)) (\(errnoText(code))); \(advice)")
  }
}
