internal import CCairnLinux
public import CairnTypes

/// A file that is written in pieces beside another, and takes its place when it is whole.
///
/// Whoever opens the path finds the old file or the new one, also after a loss of power. What a
/// killed process leaves is the file `PATH.new`, which the next one overwrites. Two processes do
/// not write it at once.
///
/// Isolation: belongs to the task that writes.
public struct ReplacedFile: ~Copyable {
  /// The path of the file that is replaced.
  public let path: String
  private let beside: String
  private let descriptor: Int32
  private var isPlaced = false

  /// Creates the file `PATH.new`, with the permissions that the process gives to new files.
  ///
  /// - Throws: `.open`, with EWOULDBLOCK while another process writes the file, and with EISDIR or
  ///   EBADMSG where the path leads to something that is not a regular file.
  public init(_ path: String) throws(DeviceError) {
    // Not beside a link, but beside what it leads to.
    let target = FileSystem.canonical(path) ?? path
    // A device or a pipe must not make way for a file.
    var status = cairnlinux_status()
    if unsafe cairnlinux_stat(target, &status) == 0,
      let obstacle = FileFailure(target, irregular: status)
    {
      throw DeviceError(.open, path: target, code: obstacle.deviceError.code)
    }
    let created = unsafe cairnlinux_create_locked(target + ".new")
    guard created >= 0 else {
      throw DeviceError(.open, path: target + ".new", code: 0 - created)
    }
    self.path = target
    beside = target + ".new"
    descriptor = created
  }

  /// Deletes `PATH.new` unless `putInPlace` was called.
  deinit {
    if !isPlaced { _ = unsafe cairnlinux_unlink(beside) }
    _ = cairnlinux_close(descriptor)
  }

  /// Appends bytes.
  ///
  /// - Throws: `.write` with the errno.
  public func append(_ bytes: [UInt8]) throws(DeviceError) {
    var done = 0
    while done < bytes.count {
      let start = done
      let written = unsafe bytes.withUnsafeBytes {
        unsafe cairnlinux_write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      guard written > 0 else { throw failure(Int32(clamping: 0 - written)) }
      done += written
    }
  }

  /// Overwrites the first bytes, which were appended before.
  ///
  /// - Throws: `.write` with the errno.
  public func overwriteStart(with bytes: [UInt8]) throws(DeviceError) {
    var done = 0
    while done < bytes.count {
      let start = done
      let written = unsafe bytes.withUnsafeBytes {
        unsafe cairnlinux_write_at(
          descriptor, $0.baseAddress?.advanced(by: start), $0.count - start, start)
      }
      guard written > 0 else { throw failure(Int32(clamping: 0 - written)) }
      done += written
    }
  }

  /// Waits until the bytes are on the disk, and replaces the file at `path`.
  ///
  /// - Throws: `.write` with the errno.
  public mutating func putInPlace() throws(DeviceError) {
    let result = unsafe cairnlinux_put_in_place(descriptor, beside, path)
    guard result >= 0 else { throw failure(0 - result) }
    isPlaced = true
  }

  private func failure(_ code: Int32) -> DeviceError {
    DeviceError(.write, path: beside, code: code)
  }
}
