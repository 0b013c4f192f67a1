internal import CCairnLinux

/// Reads a whole regular file without waiting for anything but a disk.
///
/// Use it for every file whose content comes from outside: it refuses pipes, devices and
/// directories without opening them, and refuses a file that is too large instead of cutting it.
///
/// - Parameters:
///   - path: the file, or a link to it.
///   - limit: the largest size, in bytes.
/// - Returns: the whole content.
/// - Throws: `FileFailure`, with the cause `.absent` if there is no such file.
public func readFile(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
  let file = try RegularFile(path)
  guard file.size <= limit else { throw FileFailure(path, .tooLarge(limit: limit)) }
  // One byte more than the stated size, to see the end; procfs files state no size.
  let bytes = try file.read(limit + 1, expecting: Int(file.size) + 1)
  guard bytes.count <= limit else { throw FileFailure(path, .tooLarge(limit: limit)) }
  return bytes
}

/// A regular file that is open for reading.
struct RegularFile: ~Copyable {
  private let path: String
  let descriptor: Int32
  /// Size in bytes as the file system states it.
  let size: UInt64

  init(_ path: String) throws(FileFailure) {
    self.path = path
    var status = cairnlinux_status()
    // Only a regular file is opened, because opening some devices changes their state.
    let found = unsafe cairnlinux_stat(path, &status)
    guard found == 0 else { throw FileFailure(path, errno: -found) }
    if let failure = FileFailure(path, irregular: status) { throw failure }
    let flags = Int32(cairnlinux_open_read) | Int32(cairnlinux_open_nonblocking)
    let opened = unsafe cairnlinux_open(path, flags)
    guard opened >= 0 else { throw FileFailure(path, errno: -opened) }
    // The file may have been replaced between the two calls.
    let checked = unsafe cairnlinux_fstat(opened, &status)
    let failure =
      checked == 0 ? FileFailure(path, irregular: status) : FileFailure(path, errno: -checked)
    if let failure {
      _ = cairnlinux_close(opened)
      throw failure
    }
    descriptor = opened
    size = status.size
  }

  deinit { _ = cairnlinux_close(descriptor) }

  /// Reads up to `limit` bytes, with an initial buffer for `expected` of them.
  func read(_ limit: Int, expecting expected: Int) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(limit, max(expected, 4096)))
    var count = 0
    while count < limit {
      if count == bytes.count {
        bytes.append(contentsOf: repeatElement(0, count: min(limit - count, count)))
      }
      let done = unsafe bytes.withUnsafeMutableBytes {
        unsafe cairnlinux_read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      guard done >= 0 else { throw FileFailure(path, errno: Int32(-done)) }
      guard done > 0 else { break }
      count += done
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
