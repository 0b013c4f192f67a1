// Single precision in double precision and back, without losing a bit: the processor's own conversions
// turn every signalling NaN into a quiet one, and a payload would not be built again as it was.

/// The double-precision number of a single-precision number's bits.
func widened(_ bits: UInt32) -> Double {
  let value = Float(bitPattern: bits)
  guard value.isNaN else { return Double(value) }
  let sign = UInt64(bits >> 31) << 63
  return Double(bitPattern: sign | 0x7FF << 52 | UInt64(bits & 0x7F_FFFF) << 29)
}

/// The bits of the nearest single-precision number.
func narrowed(_ value: Double) -> UInt32 {
  guard value.isNaN else { return Float(value).bitPattern }
  let sign = UInt32(value.bitPattern >> 63) << 31
  let fraction = UInt32(truncatingIfNeeded: value.bitPattern >> 29) & 0x7F_FFFF
  // Without a fraction left it would be an infinity.
  return sign | 0xFF << 23 | (fraction == 0 ? 0x40_0000 : fraction)
}
