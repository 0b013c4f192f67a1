internal import CairnRTCM
internal import CairnTypes

/// Writes a payload from wire values that a source provides by name; the reverse of the printer.
///
/// It also reads, so that a field that decides about others has its value in time. Fields that the
/// source does not have are written as zero and counted.
struct RTCMFieldBuilder<Source: FieldSource>: RTCMFieldVisitor {
  static var reads: Bool { true }

  private(set) var writer = RTCMBitWriter()
  /// Number of fields that the source lacks, or that should be a number and are not.
  private(set) var missing = 0
  /// Whether no message can have these values.
  private(set) var isRefused = false
  private var source: Source
  private let number: MessageNumber
  /// Whether the source has the element of the present field.
  private var hasElement = true

  init(_ number: MessageNumber, _ source: consuming Source) {
    self.number = number
    self.source = source
  }

  mutating func bits(_ field: RTCMDataField, _ bits: inout UInt64) {
    let value = hasElement ? source.field(named: field.name) : nil
    if field == .df002 {
      bits = UInt64(number.rawValue)
    } else if let found = value.flatMap({ field.bits(of: $0) }) {
      bits = found
    } else {
      bits = 0
      missing &+= 1
    }
    writer.write(bits, Int(field.width))
  }

  mutating func beginElement(_ index: Int) {
    hasElement = index < source.groupCount
    if hasElement { source.beginGroup(index) }
  }

  mutating func endElement() {
    if hasElement { source.endGroup() }
    hasElement = true
  }

  mutating func derived(_ name: StaticString, _ value: @autoclosure () -> FieldValue) {
    if hasElement { _ = source.field(name) }
  }

  mutating func codeUnits(_ field: RTCMDataField, _ count: Int, _ octets: inout [UInt8]) {
    octets.removeAll(keepingCapacity: true)
    let shown = source.field(named: field.name)
    if case .octets(let exact)? = source.reserved(), !exact.isEmpty {
      octets = exact
    } else if case .text(let text)? = shown {
      octets.append(contentsOf: text.utf8)
    }
    if octets.count != count { missing &+= 1 }
    for index in 0..<max(0, count) {
      writer.write(index < octets.count ? UInt64(octets[index]) : 0, 8)
    }
  }

  mutating func rest(_ name: StaticString, _ octets: inout [UInt8]) {
    let found: [UInt8]? =
      switch source.field(name) {
      case .octets(let octets)?: octets
      case .text(let digits)?: FieldValue.octets(hexadecimal: digits)
      default: nil
      }
    if found == nil { missing &+= 1 }
    octets = found ?? []
    for octet in octets { writer.write(UInt64(octet), 8) }
  }

  mutating func refuse(_ field: RTCMDataField) { isRefused = true }

  /// Appends the source's data after the last field.
  mutating func finish() { RTCMTail.build(&writer, from: &source) }
}
