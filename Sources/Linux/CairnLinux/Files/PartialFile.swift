internal import CCairnLinux
package import CairnTypes

/// A file that is written over several runs of a program, until it is whole and takes the place of another.
///
/// Two processes do not write it at once. Isolation: belongs to the task that writes.
package final class PartialFile {
  private let path: String
  private let descriptor: Int32
  /// Bytes that it has.
  package private(set) var count: Int
  /// Bytes that were appended by this object.
  package private(set) var appended = 0

  /// Opens the file with what is in it, or makes it.
  ///
  /// - Throws: `.open`, with EWOULDBLOCK while another process writes the file, and with EBADMSG for what is no
  ///   regular file.
  package init(_ path: String) throws(DeviceError) {
    let opened = unsafe cairnlinux_open_locked(path)
    guard opened >= 0 else { throw DeviceError(.open, path: path, code: 0 - opened) }
    var status = cairnlinux_status()
    let found = unsafe cairnlinux_fstat(opened, &status)
    guard found == 0 else {
      _ = cairnlinux_close(opened)
      throw DeviceError(.open, path: path, code: 0 - found)
    }
    self.path = path
    descriptor = opened
    count = Int(clamping: status.size)
  }

  deinit { endLock(descriptor) }

  /// Empties the file.
  ///
  /// - Throws: `.write` with the errno.
  package func restart() throws(DeviceError) {
    let result = cairnlinux_truncate(descriptor, 0)
    guard result >= 0 else { throw failure(0 - result) }
    count = 0
  }

  /// Appends bytes.
  ///
  /// - Throws: `.write` with the errno.
  package func append(_ bytes: Span<UInt8>) throws(DeviceError) {
    var done = 0
    while done < bytes.count {
      let (start, end) = (done, count)
      // The buffer is valid within the call, and `start` inside it.
      let written = unsafe bytes.withUnsafeBytes {
        unsafe cairnlinux_write_at(
          descriptor, $0.baseAddress?.advanced(by: start), $0.count - start, end)
      }
      guard written > 0 else { throw failure(Int32(clamping: 0 - written)) }
      done += written
      count += written
      appended += written
    }
  }

  /// Waits until the bytes are on the disk, and puts the file in the place of another.
  ///
  /// - Throws: `.write` with the errno.
  package func putInPlace(of other: String) throws(DeviceError) {
    let result = unsafe cairnlinux_put_in_place(descriptor, path, other)
    guard result >= 0 else { throw failure(0 - result) }
  }

  /// Deletes the file.
  package func delete() { _ = unsafe cairnlinux_unlink(path) }

  private func failure(_ code: Int32) -> DeviceError { DeviceError(.write, path: path, code: code) }
}

/// A file whose lock lets one process at a time change what it stands for.
package final class FileLock {
  private var descriptor: Int32

  /// Takes the lock.
  ///
  /// - Throws: `.open`, with EWOULDBLOCK while another process has it.
  package init(_ path: String) throws(DeviceError) {
    let opened = unsafe cairnlinux_open_locked(path)
    guard opened >= 0 else { throw DeviceError(.open, path: path, code: 0 - opened) }
    descriptor = opened
  }

  deinit { release() }

  /// Gives the lock back. Idempotent.
  package func release() {
    if descriptor >= 0 { endLock(descriptor) }
    descriptor = -1
  }
}

/// Gives a lock back and closes its file. A process that is being started has the descriptor, too, until it runs its own program:
/// closing alone would leave the lock to it.
private func endLock(_ descriptor: Int32) {
  _ = cairnlinux_unlock(descriptor)
  _ = cairnlinux_close(descriptor)
}

extension FileSystem {
  /// Gives a file a second name, in the place of another file with it, durably.
  package static func link(_ path: String, as other: String) throws(DeviceError) {
    let result = unsafe cairnlinux_link_over(path, other)
    guard result >= 0 else { throw DeviceError(.write, path: other, code: 0 - result) }
  }

  /// Gives a file another name, in the place of another file with it, durably.
  package static func rename(_ path: String, to other: String) throws(DeviceError) {
    let result = unsafe cairnlinux_rename_for_good(path, other)
    guard result >= 0 else { throw DeviceError(.write, path: other, code: 0 - result) }
  }

  /// What tells a file from another one that takes its place; `nil` without a file.
  package static func identity(_ path: String) -> [UInt64]? {
    var facts: [UInt64] = [0, 0, 0, 0]
    let result = unsafe facts.withUnsafeMutableBufferPointer {
      unsafe cairnlinux_file_identity(path, $0.baseAddress)
    }
    return result == 0 ? facts : nil
  }
}
