import CFuzzer
import Glibc

/// A file in memory, for readers that open their input by its path.
struct MemoryFile: Sendable {
  private let descriptor: Int32
  let path: String

  init() {
    descriptor = memfd_create("fuzz", 0)
    guard descriptor >= 0 else { fatalError("no memory file: errno \(errno)") }
    path = "/proc/self/fd/\(descriptor)"
  }

  /// Replaces the content.
  func hold(_ bytes: [UInt8]) {
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    else { fatalError("cannot fill a memory file: errno \(errno)") }
  }
}
