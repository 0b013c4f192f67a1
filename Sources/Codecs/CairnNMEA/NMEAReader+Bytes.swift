internal import CairnTypes

/// The slow path: reads byte by byte any form that the fast path does not handle.
extension NMEAReader {
  /// Reads up to `limit` digits. Blanks before them, from `start` on, stand for zeros in the count.
  private mutating func digits(limit: Int, from start: Int? = nil) -> (value: Int64, count: Int) {
    var value: Int64 = 0
    let first = at
    while at &- first < limit {
      let digit = current &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ Int64(digit)
      at &+= 1
    }
    return (value, at == first ? 0 : min(limit, at &- (start ?? first)))
  }

  /// Reads the digits after a decimal point, if there is one: up to `limit`; skips any more.
  private mutating func fraction(limit: Int) -> (value: Int64, count: Int) {
    guard current == ascii(".") else { return (0, 0) }
    at &+= 1
    let (value, count) = digits(limit: limit)
    while current &- 0x30 < 10 { at &+= 1 }
    return (value, count)
  }

  @inline(__always)
  private mutating func sign() -> Bool {
    let byte = current
    guard byte == ascii("-") || byte == ascii("+") else { return false }
    at &+= 1
    return byte == ascii("-")
  }

  @inline(never)
  mutating func anyAngle(
    _ degreesLimit: Int64, _ positive: UInt8, _ negative: UInt8
  ) -> Double? {
    let start = at
    if skipEmpty() {
      if !skipEmpty() { at &+= 1; _ = finish() }
      return nil
    }
    let (whole, count) = digits(limit: 5, from: start)
    let (part, places) = fraction(limit: 11)
    let value = count >= 3 ? Self.degrees(whole, part, places, limit: degreesLimit) : nil
    guard finish() else {
      if !skipEmpty() { at &+= 1; _ = finish() }
      return nil
    }
    if skipEmpty() {
      // The sign is unknown without a side.
      self.count()
      return nil
    }
    let side = current
    at &+= 1
    guard finish() else { return nil }
    guard let value, side == positive || side == negative else {
      self.count()
      return nil
    }
    return side == positive ? value : -value
  }

  @inline(never)
  mutating func anyTimeOfDay() -> TimeOfDay? {
    let start = at
    if skipEmpty() { return nil }
    let (clock, count) = digits(limit: 6, from: start)
    let (part, places) = fraction(limit: 9)
    guard finish() else { return nil }
    let time = count == 6 ? Self.timeOfDay(clock, part, places) : nil
    if time == nil { self.count() }
    return time
  }

  @inline(never)
  mutating func anyDate() -> CalendarDate? {
    let start = at
    if skipEmpty() { return nil }
    let (packed, count) = digits(limit: 6, from: start)
    guard finish() else { return nil }
    let date = count == 6 ? Self.date(packed) : nil
    if date == nil { self.count() }
    return date
  }

  /// Reads `yyyymmddhhmmss` with up to nine decimals.
  @inline(never)
  mutating func instant(_ date: inout CalendarDate?, _ time: inout TimeOfDay?) {
    date = nil
    time = nil
    if skipEmpty() { return }
    let (day, dayCount) = digits(limit: 8)
    let (clock, clockCount) = digits(limit: 6)
    let (part, places) = fraction(limit: 9)
    guard finish() else { return }
    guard dayCount == 8, clockCount == 6 else { return self.count() }
    let whole = Int(truncatingIfNeeded: day)
    date = CalendarDate(year: whole / 10_000, month: whole / 100 % 100, day: whole % 100)
    time = Self.timeOfDay(clock, part, places)
    if date == nil || time == nil { self.count() }
  }

  @inline(never)
  mutating func anyInteger() -> Int64? {
    if skipEmpty() { return nil }
    let isNegative = sign()
    let (magnitude, count) = digits(limit: 18)
    guard finish() else { return nil }
    guard count > 0 else {
      self.count()
      return nil
    }
    return isNegative ? 0 &- magnitude : magnitude
  }

  @inline(never)
  mutating func anyDecimal() -> Double? {
    if skipEmpty() { return nil }
    let isNegative = sign()
    let (whole, count) = digits(limit: 9)
    let (part, places) = fraction(limit: 9)
    guard finish() else { return nil }
    guard count > 0 || places > 0 else {
      self.count()
      return nil
    }
    let scale = decimalScale(places)
    let magnitude = Double(whole &* scale &+ part) / Double(scale)
    return isNegative ? -magnitude : magnitude
  }
}

/// Returns 10 to the power of 0...11; the reader's digit counts never exceed that range.
@inline(__always)
func decimalScale(_ exponent: Int) -> Int64 { powers[exponent & 15] }

private let powers: InlineArray<16, Int64> = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1, 1, 1, 1,
]
