/// The 8-bit Fletcher sum of UBX, over class, number, length and payload.
///
/// Source: u-blox UBX-21035062 R02, "UBX checksum".
struct Fletcher {
  private(set) var first: UInt8 = 0
  private(set) var second: UInt8 = 0

  /// Adds all of `bytes`, keeping both sums modulo 2⁸ throughout.
  ///
  /// Adds sixteen bytes at a time in sixteen lanes, where the processor has vectors. With n rows of
  /// bytes, `sums` ends as Σ bᵢ of each lane and `sumsOfSums` as Σ (n − 1 − i)·bᵢ. From a byte of
  /// row i in lane l, 16·(n − i) − l bytes remain to the end: its weight in the second sum.
  @inline(__always)
  mutating func add(_ bytes: Span<UInt8>) {
    let count = bytes.count
    var index = 0
    #if _pointerBitWidth(_64)
    // Octets have no padding.
    let raw = unsafe bytes.bytes
    if count >= 16 {
      var sums = SIMD16<UInt8>(repeating: 0)
      var sumsOfSums = SIMD16<UInt8>(repeating: 0)
      while index &+ 32 <= count {
        // The loop condition keeps both rows inside the span.
        let row = unsafe raw.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self)
        let next = unsafe raw.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &+ 16, as: SIMD16<UInt8>.self)
        sumsOfSums &+= sums
        sums &+= row
        sumsOfSums &+= sums
        sums &+= next
        index &+= 32
      }
      if index &+ 16 <= count {
        // The bounds have just been compared.
        let row = unsafe raw.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self)
        sumsOfSums &+= sums
        sums &+= row
        index &+= 16
      }
      let steps = UInt8(truncatingIfNeeded: index)
      let weighted = (sumsOfSums &<< 4) &+ sums &* Self.weights
      second = second &+ first &* steps &+ Self.total(weighted)
      first = first &+ Self.total(sums)
    }
    #endif
    var (first, second) = (first, second)
    while index < count {
      first = first &+ bytes[index]
      second = second &+ first
      index &+= 1
    }
    (self.first, self.second) = (first, second)
  }

  #if _pointerBitWidth(_64)
  @inline(__always)
  private static var weights: SIMD16<UInt8> {
    // An array literal would be allocated on the heap.
    SIMD16(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
  }

  @inline(__always)
  private static func total(_ lanes: SIMD16<UInt8>) -> UInt8 {
    let eight = lanes.lowHalf &+ lanes.highHalf
    let four = eight.lowHalf &+ eight.highHalf
    let two = four.lowHalf &+ four.highHalf
    return two[0] &+ two[1]
  }
  #endif
}
