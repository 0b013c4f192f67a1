/// Reads numbers of any width from a payload, most significant bit first.
public struct RTCMBitReader: ~Escapable {
  private let payload: Span<UInt8>
  /// Number of bits read.
  public private(set) var offset = 0

  /// Creates a reader at the payload's first bit.
  @_lifetime(copy payload)
  public init(_ payload: Span<UInt8>) { self.payload = payload }

  /// Number of bits to the payload's end.
  public var bitsLeft: Int { payload.count &* 8 &- offset }

  /// Reads the next bits as an unsigned number.
  ///
  /// - Parameter width: number of bits, 0...64.
  /// - Returns: `nil`, without reading anything, if the payload has fewer bits left.
  @inline(__always)
  public mutating func read(_ width: Int) -> UInt64? {
    guard width >= 0, width <= 64, width <= bitsLeft else { return nil }
    guard width > 0 else { return 0 }
    let byte = offset &>> 3
    let skipped = offset & 7
    let word = word(at: byte) &<< UInt64(skipped)
    var bits = word &>> UInt64(64 &- width)
    let beyond = skipped &+ width &- 64
    if beyond > 0 {
      // Enough bits are left, so the ninth byte exists.
      bits |= UInt64(payload[byte &+ 8]) &>> UInt64(8 &- beyond)
    }
    offset &+= width
    return bits
  }

  /// Returns eight bytes as one number; bytes after the end count as zero.
  private func word(at byte: Int) -> UInt64 {
    let raw = unsafe payload.bytes  // a view of the same checked bounds
    if byte &+ 8 <= payload.count {
      // The comparison is the load's bounds check; `UInt64` has no invalid bit patterns.
      return unsafe raw.unsafeLoadUnaligned(fromByteOffset: byte, as: UInt64.self).bigEndian
    }
    var word: UInt64 = 0
    for index in byte..<(byte &+ 8) {
      word = word &<< 8 | (index < payload.count ? UInt64(payload[index]) : 0)
    }
    return word
  }
}

/// Writes numbers of any width to a payload, most significant bit first.
public struct RTCMBitWriter: Sendable {
  /// The payload so far; unused bits of its last byte are zero.
  public private(set) var bytes: [UInt8] = []
  /// Number of bits written.
  public private(set) var offset = 0

  /// Creates a writer with an empty payload.
  public init() {}

  /// Number of unused bits in the last byte.
  public var padding: Int { bytes.count &* 8 &- offset }

  /// Appends the lowest `width` bits, 0 to 64, of a number.
  public mutating func write(_ bits: UInt64, _ width: Int) {
    var left = min(max(width, 0), 64)
    while left > 0 {
      if padding == 0 { bytes.append(0) }
      let taken = min(left, padding)
      left &-= taken
      let part = bits &>> UInt64(left) & ((1 &<< UInt64(taken)) &- 1)
      bytes[bytes.count &- 1] |= UInt8(truncatingIfNeeded: part &<< UInt64(padding &- taken))
      offset &+= taken
    }
  }

  /// Appends whole bytes after the last byte.
  public mutating func append(_ octets: [UInt8]) {
    bytes.append(contentsOf: octets)
    offset = bytes.count &* 8
  }
}
