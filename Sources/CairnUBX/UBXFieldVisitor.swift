/// A fixed-width little-endian integer of a UBX payload.
public typealias UBXWireInteger = FixedWidthInteger & BitwiseCopyable & Sendable

/// How the wire's number is to be shown.
public enum UBXNotation: Hashable, Sendable {
  /// As the integer it is.
  case integer
  /// Multiplied by the interface description's scale.
  case scaled(Double)
  /// As the IEEE 754 number whose bits the integer is.
  case real
}

/// Visits the fields of a message in wire order: reads, writes or prints them.
///
/// Messages call the functions named after the interface description's types: `u1`, `i4`, `x2` …,
/// which all end in the requirements below.
public protocol UBXFieldVisitor {
  /// Whether the visitor takes values from a payload; otherwise it takes them from the message.
  static var reads: Bool { get }

  /// One number. A reader sets `raw`, a writer uses it.
  mutating func number<W: UBXWireInteger>(
    _ name: StaticString, _ raw: inout W, _ notation: UBXNotation)

  /// One word of bit fields, as wide as `W`.
  mutating func bits<W: UBXWireInteger, B: UBXBitField>(
    _ name: StaticString, _ width: W.Type, _ value: inout B)

  /// Text of a fixed width, ended early by a zero octet.
  mutating func ch(_ name: StaticString, _ width: Int, _ value: inout UBXText)

  /// Octets without a meaning.
  mutating func reserved(_ count: Int)

  /// The groups of a message that declares how many there are.
  ///
  /// - Parameters:
  ///   - count: what `count(_:of:)` returned.
  ///   - elements: the message's property.
  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G])

  /// The groups of a message whose payload ends with the last of them.
  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G])

  /// Whether fields follow that earlier forms of the message do not have.
  ///
  /// - Parameter present: whether the message has them, for a writer.
  /// - Returns: `present` from a writer; from a reader, whether the payload goes on.
  mutating func more(when present: Bool) -> Bool
}

/// A number of which the vendor may add values: an open set, unlike an enumeration.
public protocol UBXOpenValue: RawRepresentable, Hashable, Sendable, BitwiseCopyable
where RawValue: UBXWireInteger {
  /// Any value is valid.
  init(rawValue: RawValue)
}

extension UBXFieldVisitor {
  /// The number of elements that follow in groups, as one octet.
  ///
  /// - Parameters:
  ///   - name: the interface description's.
  ///   - elements: the message's property; a writer sends at most 255 of them.
  /// - Returns: the number to hand to `groups`.
  public mutating func count<G: UBXGroup>(_ name: StaticString, of elements: [G]) -> Int {
    var raw = UInt8(clamping: elements.count)
    number(name, &raw, .integer)
    return Int(raw)
  }

  mutating func plain<W: UBXWireInteger>(_ name: StaticString, _ value: inout W) {
    number(name, &value, .integer)
  }

  mutating func open<T: UBXOpenValue>(_ name: StaticString, _ value: inout T) {
    var raw = value.rawValue
    number(name, &raw, .integer)
    if Self.reads { value = T(rawValue: raw) }
  }

  mutating func optional<W: UBXWireInteger>(
    _ name: StaticString, _ value: inout W?, _ absent: W, _ isAbsent: Bool?
  ) {
    var raw = value ?? absent
    number(name, &raw, .integer)
    if Self.reads { value = isAbsent ?? (raw == absent) ? nil : raw }
  }

  mutating func scaled<W: UBXWireInteger>(
    _ name: StaticString, _ width: W.Type, _ value: inout Double, _ scale: Double?, _ unit: UBXUnit
  ) {
    let factor = (scale ?? 1) * unit.factor
    var raw: W = Self.reads ? 0 : wire(value, factor)
    number(name, &raw, notation(scale))
    if Self.reads { value = Double(raw) * factor }
  }

  mutating func scaled<W: UBXWireInteger>(
    _ name: StaticString, _ value: inout Double?, _ scale: Double?, _ unit: UBXUnit, _ absent: W,
    _ isAbsent: Bool?
  ) {
    let factor = (scale ?? 1) * unit.factor
    var raw = absent
    if !Self.reads, let value { raw = wire(value, factor) }
    number(name, &raw, notation(scale))
    if Self.reads { value = isAbsent ?? (raw == absent) ? nil : Double(raw) * factor }
  }

  private func notation(_ scale: Double?) -> UBXNotation {
    if let scale { .scaled(scale) } else { .integer }
  }

  /// The nearest wire value, saturated; zero for what is not a number.
  private func wire<W: UBXWireInteger>(_ value: Double, _ factor: Double) -> W {
    let quotient = value / factor
    guard quotient == quotient else { return 0 }
    // Every wire type that is scaled has at most 32 bits: the clamp and the sum are exact.
    let clamped = max(-9e15, min(9e15, quotient))
    return W(clamping: Int64(clamped < 0 ? clamped - 0.5 : clamped + 0.5))
  }
}
