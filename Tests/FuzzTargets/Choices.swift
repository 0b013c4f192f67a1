import CairnTypes

/// Reads an input as decisions; past its end all are zero.
struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func flag() -> Bool { byte() & 1 != 0 }

  mutating func one<Value>(of values: [Value]) -> Value { values[Int(byte()) % values.count] }

  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func integer() -> Int64 {
    (0..<8).reduce(0) { bits, _ in bits << 8 | Int64(byte()) }
  }

  mutating func optional<Value>(_ value: (inout Choices) -> Value) -> Value? {
    flag() ? value(&self) : nil
  }

  /// Returns one of `usual`, or a number that no receiver or application should give.
  mutating func number(_ usual: [Double]) -> Double {
    let choice = Int(byte())
    if choice < 160 { return usual[choice % usual.count] }
    if choice < 250 { return Extremes.reals[choice % Extremes.reals.count] }
    return Double(bitPattern: UInt64(bitPattern: integer()))
  }

  /// Returns a duration from zero to 292 years.
  mutating func duration() -> Duration {
    let choice = byte()
    if choice == 255 { return .nanoseconds(integer()) }
    if choice == 254 { return .nanoseconds(Int64.max) }
    return .milliseconds(1 << (choice % 41)) - .milliseconds(choice % 3)
  }
}
