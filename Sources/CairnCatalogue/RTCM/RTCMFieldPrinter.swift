internal import CairnRTCM
public import CairnTypes

/// Collects every field of a payload as the wire has it: scaled, in the wire's unit, sentinels as they
/// stand; then hands them to a sink.
///
/// Collecting first keeps a sink free of the fields of a message that is cut short, and puts together
/// the elements of multiple signal messages, which send one field of all satellites before the next.
struct RTCMFieldPrinter: RTCMFieldVisitor, ~Escapable {
  static var reads: Bool { true }

  private typealias Field = (name: String, value: FieldValue)

  private var reader: RTCMFieldReader
  private var fields: [Field] = []
  private var elements: [[Field]] = []
  private var exactTexts: [[UInt8]] = []
  /// The element that the present field lies in.
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

  /// Hands over everything, and what lies behind the last field.
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

/// What lies behind the last field: bits up to the end of a byte, then whole bytes, or how many when
/// they are zero.
public enum RTCMTail {
  /// Hands the rest of a payload to a sink.
  public static func print(_ bits: inout RTCMBitReader, into sink: inout some FieldSink) {
    let padding = bits.bitsLeft % 8
    if padding > 0, let found = bits.read(padding) { sink.reserved(.unsigned(found)) }
    var octets: [UInt8] = []
    while let octet = bits.read(8) { octets.append(UInt8(truncatingIfNeeded: octet)) }
    guard !octets.isEmpty else { return }
    // Some senders fill up with zeros: their number says it all, and is not zero itself.
    let isFilling = octets.allSatisfy { $0 == 0 }
    sink.reserved(isFilling ? .unsigned(UInt64(octets.count)) : .octets(octets))
  }

  /// Appends what a source has behind the last field.
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

  /// A source that names a huge count is not followed.
  private static func zeros(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: max(0, min(count, RTCMFrame.maximumPayload)))
  }
}

/// Code units of UTF-8 as text that a source can turn back.
public struct RTCMText {
  /// The text, or where it is no UTF-8 each octet as the character of that number, without zeros.
  public let shown: String
  /// Whether the text alone gives the octets back.
  public let isExact: Bool

  /// The text of some octets.
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
  /// As a string, without the formatting that `description` brings into firmware.
  var string: String {
    withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
