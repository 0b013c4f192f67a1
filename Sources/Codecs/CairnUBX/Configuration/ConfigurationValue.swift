internal import CairnTypes

/// One item of a receiver's configuration: a key and its present or intended value.
///
/// The wire does not say which property has the type of the value; the table of keys in
/// `CairnCatalogue` does.
public struct ConfigurationValue: Hashable, Sendable, BitwiseCopyable {
  /// Key of the item; always gives a width.
  public let key: ConfigurationKey
  /// Octets of the value, the first one lowest; bits beyond the key's width are zero.
  public let bits: UInt64

  /// - Returns: `nil` when the key gives no width, or when the number fits into it neither as an
  ///   unsigned nor as a signed number.
  public init?(_ key: ConfigurationKey, _ number: some FixedWidthInteger) {
    guard let width = key.width else { return nil }
    let bits = UInt64(truncatingIfNeeded: number)
    let unsigned = bits & mask(width &* 8)
    guard unsigned == number || Self.signed(unsigned, width) == number else { return nil }
    self.init(key, bits: bits)
  }

  /// - Returns: `nil` when the key gives no width.
  public init?(_ key: ConfigurationKey, _ flag: Bool) {
    self.init(key, flag ? 1 : 0)
  }

  /// Creates an IEEE 754 number, rounded to single precision for a value of four octets.
  ///
  /// - Returns: `nil` when the key's value has neither four nor eight octets.
  public init?(_ key: ConfigurationKey, real: Double) {
    switch key.width {
    case 4: self.init(key, bits: UInt64(Float(real).bitPattern))
    case 8: self.init(key, bits: real.bitPattern)
    default: return nil
    }
  }

  /// Keeps the lowest bits, as many as the value has; `nil` when the key gives no width.
  init?(_ key: ConfigurationKey, bits: UInt64) {
    guard let width = key.width else { return nil }
    self.key = key
    self.bits = bits & mask(width &* 8)
  }

  /// Octets of the value on the wire: 1, 2, 4 or 8.
  public var width: Int { key.width ?? 0 }

  /// Whether the value is not zero.
  public var flag: Bool { bits != 0 }

  /// Value as an unsigned number.
  public var unsigned: UInt64 { bits }

  /// Value as a signed number.
  public var signed: Int64 { Self.signed(bits, width) }

  /// Value as an IEEE 754 number; `nil` unless it has four or eight octets.
  public var real: Double? {
    switch width {
    case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: Double(bitPattern: bits)
    default: nil
    }
  }

  /// Octets as on the wire, lowest first.
  public var octets: [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: bits &>> UInt64(8 &* $0)) }
  }

  private static func signed(_ bits: UInt64, _ width: Int) -> Int64 {
    let unused = UInt64(64 &- width &* 8)
    return Int64(truncatingIfNeeded: bits &<< unused) &>> Int64(unused)
  }
}

/// How to read a configuration value.
public enum ConfigurationNotation: Hashable, Sendable {
  /// One bit.
  case flag
  /// A number without a sign, or an enumeration value.
  case unsigned
  /// A number in two's complement.
  case signed
  /// An IEEE 754 number of four or eight octets.
  case real
  /// Bit fields or text, shown as octets.
  case octets
}

extension ConfigurationValue {
  /// Returns the value as it is passed to a sink.
  func shown(as notation: ConfigurationNotation) -> FieldValue {
    switch notation {
    case .flag where bits <= 1: return .flag(flag)
    case .flag, .unsigned: return .unsigned(bits)
    case .signed: return .integer(signed)
    case .real:
      // Not every NaN survives conversion to a number, so only the octets represent it.
      guard let real, !real.isNaN else { return .octets(octets) }
      return .real(real)
    case .octets: return .octets(octets)
    }
  }

  /// Reverses `shown`; `nil` when the key cannot have that value.
  init?(_ key: ConfigurationKey, shown value: FieldValue, as notation: ConfigurationNotation) {
    switch value {
    case .octets(let octets): self.init(key, octets: octets)
    case .text(let digits):
      guard let octets = hexadecimalOctets(digits) else { return nil }
      self.init(key, octets: octets)
    case .flag(let flag): self.init(key, flag)
    case .integer(let number) where notation == .real: self.init(key, real: Double(number))
    case .unsigned(let number) where notation == .real: self.init(key, real: Double(number))
    case .decimal(let number, _) where notation == .real: self.init(key, real: number)
    case .real(let number) where notation == .real: self.init(key, real: number)
    case .integer(let number): self.init(key, number)
    case .unsigned(let number): self.init(key, number)
    case .decimal(let number, _), .real(let number):
      guard let whole = wholeNumber(number) else { return nil }
      self.init(key, whole)
    case .absent, .wide: return nil
    }
  }

  private init?(_ key: ConfigurationKey, octets: [UInt8]) {
    guard octets.count == key.width else { return nil }
    self.init(key, bits: octets.reversed().reduce(0) { $0 &<< 8 | UInt64($1) })
  }
}

/// Returns a whole number, or `nil`. `Int64(exactly:)` would need the C library.
private func wholeNumber(_ number: Double) -> Int64? {
  guard number.magnitude < 9e18 else { return nil }
  let whole = Int64(number)
  return Double(whole) == number ? whole : nil
}

/// Returns the octets that hexadecimal digits represent; `nil` for any other text.
private func hexadecimalOctets(_ text: String) -> [UInt8]? {
  var octets: [UInt8] = []
  var high: UInt8?
  for character in text.utf8 {
    guard let digit = hexadecimalDigit(character) else { return nil }
    if let first = high {
      octets.append(first &<< 4 | digit)
      high = nil
    } else {
      high = digit
    }
  }
  return high == nil ? octets : nil
}
