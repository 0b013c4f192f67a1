/// How the kernel stores one channel in a scan: `le:s16/32>>4`.
///
/// Source: Linux, Documentation/ABI/testing/sysfs-bus-iio, `scan_elements/…_type`.
public struct ScanFormat: Hashable, Sendable {
  /// Whether the most significant byte comes first.
  public let isBigEndian: Bool
  /// Whether the number is in two's complement.
  public let isSigned: Bool
  /// Bits of the number, 1...64.
  public let bits: Int
  /// Bytes that it takes: 1, 2, 4 or 8; it begins at a multiple of them.
  public let size: Int
  /// Bits to the right of the number.
  public let shift: Int

  /// Reads the text of the kernel; `nil` for a format that the kernel does not have, and for one
  /// that repeats its number, as no sensor here does.
  public init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    guard rest.count >= 2 else { return nil }
    switch (rest.removeFirst(), rest.removeFirst()) {
    case (UInt8(ascii: "b"), UInt8(ascii: "e")): isBigEndian = true
    case (UInt8(ascii: "l"), UInt8(ascii: "e")): isBigEndian = false
    default: return nil
    }
    guard rest.popFirst() == UInt8(ascii: ":"), let sign = rest.popFirst() else { return nil }
    switch sign {
    case UInt8(ascii: "s"), UInt8(ascii: "S"): isSigned = true
    case UInt8(ascii: "u"), UInt8(ascii: "U"): isSigned = false
    default: return nil
    }
    let parts = rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let bits = Decimal.count(of: parts[0]) else { return nil }
    let sizes = parts[1].split(separator: UInt8(ascii: ">"), omittingEmptySubsequences: false)
    guard sizes.count == 3, sizes[1].isEmpty, let stored = Decimal.count(of: sizes[0]),
      let shift = Decimal.count(of: sizes[2]), [8, 16, 32, 64].contains(stored),
      (1...stored).contains(bits), shift <= stored &- bits
    else { return nil }
    self.bits = bits
    self.shift = shift
    size = stored / 8
  }

  /// Returns the number in the bytes from `offset` on; 0 where they end too early.
  func value(in bytes: Span<UInt8>, at offset: Int) -> Int64 {
    guard offset >= 0, offset <= bytes.count &- size else { return 0 }
    var word: UInt64 = 0
    for place in 0..<size {
      let byte = bytes[offset &+ (isBigEndian ? place : size &- 1 &- place)]
      word = word &<< 8 | UInt64(byte)
    }
    word = word &>> UInt64(shift)
    let unused = UInt64(64 &- bits)
    let upper = word &<< unused
    return isSigned
      ? Int64(bitPattern: upper) &>> Int64(unused) : Int64(bitPattern: upper &>> unused)
  }
}
