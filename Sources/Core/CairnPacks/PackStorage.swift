/// Storage of a pack's bytes, of which all or some are in memory.
///
/// The number of bytes must not change while a pack uses them. Changed bytes are noticed by their
/// checksums.
///
/// Isolation: used from any thread.
public protocol PagedStorage: Sendable {
  /// Loader that brings bytes into memory; `nil` if all of them are always there.
  var pages: (any PackPages)? { get }

  /// Calls `body` once with all bytes, of which those that `pages` has not loaded are zero.
  func read(_ body: (Span<UInt8>) -> Void)
}

/// Returns the result of `body` for all bytes of a storage.
///
/// Compiled for the caller's types: an extension of the protocol would be called as generic code,
/// which looks its types up each time.
@inlinable
package func withBytes<Result, Failure: Error>(
  of storage: any PagedStorage, _ body: (Span<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
  var outcome: Swift.Result<Result, Failure>?
  storage.read { bytes in
    do throws(Failure) { outcome = .success(try body(bytes)) } catch { outcome = .failure(error) }
  }
  guard let outcome else { preconditionFailure("read(_:) has not called its body") }
  return try outcome.get()
}

/// Bytes of a pack that are all in memory, such as an array.
public protocol PackStorage: PagedStorage {}

extension PackStorage {
  /// There is nothing to load.
  public var pages: (any PackPages)? { nil }
}

/// Brings bytes of a storage into memory.
///
/// Isolation: called only within the storage's `read(_:)`.
public protocol PackPages: AnyObject, Sendable {
  /// Loads a range, which stays at least until `read(_:)` is called again.
  ///
  /// - Returns: whether the bytes are there now.
  func load(_ range: Range<Int>) -> Bool

  /// Marks a range as always needed, in addition to those that are so already. Of what is not inside,
  /// nothing is marked.
  func keep(_ range: Range<Int>)
}

/// The bytes of a pack, and the way to bring them into memory.
package struct PackBytes: ~Escapable {
  /// All bytes; zero are those that have not been loaded.
  package let all: Span<UInt8>
  private let pages: (any PackPages)?

  @_lifetime(copy all)
  package init(_ all: Span<UInt8>, _ pages: (any PackPages)?) {
    self.all = all
    self.pages = pages
  }

  /// Loads a range that is inside.
  ///
  /// - Returns: whether the bytes are there now.
  package func load(_ range: Range<Int>) -> Bool { pages?.load(range) ?? true }

  /// Marks a range as always needed, in addition to those that are so already.
  package func keep(_ range: Range<Int>) { pages?.keep(range) }
}

extension [UInt8]: PagedStorage, PackStorage {
  public func read(_ body: (Span<UInt8>) -> Void) { body(span) }
}

extension Span<UInt8> {
  /// Returns the little-endian number of 4 bytes at `offset`, which must be inside.
  package func pack32(at offset: Int) -> UInt32 {
    // Every pattern is a `UInt32`, and the load checks the bounds.
    unsafe UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Returns the little-endian number of 2 bytes at `offset`, which must be inside.
  package func pack16(at offset: Int) -> UInt16 {
    // Every pattern is a `UInt16`, and the load checks the bounds.
    unsafe UInt16(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// Returns the little-endian number of 8 bytes at `offset`, which must be inside.
  package func pack64(at offset: Int) -> UInt64 {
    UInt64(pack32(at: offset)) | UInt64(pack32(at: offset &+ 4)) << 32
  }

  /// Returns the little-endian number of 6 or 8 bytes at `offset`, which must be inside.
  package func packKey(at offset: Int, length: Int) -> UInt64 {
    let low = UInt64(pack32(at: offset))
    return length == 6
      ? low | UInt64(pack16(at: offset &+ 4)) << 32 : low | UInt64(pack32(at: offset &+ 4)) << 32
  }
}

extension [UInt8] {
  /// Appends the lowest `length` bytes of a number, lowest first.
  package mutating func append(pack value: UInt64, length: Int) {
    var rest = value
    for _ in 0..<length {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
