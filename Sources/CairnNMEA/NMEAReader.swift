internal import CairnTypes

/// Reads fields from the bytes of one sentence, strictly forward.
///
/// Past the last field every further field reads as empty, so a sentence of an older version needs
/// no special case.
struct NMEAReader: ~Escapable {
  private let bytes: Span<UInt8>
  /// The first byte of the next field; `end + 1` or more when there is none.
  private var at: Int
  private let end: Int
  /// Fields that were there but could not be read.
  private(set) var malformed = 0

  @inline(__always)
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ layout: SentenceLayout) {
    self.bytes = bytes
    at = layout.addressEnd &+ 1
    end = min(layout.end, bytes.count)
  }

  /// The byte under the cursor, a comma where the sentence has ended.
  @inline(__always)
  private var current: UInt8 {
    // `at` starts at 2 or more and only grows; `end` does not exceed the span.
    at < end ? unsafe bytes[unchecked: at] : ascii(",")
  }

  /// Steps over an empty field; false, and no step, when there is one to read.
  @inline(__always)
  private mutating func skipEmpty() -> Bool {
    guard current == ascii(",") else { return false }
    at &+= 1
    return true
  }

  /// Steps over the comma; a field that goes on where it should end is malformed.
  @inline(__always)
  private mutating func finish() -> Bool {
    if current == ascii(",") {
      at &+= 1
      return true
    }
    reject()
    return false
  }

  /// Counts the field as malformed and steps to the next.
  @inline(never)
  private mutating func reject() {
    malformed &+= 1
    while current != ascii(",") { at &+= 1 }
    at &+= 1
  }

  /// Counts a field that has been stepped over already.
  private mutating func count() { malformed &+= 1 }

  /// Up to `limit` digits.
  @inline(__always)
  private mutating func digits(limit: Int) -> (value: Int64, count: Int) {
    var value: Int64 = 0
    let start = at
    while at &- start < limit {
      let digit = current &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ Int64(digit)
      at &+= 1
    }
    return (value, at &- start)
  }

  /// What follows a decimal point, if there is one: `limit` digits count, more are stepped over.
  @inline(__always)
  private mutating func fraction(limit: Int) -> (value: Int64, scale: Int64, count: Int) {
    guard current == ascii(".") else { return (0, 1, 0) }
    at &+= 1
    var value: Int64 = 0
    var scale: Int64 = 1
    var count = 0
    while true {
      let digit = current &- 0x30
      guard digit < 10 else { return (value, scale, count) }
      if count < limit {
        value = value &* 10 &+ Int64(digit)
        scale = scale &* 10
        count &+= 1
      }
      at &+= 1
    }
  }

  @inline(__always)
  private mutating func sign() -> Bool {
    let byte = current
    guard byte == ascii("-") || byte == ascii("+") else { return false }
    at &+= 1
    return byte == ascii("-")
  }

  /// Degrees from degrees and minutes; the side's letter is the next field.
  @inline(__always)
  private mutating func angle(
    degreesLimit: Int64, positive: UInt8, negative: UInt8
  ) -> Double? {
    if skipEmpty() {
      if !skipEmpty() { at &+= 1; _ = finish() }
      return nil
    }
    let (whole, count) = digits(limit: 5)
    // Eleven decimals keep the sum of minutes below 2^53, hence the division correctly rounded.
    let (part, scale, _) = fraction(limit: 11)
    let degrees = whole / 100
    let minutes = whole &- degrees &* 100
    let sum = (degrees &* 60 &+ minutes) &* scale &+ part
    let isGood = count >= 3 && minutes < 60 && sum <= degreesLimit &* 60 &* scale
    guard finish() else {
      if !skipEmpty() { at &+= 1; _ = finish() }
      return nil
    }
    let side = current
    if side == ascii(",") {
      // Without a side the sign is unknown.
      at &+= 1
      self.count()
      return nil
    }
    at &+= 1
    guard finish() else { return nil }
    guard isGood, side == positive || side == negative else {
      self.count()
      return nil
    }
    let value = Double(sum) / Double(60 &* scale)
    return side == positive ? value : -value
  }
}

extension NMEAReader: NMEAFieldVisitor {
  @inline(__always)
  mutating func timeOfDay(_ name: StaticString, _ value: inout TimeOfDay?) {
    value = nil
    if skipEmpty() { return }
    let (clock, count) = digits(limit: 6)
    var (part, scale, _) = fraction(limit: 9)
    guard finish() else { return }
    while scale < 1_000_000_000 {
      part = part &* 10
      scale = scale &* 10
    }
    let whole = Int(truncatingIfNeeded: clock)
    if count == 6 {
      value = TimeOfDay(
        hour: whole / 10_000, minute: whole / 100 % 100, second: whole % 100,
        nanosecond: Int(truncatingIfNeeded: part))
    }
    if value == nil { self.count() }
  }

  @inline(__always)
  mutating func date(_ name: StaticString, _ value: inout CalendarDate?) {
    value = nil
    if skipEmpty() { return }
    let (packed, count) = digits(limit: 6)
    guard finish() else { return }
    if count == 6 {
      let whole = Int(truncatingIfNeeded: packed)
      let year = whole % 100
      value = CalendarDate(
        year: year >= 80 ? 1900 &+ year : 2000 &+ year, month: whole / 100 % 100,
        day: whole / 10_000)
    }
    if value == nil { self.count() }
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
    if skipEmpty() { return }
    let isNegative = sign()
    let (magnitude, count) = digits(limit: 18)
    guard finish() else { return }
    guard count > 0, let number = T(exactly: isNegative ? 0 &- magnitude : magnitude),
      range.contains(number)
    else { return self.count() }
    value = number
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
    value = nil
    if skipEmpty() { return }
    let isNegative = sign()
    let (whole, count) = digits(limit: 9)
    let (part, scale, places) = fraction(limit: 9)
    guard finish() else { return }
    guard count > 0 || places > 0 else { return self.count() }
    let magnitude = Double(whole &* scale &+ part) / Double(scale)
    value = isNegative ? -magnitude : magnitude
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

  /// A single last field cannot begin a group: it is what follows the groups.
  @inline(__always)
  func hasGroup(_ index: Int, of count: Int) -> Bool {
    var next = at
    while next < end {
      if unsafe bytes[unchecked: next] == ascii(",") { return true }
      next &+= 1
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
