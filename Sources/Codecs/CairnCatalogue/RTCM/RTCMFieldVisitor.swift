public import CairnRTCM
public import CairnTypes

/// Visits the fields of a message in wire order to read, write or print them.
public protocol RTCMFieldVisitor: ~Escapable {
  /// Whether the visitor takes values from a payload; otherwise from the message.
  static var reads: Bool { get }

  /// Visits one field. A reader sets `bits`, a writer uses them.
  mutating func bits(_ field: RTCMDataField, _ bits: inout UInt64)

  /// Begins an element of a repeated group, which lasts until `endElement`.
  ///
  /// - Parameter index: the element's index, from 0.
  mutating func beginElement(_ index: Int)

  /// Ends the present element.
  mutating func endElement()

  /// Visits a text of `count` bytes of UTF-8.
  mutating func codeUnits(_ field: RTCMDataField, _ count: Int, _ octets: inout [UInt8])

  /// Visits the bytes to the payload's end, whose meaning is unpublished.
  mutating func rest(_ name: StaticString, _ octets: inout [UInt8])

  /// Adds a value derived from other fields, for readers of a printout.
  mutating func derived(_ name: StaticString, _ value: @autoclosure () -> FieldValue)

  /// Rejects the last field's value, which no message can have; the visit ends soon.
  mutating func refuse(_ field: RTCMDataField)
}

extension RTCMFieldVisitor where Self: ~Escapable {
  /// Whether the visitor takes values from a payload.
  public var isReading: Bool { Self.reads }

  /// Visits the message number.
  ///
  /// - Parameter number: the number to write.
  /// - Returns: the number on the wire.
  @inline(__always)
  public mutating func form(_ number: MessageNumber) -> MessageNumber {
    var raw = UInt64(number.rawValue)
    bits(.df002, &raw)
    return MessageNumber(rawValue: UInt16(truncatingIfNeeded: raw))
  }

  /// Visits a plain number.
  @inline(__always)
  public mutating func integer<W: FixedWidthInteger & BitwiseCopyable>(
    _ field: RTCMDataField, _ value: inout W
  ) {
    var raw = Self.reads ? 0 : field.bits(Int64(clamping: value))
    bits(field, &raw)
    if Self.reads { value = W(clamping: field.integer(raw)) }
  }

  /// Visits a number that the wire increases by `offset` to keep it non-negative.
  @inline(__always)
  public mutating func integer<W: FixedWidthInteger & BitwiseCopyable>(
    _ field: RTCMDataField, _ value: inout W, offset: Int
  ) {
    var raw = Int(clamping: value) &+ offset
    integer(field, &raw)
    if Self.reads { value = W(clamping: raw &- offset) }
  }

  /// Visits a number with one value that means unknown.
  @inline(__always)
  public mutating func integer<W: FixedWidthInteger & BitwiseCopyable>(
    _ field: RTCMDataField, _ value: inout W?, absent: W
  ) {
    var number = value ?? absent
    integer(field, &number)
    if Self.reads { value = number == absent ? nil : number }
  }

  /// Visits one bit.
  @inline(__always)
  public mutating func flag(_ field: RTCMDataField, _ value: inout Bool) {
    var raw: UInt64 = value ? 1 : 0
    bits(field, &raw)
    if Self.reads { value = raw != 0 }
  }

  /// Visits a mask of independent bits.
  @inline(__always)
  public mutating func mask(_ field: RTCMDataField, _ mask: inout UInt64) { bits(field, &mask) }

  /// Visits a number multiplied by the field's resolution.
  ///
  /// - Parameters:
  ///   - field: the field, with its resolution.
  ///   - value: the message's property.
  ///   - unit: the standard's unit, in the property's unit.
  @inline(__always)
  public mutating func real(_ field: RTCMDataField, _ value: inout Double, unit: Double = 1) {
    let factor = field.resolution * unit
    var raw = Self.reads ? 0 : field.bits(nearest: value / factor)
    bits(field, &raw)
    if Self.reads { value = Double(field.integer(raw)) * factor }
  }

  /// Visits a number multiplied by the field's resolution, with one value that means unknown.
  ///
  /// - Parameters:
  ///   - field: the field, with its resolution.
  ///   - value: the message's property.
  ///   - unit: the standard's unit, in the property's unit.
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

  /// Visits bits without a meaning, which are skipped and written as zero.
  @inline(__always)
  public mutating func reserved(_ field: RTCMDataField) {
    var raw: UInt64 = 0
    bits(field, &raw)
  }

  /// Visits characters of ISO 8859-1 after their number.
  ///
  /// - Parameters:
  ///   - counter: the field with the number of characters.
  ///   - field: the field of one character.
  ///   - text: the message's property; a writer puts `?` for other characters and cuts the rest.
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
