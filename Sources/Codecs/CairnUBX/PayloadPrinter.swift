internal import CairnTypes

/// Passes every field of a payload to a sink as the wire carries it: scaled, in the wire's unit,
/// sentinels included.
///
/// Reads the payload itself, because the decoded message no longer has the sentinels. Holds the
/// sink's address only during `printFields`, so that a collecting sink is not copied.
@safe
struct PayloadPrinter<Sink: FieldSink, Names: ConfigurationNaming>: UBXFieldVisitor, UBXBitVisitor {
  static var reads: Bool { true }
  static var readsBits: Bool { true }

  private(set) var reader: PayloadReader
  private let sink: UnsafeMutablePointer<Sink>
  private var word: UInt64 = 0
  /// Number of bits of `word` not read yet.
  private var bitsLeft = 0
  /// Number of groups that enclose the present field.
  private var depth = 0

  @unsafe init(
    _ reader: PayloadReader, _ sink: UnsafeMutablePointer<Sink>, naming names: Names.Type
  ) {
    self.reader = reader
    unsafe self.sink = sink
  }

  private func emit(_ name: StaticString, _ value: FieldValue) {
    unsafe sink.pointee.field(name, value)
  }

  mutating func number<W: UBXWireInteger>(
    _ name: StaticString, _ raw: inout W, _ notation: UBXNotation
  ) {
    reader.number(name, &raw, notation)
    switch notation {
    case .integer: emit(name, integer(raw))
    case .scaled(let scale): emit(name, decimal(Double(raw), scale))
    case .real where MemoryLayout<W>.size == 4:
      emit(name, .real(widened(UInt32(truncatingIfNeeded: raw))))
    case .real: emit(name, .real(Double(bitPattern: UInt64(truncatingIfNeeded: raw))))
    case .octets: emit(name, .octets(octets(raw)))
    }
  }

  mutating func coarse(
    _ name: StaticString, _ raw: inout Int32, scale: Double, parts: Int, fineAt offset: Int
  ) {
    reader.number(name, &raw, .integer)
    let sum = Double(raw) * Double(parts) + Double(reader.octet(at: offset))
    emit(name, decimal(sum, scale / Double(parts)))
  }

  mutating func bits<W: UBXWireInteger, B: UBXBitField>(
    _ name: StaticString, _ width: W.Type, _ value: inout B
  ) {
    var raw: W = 0
    reader.number(name, &raw, .integer)
    word = UInt64(truncatingIfNeeded: raw)
    bitsLeft = MemoryLayout<W>.size &* 8
    value.bits(&self)
    if bitsLeft > 0 { unused(bitsLeft) }
  }

  mutating func field(_ name: StaticString, _ width: Int, _ value: inout UInt64) {
    value = word & mask(width)
    word = word &>> UInt64(width)
    bitsLeft &-= width
    emit(name, width == 1 ? .flag(value != 0) : .unsigned(value))
  }

  mutating func ch(_ name: StaticString, _ width: Int, _ value: inout UBXText) {
    reader.ch(name, width, &value)
    emit(name, .octets(value.octets))
  }

  mutating func ch(_ name: StaticString, _ value: inout UBXText) {
    reader.ch(name, &value)
    emit(name, .text(value.characters))
  }

  mutating func wide(_ name: StaticString, _ width: Int, _ raw: inout UInt64) {
    reader.wide(name, width, &raw)
    emit(name, .unsigned(raw))
  }

  mutating func array<W: UBXWireInteger>(
    _ name: StaticString, _ count: Int, _ values: inout [W], as notation: UBXNotation
  ) {
    reader.array(name, count, &values)
    for (index, value) in values.enumerated() {
      let shown = notation == .octets ? FieldValue.octets(octets(value)) : integer(value)
      if depth == 0 {
        unsafe sink.pointee.element(name, index &+ 1, shown)
      } else {
        unsafe sink.pointee.beginGroup(index)
        emit(name, shown)
        unsafe sink.pointee.endGroup()
      }
    }
  }

  mutating func arrayToEnd<W: UBXWireInteger>(_ name: StaticString, _ values: inout [W]) {
    array(name, reader.groupsLeft(MemoryLayout<W>.size), &values)
  }

  mutating func octets(
    _ name: StaticString, _ count: Int, _ value: inout [UInt8], as notation: UBXOctetNotation
  ) {
    reader.octets(name, count, &value, as: notation)
    emit(name, notation == .number ? .wide(value) : .octets(value))
  }

  mutating func unused(_ width: Int) {
    unsafe sink.pointee.reserved(.unsigned(word & mask(width)))
    word = word &>> UInt64(width)
    bitsLeft &-= width
  }

  mutating func unnamed(_ width: Int, _ value: inout UInt64) {
    value = word & mask(width)
    unused(width)
  }

  mutating func reserved(_ count: Int) {
    var octets: [UInt8] = []
    reader.octets("", count, &octets, as: .hexadecimal)
    unsafe sink.pointee.reserved(.octets(octets))
  }

  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G], endsPayload: Bool) {
    let size = PayloadSize.of(G.self)
    guard endsPayload ? reader.expect(count, of: size) : reader.hasRoom(count, of: size) else {
      return
    }
    depth &+= 1
    for index in 0..<count {
      unsafe sink.pointee.beginGroup(index)
      var element = G()
      element.fields(&self)
      unsafe sink.pointee.endGroup()
    }
    depth &-= 1
  }

  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G]) {
    groups(reader.groupsLeft(PayloadSize.of(G.self)), &elements)
  }

  mutating func configuration(_ values: inout [ConfigurationValue]) {
    reader.configuration(&values)
    for value in values {
      if let (name, notation) = Names.name(of: value.key) {
        unsafe sink.pointee.field(named: name, value.shown(as: notation))
      } else {
        unsafe sink.pointee.field(named: value.key.description, .octets(value.octets))
      }
    }
  }

  mutating func configurationKeys(_ name: StaticString, _ keys: inout [ConfigurationKey]) {
    reader.configurationKeys(name, &keys)
    for (index, key) in keys.enumerated() {
      unsafe sink.pointee.beginGroup(index)
      emit(name, .unsigned(UInt64(key.rawValue)))
      unsafe sink.pointee.endGroup()
    }
  }

  mutating func more(when present: Bool) -> Bool { reader.more(when: present) }

  private func integer<W: UBXWireInteger>(_ raw: W) -> FieldValue {
    W.isSigned
      ? .integer(Int64(truncatingIfNeeded: raw)) : .unsigned(UInt64(truncatingIfNeeded: raw))
  }

  private func octets<W: UBXWireInteger>(_ raw: W) -> [UInt8] {
    (0..<MemoryLayout<W>.size).map { UInt8(truncatingIfNeeded: raw >> W(8 &* $0)) }
  }

  /// Passes on the octets that later firmware adds after the last field.
  mutating func finish() {
    if reader.bytesLeft > 0 { reserved(reader.bytesLeft) }
  }

  /// Returns a scaled number. Powers of ten divide, which rounds once: 9999 becomes 99.99. A value
  /// that twelve decimals cannot show, such as a rate in units of 2⁻⁵⁵, stays binary.
  private func decimal(_ raw: Double, _ scale: Double) -> FieldValue {
    var divisor = 1.0
    var places = 0
    while scale * divisor < 0.999_999 {
      guard places < 12 else { return .real(raw * scale) }
      divisor *= 10
      places &+= 1
    }
    let isPowerOfTen = scale * divisor < 1.000_001
    return .decimal(isPowerOfTen ? raw / divisor : raw * scale, places: places)
  }
}
