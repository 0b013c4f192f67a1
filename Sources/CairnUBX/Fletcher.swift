/// The 8-bit Fletcher sum of UBX, over class, number, length and payload.
///
/// Source: u-blox UBX-21035062 R02, "UBX checksum".
struct Fletcher {
  private var sum: UInt32 = 0
  private var sumOfSums: UInt32 = 0

  var first: UInt8 { UInt8(truncatingIfNeeded: sum) }
  var second: UInt8 { UInt8(truncatingIfNeeded: sumOfSums) }

  /// Adds all of `bytes`.
  ///
  /// Both sums are kept modulo 2³², of which 2⁸ is a divisor, so no reduction is needed at any
  /// length. Eight bytes at a time: with bytes b₀…b₇ the second sum grows by 8·sum + Σ (8 − i)·bᵢ,
  /// and both inner sums are one multiplication each over 16-bit lanes, which cannot overflow:
  /// four lanes of at most 2·255, weighted by at most 8, stay below 2¹⁵.
  mutating func add(_ bytes: Span<UInt8>) {
    // Octets have no padding.
    let raw = unsafe bytes.bytes
    let count = raw.byteCount
    let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
    var index = 0
    var sum = sum
    var sumOfSums = sumOfSums
    while index &+ 8 <= count {
      // The loop condition keeps the eight bytes inside the span.
      let word = UInt64(
        littleEndian: unsafe raw.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index, as: UInt64.self))
      let even = word & lanes
      let odd = (word &>> 8) & lanes
      // Byte 2k sits in lane k of `even` with weight 8 − 2k, byte 2k + 1 in `odd` with 7 − 2k.
      // Lane 3 of a product with Σ wₖ·2^(16·(3 − k)) is Σ wₖ·laneₖ.
      let plain = ((even &+ odd) &* 0x0001_0001_0001_0001) &>> 48
      let weighted =
        ((even &* 0x0008_0006_0004_0002) &>> 48) &+ ((odd &* 0x0007_0005_0003_0001) &>> 48)
      sumOfSums = sumOfSums &+ (sum &<< 3) &+ UInt32(truncatingIfNeeded: weighted)
      sum = sum &+ UInt32(truncatingIfNeeded: plain)
      index &+= 8
    }
    while index < count {
      sum = sum &+ UInt32(bytes[index])
      sumOfSums = sumOfSums &+ sum
      index &+= 1
    }
    self.sum = sum
    self.sumOfSums = sumOfSums
  }
}
