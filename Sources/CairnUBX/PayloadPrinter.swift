internal import CairnTypes

/// Hands every field of a payload to a sink as the wire has it: scaled, in the wire's unit, sentinels
/// as they stand.
///
/// Reads the payload itself, not the decoded message, which no longer knows the sentinels. Holds the
/// sink's address only during `printFields`, so that a sink that collects is not copied.
@safe
struct PayloadPrinter<Sink: FieldSink>: UBXFieldVisitor, UBXBitVisitor {
  static var reads: Bool { true }
  static var readsBits: Bool { true }

  private(set) var reader: PayloadReader
  private let sink: UnsafeMutablePointer<Sink>
  private var word: UInt64 = 0

  @unsafe init(_ reader: PayloadReader, _ sink: UnsafeMutablePointer<Sink>) {
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
    case .integer where W.isSigned: emit(name, .integer(Int64(truncatingIfNeeded: raw)))
    case .integer: emit(name, .unsigned(UInt64(truncatingIfNeeded: raw)))
    case .scaled(let scale): emit(name, decimal(Double(raw), scale))
    case .real where MemoryLayout<W>.size == 4:
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: raw))
      emit(name, .decimal(Double(value), places: 9))
    case .real:
      emit(name, .decimal(Double(bitPattern: UInt64(truncatingIfNeeded: raw)), places: 17))
    }
  }

  mutating func bits<W: UBXWireInteger, B: UBXBitField>(
    _ name: StaticString, _ width: W.Type, _ value: inout B
  ) {
    var raw: W = 0
    reader.number(name, &raw, .integer)
    word = UInt64(truncatingIfNeeded: raw)
    value.bits(&self)
  }

  mutating func field(_ name: StaticString, _ width: Int, _ value: inout UInt64) {
    value = word & mask(width)
    word = word &>> UInt64(width)
    emit(name, width == 1 ? .flag(value != 0) : .unsigned(value))
  }

  mutating func ch(_ name: StaticString, _ width: Int, _ value: inout UBXText) {
    reader.ch(name, width, &value)
    emit(name, .octets(value.octets))
  }

  mutating func unused(_ width: Int) { word = word &>> UInt64(width) }

  mutating func reserved(_ count: Int) { reader.reserved(count) }

  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G]) {
    guard reader.expect(count, of: PayloadSize.of(G.self)) else { return }
    for _ in 0..<count {
      unsafe sink.pointee.beginGroup()
      var element = G()
      element.fields(&self)
      unsafe sink.pointee.endGroup()
    }
  }

  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G]) {
    groups(reader.groupsLeft(PayloadSize.of(G.self)), &elements)
  }

  mutating func more(when present: Bool) -> Bool { reader.more(when: present) }

  /// A scaled number. Powers of ten divide, which rounds once: 9999 becomes 99.99.
  private func decimal(_ raw: Double, _ scale: Double) -> FieldValue {
    var divisor = 1.0
    var places = 0
    while scale * divisor < 0.999_999, places < 12 {
      divisor *= 10
      places &+= 1
    }
    let isPowerOfTen = scale * divisor < 1.000_001
    return .decimal(isPowerOfTen ? raw / divisor : raw * scale, places: places)
  }
}
