internal import CCairnLinux
package import CairnLinux

/// A SHA-256 that grows with its content, by OpenSSL's libcrypto, which is loaded with the first one.
///
/// Isolation: belongs to the task that computes it.
package struct ContentHash: ~Copyable {
  /// What to install where `init` returns `nil`.
  package static let lack = "libcrypto of OpenSSL is not installed: install the package libssl3"
  /// Bytes of a file that are read at once.
  private static let pieceLength = 1 << 16

  /// The address of the library's state, as a number.
  private let address: UInt
  private var isSound = true
  private var isOpen = true

  /// `nil` without the library.
  package init?() {
    guard let context = unsafe cairnlinux_sha256_begin() else { return nil }
    address = UInt(bitPattern: context)
  }

  private var context: UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: address)
  }

  deinit { if isOpen { _ = unsafe cairnlinux_sha256_end(context, nil) } }

  /// Adds bytes.
  package mutating func add(_ bytes: Span<UInt8>) {
    let context = unsafe context
    // The buffer is valid within the call, and nothing is kept of it.
    let isAdded = unsafe bytes.withUnsafeBytes {
      unsafe cairnlinux_sha256_add(context, $0.baseAddress, $0.count)
    }
    if isAdded == 0 { isSound = false }
  }

  /// Returns the 32 bytes; `nil` for lack of memory. Called once.
  package mutating func end() -> [UInt8]? {
    isOpen = false
    var bytes = [UInt8](repeating: 0, count: 32)
    let context = unsafe context
    let isDone = unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe cairnlinux_sha256_end(context, $0.baseAddress)
    }
    return isDone == 1 && isSound ? bytes : nil
  }

  /// Returns the 32 bytes of a file; `nil` without the library.
  ///
  /// - Throws: `FileFailure`, with the cause `.absent` if there is no such file.
  package static func ofFile(_ path: String) throws(FileFailure) -> [UInt8]? {
    let file = try PagedFile(path, limit: 0)
    guard var hash = ContentHash() else { return nil }
    var start = 0
    while start < file.count {
      let range = start..<min(file.count, start + pieceLength)
      var isThere = false
      file.read { bytes in
        isThere = file.load(range)
        if isThere { hash.add(bytes.extracting(range)) }
      }
      guard isThere else { throw FileFailure(path, .changing) }
      start = range.upperBound
    }
    return hash.end()
  }
}
