public import CairnTypes

extension RTCMDataField {
  /// Returns the number in a field's bits, without resolution; of 64 unsigned bits, the pattern.
  @inline(__always)
  public func integer(_ bits: UInt64) -> Int64 {
    guard width > 0 else { return 0 }
    switch coding {
    case .unsigned, .character, .codeUnit: return Int64(bitPattern: bits)
    case .signed:
      let unused = 64 &- Int64(width)
      return (Int64(bitPattern: bits) &<< unused) &>> unused
    case .signMagnitude:
      let magnitude = Int64(bitPattern: bits & (mask &>> 1))
      return isNegative(bits) ? 0 &- magnitude : magnitude
    }
  }

  /// Returns the bits of a number, saturated to the field's range.
  @inline(__always)
  public func bits(_ integer: Int64) -> UInt64 {
    guard width > 0 else { return 0 }
    switch coding {
    case .unsigned, .character, .codeUnit:
      return width == 64 ? UInt64(bitPattern: integer) : UInt64(clamping: integer).clamped(to: mask)
    case .signed:
      let limit = Int64(bitPattern: mask &>> 1)
      return UInt64(bitPattern: max(-limit &- 1, min(limit, integer))) & mask
    case .signMagnitude:
      let magnitude = integer.magnitude.clamped(to: mask &>> 1)
      return integer < 0 ? magnitude | signBit : magnitude
    }
  }

  /// Returns the bits of the number nearest to `value` steps; zero for NaN.
  @inline(__always)
  public func bits(nearest value: Double) -> UInt64 {
    guard value == value else { return 0 }
    // 9e18 is below the greatest `Int64`; the numbers themselves have at most 38 bits.
    let clamped = max(-9e18, min(9e18, value))
    let bits = bits(Int64(clamped < 0 ? clamped - 0.5 : clamped + 0.5))
    let isNegativeZero = coding == .signMagnitude && bits == 0 && value.sign == .minus
    return isNegativeZero ? signBit : bits
  }

  /// Returns the value of a field's bits, in the standard's unit.
  public func value(_ bits: UInt64) -> FieldValue {
    switch coding {
    case .character, .codeUnit:
      return .text(String(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: bits)))))
    case .signMagnitude where bits == signBit && width > 0:
      return .real(-0.0)
    case .unsigned where resolution == 1:
      return width == 1 ? .flag(bits != 0) : .unsigned(bits)
    default: break
    }
    let steps = integer(bits)
    if resolution == 1 { return .integer(steps) }
    guard resolution < 1 else { return .decimal(Double(steps) * resolution, places: 0) }
    var places = 0
    var power = 1.0
    while places < 9, !isWhole(resolution * power) {
      power *= 10
      places &+= 1
    }
    // Powers of two have too many decimals to be worth printing.
    return places < 9
      ? .decimal(Double(steps) * (resolution * power) / power, places: places)
      : .real(Double(steps) * resolution)
  }

  /// Returns the bits of a value from `value(_:)`.
  ///
  /// - Returns: `nil` if it is not a number, or not a character where one is needed.
  public func bits(of value: FieldValue) -> UInt64? {
    switch value {
    case .flag(let flag): flag ? bits(1) : 0
    case .unsigned(let number) where resolution == 1:
      width == 64 ? number : bits(Int64(clamping: number))
    case .unsigned(let number): bits(nearest: Double(number) / resolution)
    case .integer(let number) where resolution == 1: bits(number)
    case .integer(let number): bits(nearest: Double(number) / resolution)
    case .decimal(let number, _), .real(let number): bits(nearest: number / resolution)
    case .text(let text):
      coding == .character || coding == .codeUnit
        ? text.unicodeScalars.first.map { bits(Int64($0.value)) } : nil
    case .absent, .octets, .wide: nil
    }
  }

  /// A mask of the lowest `width` bits.
  private var mask: UInt64 { width < 64 ? (1 &<< UInt64(width)) &- 1 : .max }
  private var signBit: UInt64 { 1 &<< (UInt64(width) &- 1) }
  private func isNegative(_ bits: UInt64) -> Bool { bits & signBit != 0 }

  private func isWhole(_ value: Double) -> Bool {
    guard value > 0, value < 1e15 else { return false }
    let nearest = Double(Int64(value + 0.5))
    return nearest >= 1 && abs(value - nearest) < 1e-6 * nearest
  }
}

extension UInt64 {
  fileprivate func clamped(to limit: UInt64) -> UInt64 { self < limit ? self : limit }
}
