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
  /// As its octets in the order of the wire, in hexadecimal digits.
  case octets
}

/// How octets without a type of their own are to be shown.
public enum UBXOctetNotation: Hashable, Sendable {
  /// As hexadecimal digits.
  case hexadecimal
  /// As one unsigned number, its lowest octet first.
  case number
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

  /// One number whose fine part lies further on, in units that are a whole fraction of the number's.
  ///
  /// A printer shows the sum under the number's name, as independent decoders do, and the fine part
  /// again where it stands; a builder takes the sum apart.
  ///
  /// - Parameters:
  ///   - name: the interface description's.
  ///   - raw: as for `number`.
  ///   - scale: the interface description's, 1 where it has none.
  ///   - parts: how many units of the fine part are one unit of the number.
  ///   - offset: of the fine part from the payload's start.
  mutating func coarse(
    _ name: StaticString, _ raw: inout Int32, scale: Double, parts: Int, fineAt offset: Int)

  /// The fine part of the first `coarse` number whose fine part has not been stated yet.
  mutating func fine(_ name: StaticString, _ raw: inout Int8, scale: Double)

  /// One word of bit fields, as wide as `W`.
  mutating func bits<W: UBXWireInteger, B: UBXBitField>(
    _ name: StaticString, _ width: W.Type, _ value: inout B)

  /// An unsigned number of `width` octets, 1 to 8.
  mutating func wide(_ name: StaticString, _ width: Int, _ raw: inout UInt64)

  /// Several numbers of one name, as many as the interface description says; of the notations, those
  /// for plain integers and for octets.
  mutating func array<W: UBXWireInteger>(
    _ name: StaticString, _ count: Int, _ values: inout [W], as notation: UBXNotation)

  /// Numbers of one name up to the payload's end.
  mutating func arrayToEnd<W: UBXWireInteger>(_ name: StaticString, _ values: inout [W])

  /// Text of a fixed width, ended early by a zero octet.
  mutating func ch(_ name: StaticString, _ width: Int, _ value: inout UBXText)

  /// Text up to the payload's end.
  mutating func ch(_ name: StaticString, _ value: inout UBXText)

  /// Octets as they are, `count` of them.
  mutating func octets(
    _ name: StaticString, _ count: Int, _ value: inout [UInt8], as notation: UBXOctetNotation)

  /// Octets without a meaning.
  mutating func reserved(_ count: Int)

  /// The groups of a message that declares how many there are.
  ///
  /// - Parameters:
  ///   - count: what `count(_:of:)` returned.
  ///   - elements: the message's property.
  ///   - endsPayload: whether nothing follows them, so that a wrong count can be told.
  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G], endsPayload: Bool)

  /// The groups of a message whose payload ends with the last of them.
  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G])

  /// Configuration items up to the payload's end, each a key and its value.
  mutating func configuration(_ values: inout [ConfigurationValue])

  /// Configuration keys up to the payload's end.
  mutating func configurationKeys(_ name: StaticString, _ keys: inout [ConfigurationKey])

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
  /// One number, by itself: who neither prints nor builds need not know of its fine part.
  public mutating func coarse(
    _ name: StaticString, _ raw: inout Int32, scale: Double, parts: Int, fineAt offset: Int
  ) {
    number(name, &raw, .scaled(scale))
  }

  /// One number, by itself.
  public mutating func fine(_ name: StaticString, _ raw: inout Int8, scale: Double) {
    number(name, &raw, .scaled(scale))
  }

  /// The groups of a message that declares how many there are, up to the payload's end.
  public mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G]) {
    groups(count, &elements, endsPayload: true)
  }

  /// The number of elements that follow in groups, as an integer of another width than an octet.
  public mutating func count<W: UBXWireInteger, E>(
    _ name: StaticString, _ width: W.Type, of elements: [E]
  ) -> Int {
    var raw = W(clamping: elements.count)
    number(name, &raw, .integer)
    return Int(clamping: raw)
  }

  /// The number of elements that follow in groups, as one octet.
  ///
  /// - Parameters:
  ///   - name: the interface description's.
  ///   - elements: the message's property; a writer sends at most 255 of them.
  /// - Returns: the number to hand to `groups`.
  public mutating func count<E>(_ name: StaticString, of elements: [E]) -> Int {
    count(name, UInt8.self, of: elements)
  }

  /// Several integers of one name, as many as the interface description says.
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

/// The nearest wire value, saturated; zero for what is not a number.
package func nearest<W: UBXWireInteger>(_ value: Double) -> W {
  guard value == value else { return 0 }
  // Every wire type that is scaled has at most 32 bits: the clamp and the sum are exact.
  let clamped = max(-9e15, min(9e15, value))
  return W(clamping: Int64(clamped < 0 ? clamped - 0.5 : clamped + 0.5))
}
