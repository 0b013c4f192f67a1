internal import CairnRTCM
internal import CairnTypes

/// Why a visit had to stop: the field and its place in the payload.
enum RTCMFailure {
  case truncated(RTCMDataField, bit: Int)
  case invalid(RTCMDataField, bit: Int)

  func error(_ number: MessageNumber) -> RTCMError {
    switch self {
    case .truncated(let field, let bit): .truncated(number, field: field.name, bit: bit)
    case .invalid(let field, let bit): .invalidField(number, field: field.name, bit: bit)
    }
  }
}

/// Reads the fields of a message from a payload; after the end, everything is zero.
struct RTCMFieldReader: RTCMFieldVisitor, ~Escapable {
  static var reads: Bool { true }

  private var reader: RTCMBitReader
  /// The first failure.
  private(set) var failure: RTCMFailure?

  @_lifetime(copy payload)
  init(_ payload: Span<UInt8>) { reader = RTCMBitReader(payload) }

  @inline(__always)
  mutating func bits(_ field: RTCMDataField, _ bits: inout UInt64) {
    if failure == nil, let found = reader.read(Int(field.width)) {
      bits = found
      return
    }
    bits = 0
    if failure == nil { failure = .truncated(field, bit: reader.offset) }
  }

  mutating func beginElement(_ index: Int) {}
  mutating func endElement() {}
  mutating func derived(_ name: StaticString, _ value: @autoclosure () -> FieldValue) {}

  mutating func codeUnits(_ field: RTCMDataField, _ count: Int, _ octets: inout [UInt8]) {
    octets.removeAll(keepingCapacity: true)
    for _ in 0..<max(0, count) where failure == nil {
      var raw: UInt64 = 0
      bits(field, &raw)
      octets.append(UInt8(truncatingIfNeeded: raw))
    }
  }

  mutating func rest(_ name: StaticString, _ octets: inout [UInt8]) {
    octets.removeAll(keepingCapacity: true)
    while failure == nil, let octet = reader.read(8) {
      octets.append(UInt8(truncatingIfNeeded: octet))
    }
  }

  mutating func refuse(_ field: RTCMDataField) {
    if failure == nil { failure = .invalid(field, bit: reader.offset) }
  }

  /// Passes the data after the last field to a sink.
  mutating func printTail(into sink: inout some FieldSink) { RTCMTail.print(&reader, into: &sink) }
}

/// Writes the fields of a message to a payload.
struct RTCMFieldWriter: RTCMFieldVisitor {
  static var reads: Bool { false }

  private(set) var writer = RTCMBitWriter()
  private(set) var failure: RTCMFailure?

  mutating func bits(_ field: RTCMDataField, _ bits: inout UInt64) {
    writer.write(bits, Int(field.width))
  }

  mutating func beginElement(_ index: Int) {}
  mutating func endElement() {}
  mutating func derived(_ name: StaticString, _ value: @autoclosure () -> FieldValue) {}

  mutating func codeUnits(_ field: RTCMDataField, _ count: Int, _ octets: inout [UInt8]) {
    for index in 0..<max(0, count) {
      writer.write(index < octets.count ? UInt64(octets[index]) : 0, 8)
    }
  }

  mutating func rest(_ name: StaticString, _ octets: inout [UInt8]) {
    for octet in octets { writer.write(UInt64(octet), 8) }
  }

  mutating func refuse(_ field: RTCMDataField) {
    if failure == nil { failure = .invalid(field, bit: writer.offset) }
  }
}
