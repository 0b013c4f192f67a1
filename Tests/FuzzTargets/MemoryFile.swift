import Glibc

/// A file without a name, for readers that open their input by its path.
struct MemoryFile: Sendable {
  private let descriptor: Int32
  let path: String

  init() {
    var name = Array("/dev/shm/cairn-fuzz-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0, unlink(name) == 0 else {
      fatalError("no file in memory: errno \(errno)")
    }
    path = "/proc/self/fd/\(descriptor)"
  }

  /// Replaces the content.
  func hold(_ bytes: [UInt8]) {
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    else { fatalError("cannot fill a file in memory: errno \(errno)") }
  }
}
