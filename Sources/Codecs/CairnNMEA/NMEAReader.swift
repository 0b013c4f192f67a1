internal import CairnTypes

/// Reads fields from the bytes of one sentence, strictly forward.
///
/// Each kind of number is read in two ways: the usual form, unsigned with at most seven digits on
/// either side of the point, in words of eight bytes; any other form byte by byte, out of line.
///
/// Fields past the last one read as empty: a sentence of an older version is no special case.
/// Blanks around a value are not part of it, except in text; blanks alone are an empty field.
struct NMEAReader: ~Escapable {
  private let bytes: Span<UInt8>
  /// Index of the next field's first byte; `end + 1` or more when no field is left.
  var at: Int
  private let end: Int
  /// Number of fields that were present but could not be read.
  private(set) var malformed = 0

  @inline(__always)
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ layout: SentenceLayout) {
    self.bytes = bytes
    at = layout.addressEnd &+ 1
    end = min(layout.end, bytes.count)
  }

  /// The byte at the cursor; a comma past the end of the sentence.
  @inline(__always)
  var current: UInt8 {
    // `at` starts at 2 or more and only grows; `end` does not exceed the span.
    at < end ? unsafe bytes[unchecked: at] : ascii(",")
  }

  /// Skips an empty field; returns false, at its first character, when the field is not empty.
  @inline(__always)
  mutating func skipEmpty() -> Bool {
    // Letters and digits come after the comma.
    guard current <= ascii(",") else { return false }
    if current != ascii(",") { skipBlanks() }
    guard current == ascii(",") else { return false }
    at &+= 1
    return true
  }

  @inline(never)
  mutating func skipBlanks() {
    while current == ascii(" ") { at &+= 1 }
  }

  /// Skips the comma; a field that continues where it should end is malformed.
  @inline(__always)
  mutating func finish() -> Bool {
    if current == ascii(",") {
      at &+= 1
      return true
    }
    return finishLater()
  }

  /// Skips blanks and the comma. Counts a field with more as malformed and moves to the next.
  @inline(never)
  private mutating func finishLater() -> Bool {
    skipBlanks()
    let ends = current == ascii(",")
    if !ends { malformed &+= 1 }
    while current != ascii(",") { at &+= 1 }
    at &+= 1
    return ends
  }

  /// Counts a field as malformed that has been skipped already.
  mutating func count() { malformed &+= 1 }

  // MARK: - Words

  /// The digits at one position and the byte after them.
  private struct Digits {
    let value: Int64
    /// 0...7, or 8 if the digits go past the word: `value` and `next` then have no meaning.
    let count: Int
    let next: UInt8
  }

  /// Reads up to seven digits at `start`, which is 1 or more; commas stand past the sentence's end.
  @inline(__always)
  private func digits(at start: Int) -> Digits {
    let word: UInt64
    if start &+ 8 <= bytes.count {
      let raw = unsafe bytes.bytes  // a view of the same checked bounds
      // The bounds have just been compared; `UInt64` has no invalid bit patterns.
      word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self)
        .littleEndian
    } else {
      word = Self.lastWord(bytes, start, end)
    }
    let values = word ^ 0x3030_3030_3030_3030
    // A high bit marks a byte that is not a digit; carries affect only bytes above the first mark.
    let marks = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
    let bits = UInt64(truncatingIfNeeded: marks.trailingZeroBitCount) & 0x78
    let next = UInt8(truncatingIfNeeded: word &>> bits)
    // Moves the digits to the high end, with zeros before them, then sums pairs and fours.
    let eight = (values &<< 8) &<< (56 &- bits)
    let pairs = ((eight &* 0x0000_0A01) &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = ((pairs &* 0x0064_0001) &>> 16) & 0x0000_FFFF_0000_FFFF
    let value = (fours &* 0x0000_2710_0000_0001) &>> 32
    return Digits(
      value: Int64(truncatingIfNeeded: value), count: Int(truncatingIfNeeded: bits &>> 3),
      next: next)
  }

  /// Returns the rest of the sentence, padded with commas.
  @inline(never)
  private static func lastWord(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
    var word: UInt64 = 0x2C2C_2C2C_2C2C_2C2C
    var index = end &- 1
    while index >= start {
      word = word &<< 8 | UInt64(bytes[index])
      index &-= 1
    }
    return word
  }

  /// Skips digits and the comma after them; returns false, without moving, if the field continues.
  @inline(__always)
  private mutating func finish(behind digits: Digits, at start: Int) -> Bool {
    let place = start &+ digits.count
    guard digits.next == ascii(",") || place == end, digits.count < 8 else { return false }
    at = place &+ 1
    return true
  }

  /// The form of most fields: up to three digits and a comma.
  private enum Short {
    case number(Int64), empty, longer
  }

  /// Reads and skips a short field; does not move when the field is longer.
  @inline(__always)
  private mutating func short() -> Short {
    let start = at
    guard start &+ 3 < bytes.count else { return .longer }
    // The four bytes from `start` on lie inside the span, as just compared.
    let first = unsafe bytes[unchecked: start] ^ 0x30
    guard first < 10 else {
      guard first == ascii(",") ^ 0x30 else { return .longer }
      at = start &+ 1
      return .empty
    }
    let second = unsafe bytes[unchecked: start &+ 1] ^ 0x30
    guard second < 10 else {
      guard second == ascii(",") ^ 0x30 else { return .longer }
      at = start &+ 2
      return .number(Int64(first))
    }
    let two = Int64(first) &* 10 &+ Int64(second)
    let third = unsafe bytes[unchecked: start &+ 2] ^ 0x30
    guard third < 10 else {
      guard third == ascii(",") ^ 0x30 else { return .longer }
      at = start &+ 3
      return .number(two)
    }
    guard unsafe bytes[unchecked: start &+ 3] == ascii(",") else { return .longer }
    at = start &+ 4
    return .number(two &* 10 &+ Int64(third))
  }

  /// Reads degrees from degrees and minutes, and the side's letter in the next field.
  @inline(__always)
  private mutating func angle(
    degreesLimit: Int64, positive: UInt8, negative: UInt8
  ) -> Double? {
    let whole = digits(at: at)
    guard whole.count >= 3, whole.count <= 5, whole.next == ascii(".") else {
      return anyAngle(degreesLimit, positive, negative)
    }
    let start = at &+ whole.count &+ 1
    let part = digits(at: start)
    let place = start &+ part.count &+ 1
    guard part.count < 8, part.next == ascii(","), place < end,
      // Below `end`, which does not exceed the span.
      case let side = unsafe bytes[unchecked: place], side == positive || side == negative,
      place &+ 1 == end || bytes[place &+ 1] == ascii(","),
      let degrees = Self.degrees(whole.value, part.value, part.count, limit: degreesLimit)
    else { return anyAngle(degreesLimit, positive, negative) }
    at = place &+ 2
    return side == positive ? degrees : -degrees
  }

  /// Returns degrees from `whole` (degrees times a hundred plus whole minutes) and `part` (the
  /// decimals of the minutes, `places` of them, at most eleven). The sum of minutes thus stays
  /// below 2^53, so that the division is correctly rounded.
  @inline(__always)
  static func degrees(
    _ whole: Int64, _ part: Int64, _ places: Int, limit: Int64
  ) -> Double? {
    let scale = decimalScale(places)
    let degrees = whole / 100
    let minutes = whole &- degrees &* 100
    let sum = (degrees &* 60 &+ minutes) &* scale &+ part
    guard minutes < 60, sum <= limit &* 60 &* scale else { return nil }
    return Double(sum) / Double(60 &* scale)
  }

  @inline(__always)
  static func timeOfDay(_ clock: Int64, _ part: Int64, _ places: Int) -> TimeOfDay? {
    let whole = Int(truncatingIfNeeded: clock)
    let nanosecond = Int(truncatingIfNeeded: part &* decimalScale(9 &- places))
    return TimeOfDay(
      hour: whole / 10_000, minute: whole / 100 % 100, second: whole % 100, nanosecond: nanosecond)
      ?? roundedUp(whole, nanosecond)
  }

  /// Returns the next minute for second 60, to which some receivers round.
  @inline(never)
  private static func roundedUp(_ clock: Int, _ nanosecond: Int) -> TimeOfDay? {
    let minute = clock / 100 % 100
    guard clock % 100 == 60, minute < 60 else { return nil }
    let minutes = clock / 10_000 * 60 + minute + 1
    return TimeOfDay(hour: minutes / 60, minute: minutes % 60, second: 0, nanosecond: nanosecond)
  }
}

extension NMEAReader: NMEAFieldVisitor {
  @inline(__always)
  mutating func timeOfDay(_ name: StaticString, _ value: inout TimeOfDay?) {
    let clock = digits(at: at)
    let start = at &+ 7
    guard clock.count == 6, clock.next == ascii("."), case let part = digits(at: start),
      finish(behind: part, at: start)
    else { return value = anyTimeOfDay() }
    value = Self.timeOfDay(clock.value, part.value, part.count)
    if value == nil { self.count() }
  }

  @inline(__always)
  mutating func date(_ name: StaticString, _ value: inout CalendarDate?) {
    let packed = digits(at: at)
    guard packed.count == 6, finish(behind: packed, at: at) else { return value = anyDate() }
    value = Self.date(packed.value)
    if value == nil { self.count() }
  }

  @inline(__always)
  static func date(_ packed: Int64) -> CalendarDate? {
    let whole = Int(truncatingIfNeeded: packed)
    let year = whole % 100
    return CalendarDate(
      year: year >= 80 ? 1900 &+ year : 2000 &+ year, month: whole / 100 % 100,
      day: whole / 10_000)
  }

  @inline(__always)
  mutating func latitude(_ value: inout Double?) {
    value = angle(degreesLimit: 90, positive: ascii("N"), negative: ascii("S"))
  }

  @inline(__always)
  mutating func longitude(_ value: inout Double?) {
    value = angle(degreesLimit: 180, positive: ascii("E"), negative: ascii("W"))
  }

  @inline(__always)
  mutating func integer<T: FixedWidthInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>, width: Int
  ) {
    value = nil
    let number: Int64
    switch short() {
    case .number(let found): number = found
    case .empty: return
    case .longer:
      guard let found = anyInteger() else { return }
      number = found
    }
    guard number >= Int64(clamping: range.lowerBound), number <= Int64(clamping: range.upperBound)
    else { return self.count() }
    // The number lies between two values of the type.
    value = T(truncatingIfNeeded: number)
  }

  @inline(__always)
  mutating func hexadecimal(_ name: StaticString, _ value: inout UInt8?) {
    value = nil
    if skipEmpty() { return }
    var number: UInt8 = 0
    let limit = at &+ 2
    while at < limit, let digit = hexadecimalValue(current) {
      number = number << 4 | digit
      at &+= 1
    }
    if finish() { value = number }
  }

  @inline(__always)
  mutating func decimal(
    _ name: StaticString, _ value: inout Double?, places: Int, width: Int
  ) {
    if places == 0 {
      switch short() {
      case .number(let found): return value = Double(found)
      case .empty: return value = nil
      case .longer: return value = anyDecimal()
      }
    }
    let whole = digits(at: at)
    guard whole.next == ascii("."), whole.count < 8 else {
      guard finish(behind: whole, at: at) else { return value = anyDecimal() }
      return value = whole.count > 0 ? Double(whole.value) : nil
    }
    let start = at &+ whole.count &+ 1
    let part = digits(at: start)
    guard whole.count | part.count != 0, finish(behind: part, at: start) else {
      return value = anyDecimal()
    }
    // Fourteen digits at most are exact in a `Double`, so that the division is correctly rounded.
    let scale = decimalScale(part.count)
    value = Double(whole.value &* scale &+ part.value) / Double(scale)
  }

  @inline(__always)
  mutating func letter<L: NMEALetter>(_ name: StaticString, _ value: inout L?) {
    value = nil
    if skipEmpty() { return }
    let byte = current
    at &+= 1
    guard finish() else { return }
    guard isLetterOrDigit(byte) else { return self.count() }
    value = L(rawValue: byte)
  }

  mutating func text(_ name: StaticString, _ value: inout String?) {
    value = nil
    if skipEmpty() { return }
    var text = ""
    while current != ascii(",") {
      text.unicodeScalars.append(Unicode.Scalar(current & 0x7F))
      at &+= 1
    }
    at &+= 1
    value = text
  }

  @inline(__always)
  mutating func messageNumber(_ name: StaticString, of formatter: SentenceFormatter) {
    while current != ascii(",") { at &+= 1 }
    at &+= 1
  }

  @inline(__always)
  mutating func modes(_ name: StaticString, _ value: inout PositionModes?) {
    value = nil
    if skipEmpty() { return }
    var modes = PositionModes()
    while isUpperCase(current), modes.append(PositionMode(rawValue: current)) { at &+= 1 }
    if finish() { value = modes }
  }

  @inline(__always)
  mutating func optionalFromHere() {}

  /// A single last field cannot begin a group: it is the field that follows the groups.
  @inline(__always)
  func hasGroup(_ index: Int, of count: Int) -> Bool {
    // Searches from the end, where a comma is never far.
    var last = end &- 1
    while last >= at {
      if unsafe bytes[unchecked: last] == ascii(",") { return true }
      last &-= 1
    }
    return false
  }

  @inline(__always)
  mutating func beginGroup() {}

  @inline(__always)
  mutating func endGroup() {}

  @inline(__always)
  func isLetterless(fields count: Int) -> Bool {
    var next = at
    var commas = 0
    while next < end {
      let byte = unsafe bytes[unchecked: next]
      if byte >= 0x41 { return false }
      if byte == ascii(",") { commas &+= 1 }
      next &+= 1
    }
    return commas == count &- 1
  }
}
