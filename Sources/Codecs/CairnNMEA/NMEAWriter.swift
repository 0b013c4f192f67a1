internal import CairnTypes

/// Appends the fields of one sentence to an array.
struct NMEAWriter {
  private var bytes: [UInt8]
  /// Index of `$`.
  private let start: Int
  private let minutePlaces: Int
  /// Length to keep: up to the last field that is present or not optional.
  private var kept: Int
  private var isOptional = false

  init(
    appendingTo bytes: consuming [UInt8], _ talker: Talker, _ formatter: SentenceFormatter,
    _ minutePlaces: Int
  ) {
    start = bytes.count
    self.bytes = bytes
    self.minutePlaces = min(9, max(0, minutePlaces))
    self.bytes.append(ascii("$"))
    if formatter.isProprietary {
      self.bytes.append(UInt8(truncatingIfNeeded: formatter.rawValue >> 24))
    } else {
      self.bytes.append(UInt8(truncatingIfNeeded: talker.rawValue >> 8))
      self.bytes.append(UInt8(truncatingIfNeeded: talker.rawValue))
    }
    self.bytes.append(UInt8(truncatingIfNeeded: formatter.rawValue >> 16))
    self.bytes.append(UInt8(truncatingIfNeeded: formatter.rawValue >> 8))
    self.bytes.append(UInt8(truncatingIfNeeded: formatter.rawValue))
    kept = self.bytes.count
  }

  /// Removes the absent optional fields at the end and appends checksum and line ending.
  consuming func finish() -> [UInt8] {
    bytes.removeLast(bytes.count - kept)
    var sum: UInt8 = 0
    for byte in bytes[(start + 1)...] { sum ^= byte }
    bytes.append(ascii("*"))
    bytes.append(hexadecimalDigit(sum >> 4))
    bytes.append(hexadecimalDigit(sum))
    bytes.append(0x0D)
    bytes.append(0x0A)
    return bytes
  }

  private mutating func begin() { bytes.append(ascii(",")) }

  private mutating func end(present: Bool) {
    if present || !isOptional { kept = bytes.count }
  }

  /// Appends at least `width` digits.
  private mutating func digits(_ value: UInt64, width: Int) {
    let first = bytes.count
    var rest = value
    repeat {
      bytes.append(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    while bytes.count - first < width { bytes.append(0x30) }
    bytes[first...].reverse()
  }

  /// Appends `value / 10^places` with `places` decimals.
  private mutating func fixed(_ value: UInt64, places: Int, width: Int) {
    let scale = powerOfTen(places)
    digits(value / scale, width: width)
    guard places > 0 else { return }
    bytes.append(ascii("."))
    digits(value % scale, width: places)
  }

  private mutating func angle(
    _ value: Double?, degreeDigits: Int, positive: UInt8, negative: UInt8
  ) {
    begin()
    guard let value, value.magnitude <= 180 else {
      end(present: false)
      begin()
      return end(present: false)
    }
    let scale = powerOfTen(minutePlaces)
    let sum = rounded(value.magnitude * 60 * Double(scale))
    let degrees = sum / (60 * scale)
    digits(degrees, width: degreeDigits)
    fixed(sum - degrees * 60 * scale, places: minutePlaces, width: 2)
    end(present: true)
    begin()
    bytes.append(value.sign == .minus ? negative : positive)
    end(present: true)
  }

  /// Returns the nearest whole number; the caller keeps the value within a `UInt64`.
  private func rounded(_ value: Double) -> UInt64 { UInt64(exactlyOrZero: value + 0.5) }
}

extension UInt64 {
  /// Creates the whole part, or 0 if it does not fit.
  fileprivate init(exactlyOrZero value: Double) {
    self = value >= 0 && value < 18e18 ? UInt64(value) : 0
  }
}

private func powerOfTen(_ exponent: Int) -> UInt64 {
  var result: UInt64 = 1
  for _ in 0..<exponent { result *= 10 }
  return result
}

extension NMEAWriter: NMEAFieldVisitor {
  mutating func timeOfDay(_ name: StaticString, _ value: inout TimeOfDay?) {
    begin()
    if let value {
      digits(UInt64(value.hour), width: 2)
      digits(UInt64(value.minute), width: 2)
      digits(UInt64(value.second), width: 2)
      bytes.append(ascii("."))
      let part = UInt64(value.nanosecond)
      if part % 10_000_000 == 0 {
        digits(part / 10_000_000, width: 2)
      } else if part % 1_000_000 == 0 {
        digits(part / 1_000_000, width: 3)
      } else {
        digits(part, width: 9)
      }
    }
    end(present: value != nil)
  }

  mutating func date(_ name: StaticString, _ value: inout CalendarDate?) {
    begin()
    if let value {
      digits(UInt64(value.day), width: 2)
      digits(UInt64(value.month), width: 2)
      digits(UInt64(value.year % 100), width: 2)
    }
    end(present: value != nil)
  }

  mutating func latitude(_ value: inout Double?) {
    angle(value, degreeDigits: 2, positive: ascii("N"), negative: ascii("S"))
  }

  mutating func longitude(_ value: inout Double?) {
    angle(value, degreeDigits: 3, positive: ascii("E"), negative: ascii("W"))
  }

  mutating func integer<T: FixedWidthInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>, width: Int
  ) {
    begin()
    if let value {
      if value < 0 { bytes.append(ascii("-")) }
      digits(UInt64(value.magnitude), width: width)
    }
    end(present: value != nil)
  }

  mutating func hexadecimal(_ name: StaticString, _ value: inout UInt8?) {
    begin()
    if let value {
      if value > 15 { bytes.append(hexadecimalDigit(value >> 4)) }
      bytes.append(hexadecimalDigit(value))
    }
    end(present: value != nil)
  }

  mutating func decimal(
    _ name: StaticString, _ value: inout Double?, places: Int, width: Int
  ) {
    begin()
    // A value beyond the reader's range, rounded up to it, or NaN, cannot be written.
    let written = value.flatMap { $0.magnitude < 1e9 - 1 ? $0 : nil }
    if let written {
      let isWhole = written == Double(Int64(written))
      let places = places == 0 && !isWhole ? 1 : places
      let scaled = rounded(written.magnitude * Double(powerOfTen(places)))
      if written < 0, scaled > 0 { bytes.append(ascii("-")) }
      fixed(scaled, places: places, width: width)
    }
    end(present: written != nil)
  }

  mutating func letter<L: NMEALetter>(_ name: StaticString, _ value: inout L?) {
    begin()
    // Any other character could end the field or the sentence.
    let written = value.flatMap { isLetterOrDigit($0.rawValue) ? $0.rawValue : nil }
    if let written { bytes.append(written) }
    end(present: written != nil)
  }

  mutating func text(_ name: StaticString, _ value: inout String?) {
    begin()
    if let value {
      for byte in value.utf8 {
        if byte < 0x20 || byte > 0x7E || byte == ascii(",") || byte == ascii("*")
          || byte == ascii("$")
        {
          bytes.append(ascii("^"))
          bytes.append(hexadecimalDigit(byte >> 4))
          bytes.append(hexadecimalDigit(byte))
        } else {
          bytes.append(byte)
        }
      }
    }
    end(present: value != nil)
  }

  mutating func messageNumber(_ name: StaticString, of formatter: SentenceFormatter) {
    begin()
    bytes.append(UInt8(truncatingIfNeeded: formatter.number >> 8))
    bytes.append(UInt8(truncatingIfNeeded: formatter.number))
    end(present: true)
  }

  mutating func modes(_ name: StaticString, _ value: inout PositionModes?) {
    begin()
    if let value {
      for index in 0..<value.count {
        if let mode = value[index], isLetterOrDigit(mode.rawValue) { bytes.append(mode.rawValue) }
      }
    }
    end(present: value != nil)
  }

  mutating func optionalFromHere() { isOptional = true }
  func hasGroup(_ index: Int, of count: Int) -> Bool { index < count }
  mutating func beginGroup() {}
  mutating func endGroup() {}
  func isLetterless(fields count: Int) -> Bool { false }
}
