import CairnTypes

/// The way in which a field of a sentence is written.
///
/// Every value has one canonical text per type; `NMEACatalogue` describes how others are kept.
enum WireType: Hashable {
  /// Unchanged text; also hexadecimal digits, single letters and the sides of an angle.
  case text
  /// Unchanged text, without the square brackets that some receivers put around a group.
  case bracketed
  /// At least `width` digits.
  case integer(width: Int)
  /// At least `width` digits before the point and `places` after it, or as many as the value needs
  /// if `places` are too few or `nil`.
  case decimal(places: Int?, width: Int)
  /// `hhmmss.ss`; three or nine decimals if two are too few.
  case time
  /// `ddmmyy`; the years 80...99 are in the 20th century.
  case date
  /// `ddmmyyyy`.
  case longDate
  /// `mmddyy`.
  case monthFirstDate
  /// `ddmm.mmmmm`.
  case latitude
  /// `dddmm.mmmmm`.
  case longitude

  static var integer: WireType { .integer(width: 1) }
  static var decimal: WireType { .decimal(places: nil, width: 1) }

  var isAngle: Bool { self == .latitude || self == .longitude }
}

// MARK: - From the wire

extension WireType {
  /// Returns the value of a text. Empty texts and impossible times, dates or angles are absent; a
  /// number that is not one stays text. Blanks around anything but text do not count. `isNegative`
  /// gives the side of an angle, `nil` without one.
  func value(of wire: ArraySlice<UInt8>, isNegative: Bool? = nil) -> FieldValue {
    let text = self == .text || self == .bracketed ? wire : Self.trimmed(wire)
    guard !text.isEmpty else { return .absent }
    switch self {
    case .text: return .text(string(text))
    case .bracketed:
      let inner = text.filter { $0 != 0x5B && $0 != 0x5D }
      return inner.isEmpty ? .absent : .text(string(inner[...]))
    case .integer: return Self.integer(text).map { .integer($0) } ?? .text(string(text))
    case .decimal: return signed(Self.decimal(text), isNegative) ?? .text(string(text))
    case .latitude, .longitude: return signed(Self.angle(text), isNegative) ?? .absent
    case .time: return Self.time(text).map { .text(Self.shown($0)) } ?? .absent
    case .date, .longDate, .monthFirstDate:
      return date(text).map { .text(Self.shown($0)) } ?? .absent
    }
  }

  private func signed(_ number: (value: Double, places: Int)?, _ isNegative: Bool?) -> FieldValue? {
    guard let (value, places) = number else { return nil }
    guard let isNegative else { return .decimal(value, places: places) }
    return .decimal(isNegative ? -value.magnitude : value.magnitude, places: places)
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop { $0 == 0x20 }
    while text.last == 0x20 { text.removeLast() }
    return text
  }

  private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    var digits = text
    let isNegative = digits.first == 0x2D
    if isNegative || digits.first == 0x2B { digits.removeFirst() }
    guard (1...18).contains(digits.count) else { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int64(byte &- 0x30)
    }
    return isNegative ? -value : value
  }

  private static func decimal(_ text: ArraySlice<UInt8>) -> (value: Double, places: Int)? {
    var rest = text
    var isNegative = false
    if let sign = rest.first, sign == 0x2D || sign == 0x2B {
      isNegative = sign == 0x2D
      rest.removeFirst()
    }
    guard let (units, scale, places) = fixed(rest) else { return nil }
    // Both are exact below 2^53, so the quotient is correctly rounded.
    let magnitude =
      units < 1 << 53 ? Double(units) / scale : Double(string(rest)) ?? Double(units) / scale
    return (isNegative ? -magnitude : magnitude, places)
  }

  /// Parses digits with at most one point: at most 18 digits and 15 decimals.
  private static func fixed(
    _ text: ArraySlice<UInt8>
  ) -> (units: UInt64, scale: Double, places: Int)? {
    var units: UInt64 = 0
    var scale = 1.0
    var digits = 0
    var places: Int?
    for byte in text {
      if byte == 0x2E {
        guard places == nil else { return nil }
        places = 0
        continue
      }
      guard byte &- 0x30 < 10, digits < 18 else { return nil }
      units = units * 10 + UInt64(byte &- 0x30)
      digits += 1
      if let decimals = places {
        places = decimals + 1
        scale *= 10
      }
    }
    guard digits > 0, (places ?? 0) <= 15 else { return nil }
    return (units, scale, places ?? 0)
  }

  /// Parses degrees and minutes unchecked, even 60 minutes or 360 degrees.
  private static func angle(_ text: ArraySlice<UInt8>) -> (value: Double, places: Int)? {
    var rest = text
    if rest.first == 0x2D { rest.removeFirst() }
    let point = rest.firstIndex(of: 0x2E) ?? rest.endIndex
    guard point - rest.startIndex >= 4, let (units, scale, _) = fixed(rest) else { return nil }
    let minutesPerDegree = UInt64(scale) * 100
    let degrees = units / minutesPerDegree
    // In minutes, so that only one division rounds; below `units`, which has at most 18 digits.
    let sum = degrees * 60 * UInt64(scale) + units % minutesPerDegree
    return (Double(sum) / (60 * scale), 10)
  }

  private static func time(_ text: ArraySlice<UInt8>) -> TimeOfDay? {
    let clock = text.prefix(6)
    let rest = text.dropFirst(6)
    guard clock.count == 6, let whole = number(clock) else { return nil }
    var nanosecond = 0
    if let point = rest.first {
      guard point == 0x2E,
        var part = number(rest.dropFirst().prefix(9)) ?? (rest.count == 1 ? 0 : nil),
        rest.dropFirst().allSatisfy({ $0 &- 0x30 < 10 })
      else { return nil }
      for _ in 0..<max(0, 10 - rest.count) { part *= 10 }
      nanosecond = part
    }
    return TimeOfDay(
      hour: whole / 10_000, minute: whole / 100 % 100, second: whole % 100, nanosecond: nanosecond)
  }

  private func date(_ text: ArraySlice<UInt8>) -> CalendarDate? {
    guard let whole = Self.number(text) else { return nil }
    switch self {
    case .longDate:
      guard text.count == 8 else { return nil }
      return CalendarDate(
        year: whole % 10_000, month: whole / 10_000 % 100, day: whole / 1_000_000)
    default:
      guard text.count == 6 else { return nil }
      let year = whole % 100 + (whole % 100 >= 80 ? 1900 : 2000)
      let first = whole / 10_000
      let second = whole / 100 % 100
      return self == .date
        ? CalendarDate(year: year, month: second, day: first)
        : CalendarDate(year: year, month: first, day: second)
    }
  }

  /// Parses up to nine digits and nothing else.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
  }

  private static func shown(_ time: TimeOfDay) -> String {
    let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
    let part = time.nanosecond
    if part == 0 { return clock }
    return clock + "." + (part % 1000 == 0 ? padded(part / 1000, 6) : padded(part, 9))
  }

  private static func shown(_ date: CalendarDate) -> String {
    "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
  }
}

/// Returns at least `width` digits of a non-negative number.
func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
