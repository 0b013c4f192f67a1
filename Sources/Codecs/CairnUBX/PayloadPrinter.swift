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
    emit(name, WireNumber(W.self, notation).shown(UInt64(truncatingIfNeeded: raw)))
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

  mutating func wide(_ name: StaticString, _ width: Int, _ raw: inout UInt64) {
    reader.wide(name, width, &raw)
    emit(name, .unsigned(raw))
  }

  mutating func array<W: UBXWireInteger>(
    _ name: StaticString, _ count: Int, _ values: inout [W], as notation: UBXNotation
  ) {
    reader.array(name, count, &values)
    let number = WireNumber(W.self, notation)
    for (index, value) in values.enumerated() {
      let shown = number.shown(UInt64(truncatingIfNeeded: value))
      if depth == 0 {
        unsafe sink.pointee.element("\(name)", index &+ 1, shown)
      } else {
        unsafe sink.pointee.beginGroup(index)
        emit(name, shown)
        unsafe sink.pointee.endGroup()
      }
    }
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
    unsafe sink.pointee.reserved(.octets(reader.take(count)))
  }

  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G]) {
    let size = PayloadSize.of(G.self)
    guard reader.expect(count, of: size) else { return }
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

  /// Passes on the octets that later firmware adds after the last field.
  mutating func finish() {
    if reader.bytesLeft > 0 { reserved(reader.bytesLeft) }
  }
}
