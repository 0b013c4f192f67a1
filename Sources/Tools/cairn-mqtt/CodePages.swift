import CairnLinux
import Glibc

/// The pages of code that this process has mapped.
enum CodePages {
  /// Gives all of them back, so that only those are mapped again which are still needed: a handshake of TLS needs megabytes
  /// of code that a message does not.
  ///
  /// They stay in the kernel's cache of files for as long as it has room. Only what can never have been changed is given back:
  /// what may be executed, and what a file begins with; relocated data follow later in each file.
  ///
  /// Source: madvise(2), MADV_DONTNEED; proc_pid_maps(5).
  static func release() {
    guard let bytes = try? readFile("/proc/self/maps", limit: 1 << 20) else { return }
    for line in bytes.split(separator: 10) {
      let fields = line.split(separator: 32, maxSplits: 5)
      guard fields.count == 6, fields[5].contains(UInt8(ascii: "/")) else { continue }
      let rights = String(decoding: fields[1], as: UTF8.self)
      let isBeginning = fields[2].allSatisfy { $0 == UInt8(ascii: "0") }
      guard rights == "r-xp" || (rights == "r--p" && isBeginning) else { continue }
      let ends = fields[0].split(separator: UInt8(ascii: "-")).compactMap {
        UInt(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      guard ends.count == 2, ends[0] < ends[1] else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
  }
}
