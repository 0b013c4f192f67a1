import CairnTypes

extension WireType {
  /// Returns a value's canonical text; for a value of another type, the closest text.
  func text(of value: FieldValue) -> [UInt8] {
    let text: String
    switch value {
    case .absent: return []
    case .text(let characters): text = compressed(characters)
    case .octets(let octets), .wide(let octets):
      text = octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    case .flag(let flag): text = flag ? "1" : "0"
    case .integer(let number): text = canonical(Double(number), exact: String(number))
    case .unsigned(let number): text = canonical(Double(number), exact: String(number))
    case .decimal(let number, _), .real(let number):
      guard number.isFinite else { return [] }
      text = canonical(number, exact: nil)
    }
    return Self.escaped(text)
  }

  /// Returns whether two values have the same canonical text, regardless of an angle's side.
  func isSame(_ a: FieldValue, _ b: FieldValue) -> Bool {
    if let first = a.number, let second = b.number {
      return first == second || (isAngle && first.magnitude == second.magnitude)
    }
    return a == b
  }

  private func canonical(_ number: Double, exact: String?) -> String {
    switch self {
    case .latitude: return Self.angle(number, degreeDigits: 2)
    case .longitude: return Self.angle(number, degreeDigits: 3)
    case .decimal(let places, let width): return Self.decimal(number, places, width)
    case .integer(let width):
      let digits = exact ?? Self.decimal(number, nil, 1)
      guard digits.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2D }) else { return digits }
      let isNegative = digits.utf8.first == 0x2D
      let magnitude = isNegative ? String(digits.dropFirst()) : digits
      return (isNegative ? "-" : "")
        + String(repeating: "0", count: max(0, width - magnitude.utf8.count)) + magnitude
    default: return exact ?? Self.decimal(number, nil, 1)
    }
  }

  private static func decimal(_ number: Double, _ places: Int?, _ width: Int) -> String {
    var digits = shortest(number.magnitude)
    if let places, number.magnitude < 1e9 {
      let fixed = number.magnitude.text(places: places)
      if Double(fixed) == number.magnitude { digits = fixed }
    }
    let whole = digits.utf8.prefix { $0 != 0x2E }.count
    let zeros = String(repeating: "0", count: max(0, width - whole))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  /// Returns the fewest digits that read back as the same number, without an exponent.
  private static func shortest(_ number: Double) -> String {
    if number < 1e15, number == Double(Int64(number)) { return String(Int64(number)) }
    let text = "\(number)"
    guard let mark = text.utf8.firstIndex(of: 0x65), let power = Int(text[mark...].dropFirst())
    else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
    var digits = text[..<mark].filter { $0 != "." }
    let whole = text.prefix { $0 != "." && $0 != "e" }.count + power
    if whole <= 0 { return "0." + String(repeating: "0", count: -whole) + digits }
    digits += String(repeating: "0", count: max(0, whole - digits.count))
    if digits.hasSuffix("0") || digits.count == whole { return digits }
    return String(digits.prefix(whole)) + "." + digits.dropFirst(whole)
  }

  /// Returns an angle with five decimals of a minute.
  private static func angle(_ degrees: Double, degreeDigits: Int) -> String {
    guard degrees.magnitude < 100_000 else { return "" }
    let units = Int((degrees.magnitude * 6_000_000 + 0.5))
    let minutes = units % 6_000_000
    return padded(units / 6_000_000, degreeDigits) + padded(minutes / 100_000, 2) + "."
      + padded(minutes % 100_000, 5)
  }

  /// Returns the wire's text of a printed time or date; other texts unchanged.
  private func compressed(_ text: String) -> String {
    switch self {
    case .time:
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].utf8.count == 2, parts[1].utf8.count == 2 else {
        return text
      }
      let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
      guard let whole = seconds.first, whole.utf8.count == 2, seconds.count <= 2 else {
        return text
      }
      var part = seconds.count == 2 ? String(seconds[1]) : ""
      while part.utf8.last == 0x30 { part.removeLast() }
      let places = part.utf8.count <= 2 ? 2 : part.utf8.count == 3 ? 3 : 9
      part += String(repeating: "0", count: max(0, places - part.utf8.count))
      return String(parts[0] + parts[1] + whole) + "." + part
    case .date, .longDate, .monthFirstDate:
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].utf8.count == 4 else { return text }
      switch self {
      case .longDate: return String(parts[2] + parts[1] + parts[0])
      case .monthFirstDate: return String(parts[1] + parts[2] + parts[0].suffix(2))
      default: return String(parts[2] + parts[1] + parts[0].suffix(2))
      }
    default: return text
    }
  }

  /// Returns the text with characters that a field cannot hold as `^` and two hexadecimal digits.
  private static func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte < 0x20 || byte > 0x7E || byte == 0x2C || byte == 0x2A || byte == 0x24 {
        let digits = String(byte, radix: 16, uppercase: true)
        bytes.append(0x5E)
        if digits.utf8.count == 1 { bytes.append(0x30) }
        bytes += Array(digits.utf8)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

// MARK: - Without building it

extension WireType {
  /// Returns whether a text is evidently canonical, as most numbers of few digits are.
  ///
  /// A shortcut for printing: if true, always right.
  func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .text: Self.isField(text)
    case .integer(let width): isDigits(text, width: width) && text.count <= 15
    case .decimal(let places, let width): isPlainDecimal(text, places, width)
    case .time, .date, .longDate, .monthFirstDate, .bracketed, .latitude, .longitude: text.isEmpty
    }
  }

  private func isPlainDecimal(_ text: ArraySlice<UInt8>, _ places: Int?, _ width: Int) -> Bool {
    // Up to 15 digits, a double holds exactly what the text says.
    guard text.count <= 15 else { return false }
    let point = text.firstIndex(of: 0x2E) ?? text.endIndex
    guard isDigits(text[..<point], width: width) else { return false }
    let decimals = text[point...].dropFirst()
    guard decimals.allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
    if point == text.endIndex { return (places ?? 0) == 0 }
    return places.map { $0 == decimals.count && $0 > 0 }
      ?? (decimals.last != 0x30 && !decimals.isEmpty)
  }

  /// Returns whether these are only digits, without more leading zeros than the width requires.
  private func isDigits(_ text: ArraySlice<UInt8>, width: Int) -> Bool {
    guard let first = text.first, text.count >= width, text.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return false
    }
    return text.count == width || first != 0x30
  }
}

extension FieldValue {
  /// The value as a number of any kind.
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .decimal(let value, _), .real(let value): value
    default: nil
    }
  }
}
