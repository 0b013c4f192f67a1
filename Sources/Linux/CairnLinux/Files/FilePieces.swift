internal import CCairnLinux

/// A large regular file that is read where it is asked for, and that must stay as it was when it was opened.
///
/// Nothing of it stays in memory, and it is never mapped: bytes that another program has cut off are missing, and end
/// no process.
///
/// Isolation: callable from any thread; calls share nothing but the descriptor, whose position they do not use.
package final class FilePieces: Sendable {
  /// The path as the caller gave it.
  package let path: String
  /// Number of bytes.
  package let count: Int
  private let file: RegularFile
  private let state: State

  /// What another file, or another content, has differently.
  private struct State: Equatable {
    let size, device, inode: UInt64
    let modified: Int64

    init(_ status: cairnlinux_status) {
      (size, device, inode) = (status.size, status.device, status.inode)
      modified = status.modified
    }
  }

  /// Opens a file.
  ///
  /// - Throws: `FileFailure`, with the cause `.absent` if there is no such file.
  package init(_ path: String) throws(FileFailure) {
    self.path = path
    file = try RegularFile(path)
    var status = cairnlinux_status()
    let result = unsafe cairnlinux_fstat(file.descriptor, &status)
    guard result == 0 else { throw FileFailure(path, errno: -result) }
    count = Int(clamping: status.size)
    state = State(status)
  }

  /// Reads a range.
  ///
  /// - Returns: its bytes; `nil` if it is not inside, if the file was changed or replaced since it was opened, or if
  ///   the disk fails.
  package func read(_ range: Range<Int>) -> [UInt8]? {
    guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < bytes.count {
      let (start, rest) = (range.lowerBound + done, bytes.count - done)
      let got = unsafe bytes.withUnsafeMutableBytes {
        unsafe cairnlinux_read_at(file.descriptor, $0.baseAddress?.advanced(by: done), rest, start)
      }
      guard got > 0 else { return nil }
      done += got
    }
    // Afterwards: what was written meanwhile is in the bytes.
    return isAsBefore ? bytes : nil
  }

  private var isAsBefore: Bool {
    var status = cairnlinux_status()
    guard unsafe cairnlinux_stat(path, &status) == 0 else { return false }
    return State(status) == state
  }
}
