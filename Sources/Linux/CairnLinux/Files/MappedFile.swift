internal import CCairnLinux

/// A regular file in memory, read-only, for files that are large and read in few places, such as
/// packs.
///
/// The file must not be truncated while it is mapped: touching what is gone ends the process by
/// SIGBUS. So such files are never written in place but replaced, as `ReplacedFile` does; a mapping
/// then goes on with the old file until it is opened again.
public final class MappedFile: Sendable {
  /// Number of bytes.
  public let count: Int
  /// The address of the first byte; zero for an empty file. A number, so that the class is
  /// `Sendable`: nobody writes to the bytes, and they stay until `deinit`.
  private let address: UInt

  /// Maps a file.
  ///
  /// - Parameters:
  ///   - path: the file, or a link to it.
  ///   - limit: the largest size, in bytes.
  /// - Throws: `FileFailure`, with the cause `.absent` if there is no such file.
  public init(_ path: String, limit: Int = .max) throws(FileFailure) {
    let file = try RegularFile(path)
    guard file.size <= UInt64(max(0, limit)) else {
      throw FileFailure(path, .tooLarge(limit: limit))
    }
    let size = Int(clamping: file.size)
    guard size > 0 else {
      count = 0
      address = 0
      return
    }
    var code: Int32 = 0
    guard let start = unsafe cairn_map(file.descriptor, size, &code) else {
      throw FileFailure(path, .system(-code))
    }
    count = size
    address = UInt(bitPattern: start)
  }

  deinit {
    if let start = unsafe UnsafeMutableRawPointer(bitPattern: address) {
      unsafe cairn_unmap(start, count)
    }
  }

  /// Calls `body` once with all bytes.
  public func read(_ body: (Span<UInt8>) -> Void) {
    // `count` bytes are mapped at `start` as long as `self` lives, which is until `body` returns.
    let start = unsafe UnsafeRawPointer(bitPattern: address)
    let buffer = unsafe UnsafeRawBufferPointer(start: start, count: count)
    defer { withExtendedLifetime(self) {} }
    body(unsafe buffer.bindMemory(to: UInt8.self).span)
  }
}
