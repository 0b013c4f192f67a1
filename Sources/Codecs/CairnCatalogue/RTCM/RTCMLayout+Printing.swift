internal import CairnRTCM
internal import CairnTypes

/// Values of fields read or written so far that give repeat counts.
struct RTCMCounts {
  private var values: [(field: RTCMDataField, value: Int)] = []

  mutating func note(_ field: RTCMDataField, _ bits: UInt64) {
    if field.coding == .unsigned, field.width <= 8 { values.append((field, Int(bits))) }
  }

  /// Returns the count; if several elements have the field, the nearest one's counts.
  func times(_ count: RTCMLayout.Count) -> Int {
    switch count {
    case .fixed(let times): times
    case .field(let field, let plus): last(field) + plus
    case .cosines(let degree, let order):
      RTCMLayout.harmonics(degree: last(degree), order: last(order)).cosines
    case .sines(let degree, let order):
      RTCMLayout.harmonics(degree: last(degree), order: last(order)).sines
    }
  }

  private func last(_ field: RTCMDataField) -> Int {
    values.last { $0.field == field }?.value ?? 0
  }
}

/// Prints a payload by a layout: first reads everything, then passes it to a sink.
struct RTCMLayoutPrinter: ~Escapable {
  private enum Event {
    case field(RTCMDataField, UInt64)
    case text(RTCMDataField, [UInt8])
    case begin(Int)
    case end
  }

  private let number: MessageNumber
  private var reader: RTCMBitReader
  private var events: [Event] = []
  private var counts = RTCMCounts()

  @_lifetime(copy payload)
  init(_ number: MessageNumber, _ payload: Span<UInt8>) {
    self.number = number
    reader = RTCMBitReader(payload)
  }

  mutating func read(_ items: [RTCMLayout.Item]) throws(RTCMError) {
    for item in items {
      switch item {
      case .field(let field):
        let bits = try bits(field)
        counts.note(field, bits)
        events.append(.field(field, bits))
      case .text(let field, let count):
        var octets: [UInt8] = []
        for _ in 0..<counts.times(count) {
          octets.append(UInt8(truncatingIfNeeded: try bits(field)))
        }
        events.append(.text(field, octets))
      case .group(let count, let items):
        for index in 0..<counts.times(count) {
          events.append(.begin(index))
          try read(items)
          events.append(.end)
        }
      }
    }
  }

  private mutating func bits(_ field: RTCMDataField) throws(RTCMError) -> UInt64 {
    if let bits = reader.read(Int(field.width)) { return bits }
    throw .truncated(number, field: field.name, bit: reader.offset)
  }

  mutating func deliver(into sink: inout some FieldSink) {
    for event in events {
      switch event {
      case .field(let field, let bits): sink.field(named: field.name, field.value(bits))
      case .text(let field, let octets):
        let text = RTCMText(octets)
        sink.field(named: field.name, .text(text.shown))
        sink.reserved(.octets(text.isExact ? [] : octets))
      case .begin(let index): sink.beginGroup(index)
      case .end: sink.endGroup()
      }
    }
    RTCMTail.print(&reader, into: &sink)
  }
}

/// Builds a payload by a layout.
struct RTCMLayoutBuilder<Source: FieldSource> {
  private(set) var writer = RTCMBitWriter()
  /// Number of fields that the source does not have; they are zero in the payload.
  private(set) var missing = 0
  private let number: MessageNumber
  private var source: Source
  private var counts = RTCMCounts()

  init(_ number: MessageNumber, _ source: consuming Source) {
    self.number = number
    self.source = source
  }

  mutating func write(_ items: [RTCMLayout.Item]) {
    for item in items {
      switch item {
      case .field(let field): write(field)
      case .text(let field, let count):
        let octets = text(field)
        let times = counts.times(count)
        if octets.count != times { missing += 1 }
        for index in 0..<times { writer.write(index < octets.count ? UInt64(octets[index]) : 0, 8) }
      case .group(let count, let items):
        let times = counts.times(count)
        let given = source.groupCount
        if given < times { missing += 1 }
        for index in 0..<min(times, given) {
          source.beginGroup(index)
          write(items)
          source.endGroup()
        }
        // Elements that the source lacks are written as zero, so that the message stays readable.
        for _ in min(times, given)..<times { writeZeros(items) }
      }
    }
  }

  mutating func finish() { RTCMTail.build(&writer, from: &source) }

  private mutating func write(_ field: RTCMDataField) {
    var bits: UInt64 = 0
    let value = source.field(named: field.name)
    if field.name == "DF002" {
      bits = UInt64(number.rawValue)
    } else if let found = value.flatMap({ field.bits(of: $0) }) {
      bits = found
    } else {
      missing += 1
    }
    counts.note(field, bits)
    writer.write(bits, Int(field.width))
  }

  private mutating func writeZeros(_ items: [RTCMLayout.Item]) {
    for item in items {
      switch item {
      case .field(let field):
        counts.note(field, 0)
        writer.write(0, Int(field.width))
      case .text(_, let count):
        for _ in 0..<counts.times(count) { writer.write(0, 8) }
      case .group(let count, let items):
        for _ in 0..<counts.times(count) { writeZeros(items) }
      }
    }
  }

  private mutating func text(_ field: RTCMDataField) -> [UInt8] {
    let shown = source.field(named: field.name)
    if case .octets(let exact)? = source.reserved(), !exact.isEmpty { return exact }
    if case .text(let text)? = shown { return Array(text.utf8) }
    return []
  }
}
