/// Takes numbers of any width out of a payload, the uppermost bit first.
public struct RTCMBitReader: ~Escapable {
  private let payload: Span<UInt8>
  /// Bits read so far.
  public private(set) var offset = 0

  /// A reader at the payload's first bit.
  @_lifetime(copy payload)
  public init(_ payload: Span<UInt8>) { self.payload = payload }

  /// Bits up to the payload's end.
  public var bitsLeft: Int { payload.count &* 8 &- offset }

  /// The next bits as an unsigned number.
  ///
  /// - Parameter width: bits, 0...64.
  /// - Returns: `nil`, and nothing is read, when the payload has fewer bits left.
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
      // So many bits are left, so that the ninth byte exists.
      bits |= UInt64(payload[byte &+ 8]) &>> UInt64(8 &- beyond)
    }
    offset &+= width
    return bits
  }

  /// Eight bytes as one number; those behind the end count as zero.
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

/// Puts numbers of any width into a payload, the uppermost bit first.
public struct RTCMBitWriter: Sendable {
  /// The payload so far; unused bits of its last byte are zero.
  public private(set) var bytes: [UInt8] = []
  /// Bits written so far.
  public private(set) var offset = 0

  /// A writer of an empty payload.
  public init() {}

  /// Bits that the last byte still has room for.
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

  /// Appends whole bytes behind the last byte.
  public mutating func append(_ octets: [UInt8]) {
    bytes.append(contentsOf: octets)
    offset = bytes.count &* 8
  }
}
