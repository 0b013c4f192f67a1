package import CairnTypes

/// Width, sign and notation of one number on the wire: how its bits are shown, and how they are
/// taken from a value that stands for them.
package struct WireNumber: Sendable {
  /// Octets on the wire, 1 to 8.
  package let width: Int
  /// Whether the number is in two's complement.
  package let isSigned: Bool
  /// How the number is shown.
  package let notation: UBXNotation

  /// - Parameters:
  ///   - width: octets on the wire; 1 to 8 of them are used.
  ///   - isSigned: whether the number is in two's complement.
  ///   - notation: how the number is shown.
  package init(width: Int, isSigned: Bool, _ notation: UBXNotation) {
    self.width = max(1, min(width, 8))
    self.isSigned = isSigned
    self.notation = notation
  }

  init<W: UBXWireInteger>(_ type: W.Type, _ notation: UBXNotation) {
    self.init(width: MemoryLayout<W>.size, isSigned: W.isSigned, notation)
  }

  /// The highest number.
  private var highest: UInt64 { mask(isSigned ? width &* 8 &- 1 : width &* 8) }

  /// The lowest number; the highest is below 2⁶³ if there are negative ones.
  private var lowest: Int64 { isSigned ? -1 &- Int64(truncatingIfNeeded: highest) : 0 }

  /// Returns the number, extended by its sign, for the bits of the wire.
  package func extended(_ bits: UInt64) -> UInt64 {
    let unused = UInt64(64 &- width &* 8)
    let shifted = bits &<< unused
    return isSigned
      ? UInt64(bitPattern: Int64(bitPattern: shifted) &>> Int64(unused)) : shifted &>> unused
  }

  // MARK: - Showing

  /// Returns the value to show for a number, extended by its sign.
  package func shown(_ bits: UInt64) -> FieldValue {
    switch notation {
    case .integer: isSigned ? .integer(Int64(bitPattern: bits)) : .unsigned(bits)
    case .scaled(let scale): decimal(double(bits), scale)
    case .real where width == 4: .real(widened(UInt32(truncatingIfNeeded: bits)))
    case .real: .real(Double(bitPattern: bits))
    case .octets: .octets(littleEndian(bits, width: width))
    }
  }

  /// Adds a fine part to a number that is shown with a scale.
  ///
  /// - Parameters:
  ///   - bits: the number, extended by its sign.
  ///   - fine: the number of fine units to add.
  ///   - parts: number of fine units in one unit of the number.
  /// - Returns: the sum to show, with as many decimals as the fine unit needs.
  package func shown(_ bits: UInt64, plus fine: Int8, parts: Int) -> FieldValue {
    guard case .scaled(let scale) = notation else { return shown(bits) }
    return decimal(double(bits) * Double(parts) + Double(fine), scale / Double(parts))
  }

  private func double(_ bits: UInt64) -> Double {
    isSigned ? Double(Int64(bitPattern: bits)) : Double(bits)
  }

  /// Returns a scaled number. Powers of ten divide, which rounds once: 9999 becomes 99.99. A value
  /// that twelve decimals cannot show, such as a rate in units of 2⁻⁵⁵, stays binary.
  private func decimal(_ raw: Double, _ scale: Double) -> FieldValue {
    var divisor = 1.0
    var places = 0
    while scale * divisor < 0.999_999 {
      guard places < 12 else { return .real(raw * scale) }
      divisor *= 10
      places &+= 1
    }
    let isPowerOfTen = scale * divisor < 1.000_001
    return .decimal(isPowerOfTen ? raw / divisor : raw * scale, places: places)
  }

  // MARK: - Building

  /// Returns the number that a value stands for, extended by its sign; `nil` if the value is not a
  /// number or the wire cannot hold it.
  package func bits(of value: FieldValue?) -> UInt64? {
    switch (value, notation) {
    case (.flag(let flag)?, .integer): return flag ? 1 : 0
    case (let value?, .real):
      guard let real = value.real else { return nil }
      return width == 4 ? UInt64(narrowed(real)) : real.bitPattern
    case (.octets(let octets)?, .octets): return joined(octets)
    case (.text(let digits)?, .octets):
      return FieldValue.octets(hexadecimal: digits).flatMap { joined($0) }
    case (_, .octets): return nil
    case (let value?, .scaled(let scale)):
      guard let wire = value.double.map({ $0 / scale }), wire > Double(lowest) - 0.5,
        wire < Double(highest) + 0.5
      else { return nil }
      let number: Int64 = nearest(wire)
      // A number just below the limit may be rounded beyond it.
      if number < lowest { return UInt64(bitPattern: lowest) }
      return number >= 0 ? min(UInt64(number), highest) : UInt64(bitPattern: number)
    case (.integer(let number)?, .integer): return exactly(number)
    case (.unsigned(let number)?, .integer): return number <= highest ? number : nil
    case (.decimal(let number, _)?, .integer), (.real(let number)?, .integer):
      guard number.magnitude < 9e15, Double(Int64(number)) == number else { return nil }
      return exactly(Int64(number))
    case (_, _): return nil
    }
  }

  private func exactly(_ number: Int64) -> UInt64? {
    guard number >= lowest, number < 0 || UInt64(number) <= highest else { return nil }
    return UInt64(bitPattern: number)
  }

  /// Returns a number from octets, lowest first, that fill it exactly.
  private func joined(_ octets: [UInt8]) -> UInt64? {
    guard octets.count == width else { return nil }
    return octets.reversed().reduce(0) { $0 &<< 8 | UInt64($1) }
  }
}

/// Returns the lowest octets of a number, lowest first.
package func littleEndian(_ number: UInt64, width: Int) -> [UInt8] {
  (0..<max(0, min(width, 8))).map { UInt8(truncatingIfNeeded: number &>> UInt64(8 &* $0)) }
}

extension FieldValue {
  /// Octets of a field of fixed width; `nil` unless they fit.
  ///
  /// Text stands for octets in hexadecimal digits, as the printer shows such fields, never for its
  /// characters: "4130" would be both.
  package func octets(width: Int) -> [UInt8]? {
    switch self {
    case .octets(let given): given.count == width ? given : nil
    case .text(let digits):
      FieldValue.octets(hexadecimal: digits).flatMap { $0.count == width ? $0 : nil }
    case .wide(let number): Self.fit(number, width)
    case .unsigned(let number): Self.fit(littleEndian(number, width: 8), width)
    default: nil
    }
  }

  /// Returns a number's octets, lowest first, without zeros past the width; `nil` if too large.
  private static func fit(_ number: [UInt8], _ width: Int) -> [UInt8]? {
    for index in number.indices where index >= width && number[index] != 0 { return nil }
    return number.count <= width ? number : [UInt8](number[..<max(0, width)])
  }

  /// Value as a number; `nil` if it is not one.
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .decimal(let number, _), .real(let number): number
    case .flag(let flag): flag ? 1 : 0
    case .absent, .text, .octets, .wide: nil
    }
  }

  /// Value as an IEEE 754 number; JSON can express some of them only as text.
  fileprivate var real: Double? {
    switch self {
    case .text("nan"): .nan
    case .text("inf"): .infinity
    case .text("-inf"): -.infinity
    default: double
    }
  }
}
