// Converts between single and double precision without losing a bit: the processor's own
// conversions make every signalling NaN quiet, so that a payload could not be rebuilt unchanged.

/// Returns the double-precision number for the bits of a single-precision number.
func widened(_ bits: UInt32) -> Double {
  let value = Float(bitPattern: bits)
  guard value.isNaN else { return Double(value) }
  let sign = UInt64(bits >> 31) << 63
  return Double(bitPattern: sign | 0x7FF << 52 | UInt64(bits & 0x7F_FFFF) << 29)
}

/// Returns the bits of the nearest single-precision number.
func narrowed(_ value: Double) -> UInt32 {
  guard value.isNaN else { return Float(value).bitPattern }
  let sign = UInt32(value.bitPattern >> 63) << 31
  let fraction = UInt32(truncatingIfNeeded: value.bitPattern >> 29) & 0x7F_FFFF
  // A NaN whose fraction became zero would be an infinity.
  return sign | 0xFF << 23 | (fraction == 0 ? 0x40_0000 : fraction)
}
