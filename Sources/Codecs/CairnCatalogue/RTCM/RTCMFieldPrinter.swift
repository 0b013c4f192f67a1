internal import CairnRTCM
public import CairnTypes

/// Collects every field of a payload as on the wire, scaled in the wire's unit, with sentinels as
/// they are; then passes them to a sink.
///
/// Collecting first keeps a truncated message's fields from the sink, and assembles the elements of
/// multiple signal messages, which send one field of all satellites before the next field.
struct RTCMFieldPrinter: RTCMFieldVisitor, ~Escapable {
  static var reads: Bool { true }

  private typealias Field = (name: String, value: FieldValue)

  private var reader: RTCMFieldReader
  private var fields: [Field] = []
  private var elements: [[Field]] = []
  private var exactTexts: [[UInt8]] = []
  /// The element of the present field.
  private var element: Int?

  @_lifetime(copy payload)
  init(_ payload: Span<UInt8>) { reader = RTCMFieldReader(payload) }

  var failure: RTCMFailure? { reader.failure }

  private mutating func emit(_ name: String, _ value: FieldValue) {
    if let element { elements[element].append((name, value)) } else { fields.append((name, value)) }
  }

  mutating func bits(_ field: RTCMDataField, _ bits: inout UInt64) {
    reader.bits(field, &bits)
    emit(field.name, field.value(bits))
  }

  mutating func beginElement(_ index: Int) {
    while elements.count <= index { elements.append([]) }
    element = index
  }

  mutating func endElement() { element = nil }

  mutating func derived(_ name: StaticString, _ value: @autoclosure () -> FieldValue) {
    emit(name.string, value())
  }

  mutating func codeUnits(_ field: RTCMDataField, _ count: Int, _ octets: inout [UInt8]) {
    reader.codeUnits(field, count, &octets)
    let text = RTCMText(octets)
    emit(field.name, .text(text.shown))
    exactTexts.append(text.isExact ? [] : octets)
  }

  mutating func rest(_ name: StaticString, _ octets: inout [UInt8]) {
    reader.rest(name, &octets)
    emit(name.string, .octets(octets))
  }

  mutating func refuse(_ field: RTCMDataField) { reader.refuse(field) }

  /// Delivers everything, and the data after the last field.
  mutating func deliver(into sink: inout some FieldSink) {
    for (name, value) in fields { sink.field(named: name, value) }
    for index in elements.indices {
      sink.beginGroup(index)
      for (name, value) in elements[index] { sink.field(named: name, value) }
      sink.endGroup()
    }
    for octets in exactTexts { sink.reserved(.octets(octets)) }
    reader.printTail(into: &sink)
  }
}

/// The data after the last field: bits to the end of a byte, then whole bytes, or their number if
/// all are zero.
public enum RTCMTail {
  /// Passes the rest of a payload to a sink.
  public static func print(_ bits: inout RTCMBitReader, into sink: inout some FieldSink) {
    let padding = bits.bitsLeft % 8
    if padding > 0, let found = bits.read(padding) { sink.reserved(.unsigned(found)) }
    var octets: [UInt8] = []
    while let octet = bits.read(8) { octets.append(UInt8(truncatingIfNeeded: octet)) }
    guard !octets.isEmpty else { return }
    // Some senders fill up with zeros: then their number says it all, and it is not zero.
    let isFilling = octets.allSatisfy { $0 == 0 }
    sink.reserved(isFilling ? .unsigned(UInt64(octets.count)) : .octets(octets))
  }

  /// Appends a source's data after the last field.
  public static func build(_ bits: inout RTCMBitWriter, from source: inout some FieldSource) {
    let padding = bits.padding
    if padding > 0 {
      var value: UInt64 = 0
      switch source.reserved() {
      case .unsigned(let found)?: value = found
      case .integer(let found)?: value = UInt64(truncatingIfNeeded: found)
      default: break
      }
      bits.write(value, padding)
    }
    switch source.reserved() {
    case .octets(let octets)?: bits.append(octets)
    case .unsigned(let count)?: bits.append(zeros(Int(clamping: count)))
    case .integer(let count)?: bits.append(zeros(Int(clamping: count)))
    default: break
    }
  }

  /// Returns zeros, unless the source names a huge count.
  private static func zeros(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: max(0, min(count, RTCMFrame.maximumPayload)))
  }
}

/// Bytes of UTF-8 as text from which a source can restore them.
public struct RTCMText {
  /// The text; if it is not UTF-8, each byte as the character with that number, without zeros.
  public let shown: String
  /// Whether the text alone restores the bytes.
  public let isExact: Bool

  /// Creates the text of some bytes.
  public init(_ octets: [UInt8]) {
    let text = String(decoding: octets, as: UTF8.self)
    if !octets.contains(0), Self.matches(text, octets) {
      shown = text
      isExact = true
      return
    }
    var characters = ""
    for octet in octets where octet != 0 {
      characters.unicodeScalars.append(Unicode.Scalar(octet))
    }
    shown = characters
    isExact = false
  }

  private static func matches(_ text: String, _ octets: [UInt8]) -> Bool {
    var index = 0
    for unit in text.utf8 {
      guard index < octets.count, octets[index] == unit else { return false }
      index &+= 1
    }
    return index == octets.count
  }
}

extension StaticString {
  /// The text, without the formatting that `description` would link into firmware.
  var string: String {
    withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
