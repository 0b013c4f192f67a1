/// A fixed-width little-endian integer in a UBX payload.
public typealias UBXWireInteger = FixedWidthInteger & BitwiseCopyable & Sendable

/// How to show a number from the wire.
public enum UBXNotation: Hashable, Sendable {
  /// As an integer.
  case integer
  /// Multiplied by the interface description's scale.
  case scaled(Double)
  /// As the IEEE 754 number with the same bits.
  case real
  /// As octets in wire order, in hexadecimal digits.
  case octets
}

/// Visits the fields of a message in wire order: reads, writes or prints them.
///
/// Messages call the functions named after the types of the interface description: `u1`, `i4`, `x2`
/// …. All of these end in the requirements below.
public protocol UBXFieldVisitor {
  /// Whether the visitor takes values from a payload instead of the message.
  static var reads: Bool { get }

  /// Visits one number. A reader sets `raw`; a writer uses it.
  mutating func number<W: UBXWireInteger>(
    _ name: StaticString, _ raw: inout W, _ notation: UBXNotation)

  /// Visits one word of bit fields, as wide as `W`.
  mutating func bits<W: UBXWireInteger, B: UBXBitField>(
    _ name: StaticString, _ width: W.Type, _ value: inout B)

  /// Visits an unsigned number of `width` octets, 1 to 8.
  mutating func wide(_ name: StaticString, _ width: Int, _ raw: inout UInt64)

  /// Visits several numbers of one name, as many as the interface description says; `notation` is
  /// `integer` or `octets`.
  mutating func array<W: UBXWireInteger>(
    _ name: StaticString, _ count: Int, _ values: inout [W], as notation: UBXNotation)

  /// Visits text of a fixed width; a zero octet ends it early.
  mutating func ch(_ name: StaticString, _ width: Int, _ value: inout UBXText)

  /// Visits octets without a meaning.
  mutating func reserved(_ count: Int)

  /// Visits the groups of a message that declares their number, up to the payload's end.
  ///
  /// - Parameters:
  ///   - count: number that `count(_:of:)` returned.
  ///   - elements: property of the message.
  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G])

  /// Visits the groups of a message whose payload ends with the last group.
  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G])

  /// Visits configuration items up to the payload's end, each a key and its value.
  mutating func configuration(_ values: inout [ConfigurationValue])

  /// Visits configuration keys up to the payload's end.
  mutating func configurationKeys(_ name: StaticString, _ keys: inout [ConfigurationKey])

  /// Returns whether fields follow that earlier forms of the message lack.
  ///
  /// - Parameter present: whether the message has these fields; used by a writer.
  /// - Returns: `present` from a writer; from a reader, whether the payload continues.
  mutating func more(when present: Bool) -> Bool
}

/// A number to which the vendor may add values: an open set, unlike an enumeration.
public protocol UBXOpenValue: RawRepresentable, Hashable, Sendable, BitwiseCopyable
where RawValue: UBXWireInteger {
  /// Any value is valid.
  init(rawValue: RawValue)
}

extension UBXFieldVisitor {
  /// Visits the number of elements in the groups that follow, as one octet.
  ///
  /// - Parameters:
  ///   - name: name in the interface description.
  ///   - elements: property of the message; a writer sends at most 255 of them.
  /// - Returns: number to pass to `groups`.
  public mutating func count<E>(_ name: StaticString, of elements: [E]) -> Int {
    var raw = UInt8(clamping: elements.count)
    number(name, &raw, .integer)
    return Int(raw)
  }

  /// Visits several integers of one name, as many as the interface description says.
  public mutating func array<W: UBXWireInteger>(
    _ name: StaticString, _ count: Int, _ values: inout [W]
  ) {
    array(name, count, &values, as: .integer)
  }

  @inline(__always)
  mutating func plain<W: UBXWireInteger>(_ name: StaticString, _ value: inout W) {
    number(name, &value, .integer)
  }

  @inline(__always)
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
    var raw: W = Self.reads ? 0 : nearest(value / factor)
    number(name, &raw, notation(scale))
    if Self.reads { value = Double(raw) * factor }
  }

  mutating func scaled<W: UBXWireInteger>(
    _ name: StaticString, _ value: inout Double?, _ scale: Double?, _ unit: UBXUnit, _ absent: W,
    _ isAbsent: Bool?
  ) {
    let factor = (scale ?? 1) * unit.factor
    var raw = absent
    if !Self.reads, let value { raw = nearest(value / factor) }
    number(name, &raw, notation(scale))
    if Self.reads { value = isAbsent ?? (raw == absent) ? nil : Double(raw) * factor }
  }

  private func notation(_ scale: Double?) -> UBXNotation {
    if let scale { .scaled(scale) } else { .integer }
  }
}

/// Returns the nearest wire value, saturated; zero for NaN.
package func nearest<W: UBXWireInteger>(_ value: Double) -> W {
  guard value == value else { return 0 }
  // Scaled wire types have at most 32 bits, so that the clamp and the sum are exact.
  let clamped = max(-9e15, min(9e15, value))
  return W(clamping: Int64(clamped < 0 ? clamped - 0.5 : clamped + 0.5))
}
