public import CairnRTCM
public import CairnTypes

/// Visits the fields of a message in wire order: reads, writes or prints them.
public protocol RTCMFieldVisitor: ~Escapable {
  /// Whether the visitor takes values from a payload; otherwise it takes them from the message.
  static var reads: Bool { get }

  /// One field. A reader sets `bits`, a writer uses them.
  mutating func bits(_ field: RTCMDataField, _ bits: inout UInt64)

  /// The fields up to `endElement` belong to one element of a repeated group.
  ///
  /// - Parameter index: of the element, from 0.
  mutating func beginElement(_ index: Int)

  /// Ends what `beginElement` began.
  mutating func endElement()

  /// Text of `count` code units of UTF-8.
  mutating func codeUnits(_ field: RTCMDataField, _ count: Int, _ octets: inout [UInt8])

  /// Octets up to the payload's end, whose meaning is not published.
  mutating func rest(_ name: StaticString, _ octets: inout [UInt8])

  /// What follows from other fields, for readers of a print.
  mutating func derived(_ name: StaticString, _ value: @autoclosure () -> FieldValue)

  /// The last field has a value that no message can have; the visit ends soon.
  mutating func refuse(_ field: RTCMDataField)
}

extension RTCMFieldVisitor where Self: ~Escapable {
  /// Whether the visitor takes values from a payload.
  public var isReading: Bool { Self.reads }

  /// The message number.
  ///
  /// - Parameter number: the one to write.
  /// - Returns: the one on the wire.
  @inline(__always)
  public mutating func form(_ number: MessageNumber) -> MessageNumber {
    var raw = UInt64(number.rawValue)
    bits(.df002, &raw)
    return MessageNumber(rawValue: UInt16(truncatingIfNeeded: raw))
  }

  /// A number as it is.
  @inline(__always)
  public mutating func integer<W: FixedWidthInteger & BitwiseCopyable>(
    _ field: RTCMDataField, _ value: inout W
  ) {
    var raw = Self.reads ? 0 : field.bits(Int64(clamping: value))
    bits(field, &raw)
    if Self.reads { value = W(clamping: field.integer(raw)) }
  }

  /// A number that the wire has increased by `offset`, so that it is never negative.
  @inline(__always)
  public mutating func integer<W: FixedWidthInteger & BitwiseCopyable>(
    _ field: RTCMDataField, _ value: inout W, offset: Int
  ) {
    var raw = Int(clamping: value) &+ offset
    integer(field, &raw)
    if Self.reads { value = W(clamping: raw &- offset) }
  }

  /// A number of which one value says that it is not known.
  @inline(__always)
  public mutating func integer<W: FixedWidthInteger & BitwiseCopyable>(
    _ field: RTCMDataField, _ value: inout W?, absent: W
  ) {
    var number = value ?? absent
    integer(field, &number)
    if Self.reads { value = number == absent ? nil : number }
  }

  /// One bit.
  @inline(__always)
  public mutating func flag(_ field: RTCMDataField, _ value: inout Bool) {
    var raw: UInt64 = value ? 1 : 0
    bits(field, &raw)
    if Self.reads { value = raw != 0 }
  }

  /// A mask: every bit stands for itself.
  @inline(__always)
  public mutating func mask(_ field: RTCMDataField, _ mask: inout UInt64) { bits(field, &mask) }

  /// A number multiplied by the field's resolution.
  ///
  /// - Parameters:
  ///   - field: with the resolution.
  ///   - value: the message's property.
  ///   - unit: what one of the standard's units is in the property's.
  @inline(__always)
  public mutating func real(_ field: RTCMDataField, _ value: inout Double, unit: Double = 1) {
    let factor = field.resolution * unit
    var raw = Self.reads ? 0 : field.bits(nearest: value / factor)
    bits(field, &raw)
    if Self.reads { value = Double(field.integer(raw)) * factor }
  }

  /// A number multiplied by the field's resolution, of which one value says that it is not known.
  ///
  /// - Parameters:
  ///   - field: with the resolution.
  ///   - value: the message's property.
  ///   - unit: what one of the standard's units is in the property's.
  ///   - absent: the number on the wire that stands for `nil`.
  @inline(__always)
  public mutating func real(
    _ field: RTCMDataField, _ value: inout Double?, unit: Double = 1, absent: Int64
  ) {
    let factor = field.resolution * unit
    var raw = field.bits(absent)
    if !Self.reads, let value { raw = field.bits(nearest: value / factor) }
    bits(field, &raw)
    guard Self.reads else { return }
    let steps = field.integer(raw)
    value = steps == absent ? nil : Double(steps) * factor
  }

  /// Bits without a meaning, read over and written as zero.
  @inline(__always)
  public mutating func reserved(_ field: RTCMDataField) {
    var raw: UInt64 = 0
    bits(field, &raw)
  }

  /// Characters of ISO 8859-1 behind their number.
  ///
  /// - Parameters:
  ///   - counter: the field that says how many characters there are.
  ///   - field: one character.
  ///   - text: the message's property; a writer puts `?` for other characters and cuts what is too long.
  public mutating func characters(
    _ counter: RTCMDataField, _ field: RTCMDataField, _ text: inout String
  ) {
    var octets: [UInt8] = []
    if !Self.reads {
      for scalar in text.unicodeScalars {
        octets.append(scalar.value < 256 ? UInt8(scalar.value) : 63)
      }
    }
    var count = min(octets.count, 255)
    integer(counter, &count)
    if Self.reads { text = "" }
    for index in 0..<count {
      beginElement(index)
      var raw = index < octets.count ? UInt64(octets[index]) : 0
      bits(field, &raw)
      endElement()
      if Self.reads { text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: raw))) }
    }
  }
}
