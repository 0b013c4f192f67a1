import CairnMQTT
import Glibc

/// The file of a spool.
///
/// Isolation: the event loop.
final class SpoolFile: SpoolStorage {
  private let descriptor: Int32

  /// Opens the file, or makes it, and takes the room that it will need.
  ///
  /// - Throws: the `errno`; EWOULDBLOCK if another program has it open; `foreign` if it holds something else.
  init(_ path: String, size: Int) throws(SpoolFailure) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SpoolFailure(.system(errno)) }
    // What fails from here on ends the object, and `deinit` closes the file.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw SpoolFailure(.system(errno)) }
    try Spool.check(self)
    // A full disk is noticed here, and not when something has to be kept.
    let code = posix_fallocate(descriptor, 0, off_t(size))
    guard code == 0 || code == EOPNOTSUPP || code == EINVAL else {
      throw SpoolFailure(.system(code))
    }
    Self.syncFolder(of: path)
  }

  deinit { close(descriptor) }

  func read(_ range: Range<Int>) throws(SpoolFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress?.advanced(by: done), $0.count - done,
          off_t(range.lowerBound + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SpoolFailure(.system(errno)) }
      if count == 0 { break }
      done += count
    }
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(SpoolFailure) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(
          descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SpoolFailure(.system(count < 0 ? errno : ENOSPC)) }
      done += count
    }
  }

  func sync() throws(SpoolFailure) {
    guard fdatasync(descriptor) == 0 else { throw SpoolFailure(.system(errno)) }
  }

  /// The file's name outlasts a loss of power only with its folder.
  private static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
    let opened = open(String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return }
    fsync(opened)
    close(opened)
  }
}
