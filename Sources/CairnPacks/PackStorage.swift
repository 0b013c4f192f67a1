/// Bytes of a pack that somebody keeps: an array, or a file in memory.
///
/// The number of bytes must not change while a pack uses them. Changed bytes are noticed by their
/// checksums.
public protocol PackStorage {
  /// Calls `body` with all bytes.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension [UInt8]: PackStorage {
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(span)
  }
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
