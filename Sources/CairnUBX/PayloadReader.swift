/// Takes the fields of a message out of a payload.
///
/// Holds the payload's address only during `UBXMessage.update`; every load is behind a comparison with
/// the payload's length, so a message that states more fields than its length has cannot read beyond.
@safe
struct PayloadReader: UBXFieldVisitor {
  enum Outcome {
    case complete, tooShort, bytesLeft
    case groupCount(declared: Int, found: Int)
  }

  static var reads: Bool { true }

  private let payload: UnsafeRawBufferPointer
  /// Of the payload; asked for at every field, and a buffer would have to subtract.
  private let count: Int
  /// Beyond `count` as soon as a field was not there.
  private var offset = 0
  private var wrongCount: (declared: Int, found: Int)?

  @unsafe init(_ payload: UnsafeRawBufferPointer) {
    unsafe self.payload = payload
    count = payload.count
  }

  var outcome: Outcome {
    if let wrongCount {
      return .groupCount(declared: wrongCount.declared, found: wrongCount.found)
    }
    return offset == count ? .complete : offset > count ? .tooShort : .bytesLeft
  }

  /// Nothing can be read any more.
  private mutating func giveUp() { offset = .max / 2 }

  @inline(__always)
  mutating func number<W: UBXWireInteger>(
    _ name: StaticString, _ raw: inout W, _ notation: UBXNotation
  ) {
    // Steps on in any case, so that the compiler knows all offsets of a message of fixed length.
    let start = offset
    offset = start &+ MemoryLayout<W>.size
    guard offset <= count else { return }
    // More than no bytes have an address.
    let address = unsafe payload.baseAddress.unsafelyUnwrapped
    raw = W(littleEndian: unsafe address.loadUnaligned(fromByteOffset: start, as: W.self))
  }

  @inline(__always)
  mutating func bits<W: UBXWireInteger, B: UBXBitField>(
    _ name: StaticString, _ width: W.Type, _ value: inout B
  ) {
    var word: W = 0
    number(name, &word, .integer)
    var reader = BitReader(word: UInt64(truncatingIfNeeded: word))
    value.bits(&reader)
  }

  mutating func ch(_ name: StaticString, _ width: Int, _ value: inout UBXText) {
    value.octets = take(width)
  }

  mutating func reserved(_ count: Int) {
    let end = offset &+ count
    // A message that reserves fewer than no octets must not lead in front of the payload.
    guard end >= offset, end <= self.count else { return giveUp() }
    offset = end
  }

  mutating func wide(_ name: StaticString, _ width: Int, _ raw: inout UInt64) {
    let start = offset
    reserved(width)
    guard width <= 8, offset == start &+ width else { return }
    raw = 0
    for index in (start..<offset).reversed() {
      raw = raw &<< 8 | UInt64(unsafe payload[index])
    }
  }

  mutating func array<W: UBXWireInteger>(_ name: StaticString, _ count: Int, _ values: inout [W]) {
    values.removeAll(keepingCapacity: true)
    guard hasRoom(count, of: MemoryLayout<W>.size) else { return }
    for _ in 0..<count {
      var value: W = 0
      number(name, &value, .integer)
      values.append(value)
    }
  }

  mutating func ch(_ name: StaticString, _ value: inout UBXText) {
    value.octets = take(count &- offset)
  }

  mutating func octets(
    _ name: StaticString, _ count: Int, _ value: inout [UInt8], as notation: UBXOctetNotation
  ) {
    value = take(count)
  }

  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G], endsPayload: Bool) {
    elements.removeAll(keepingCapacity: true)
    let size = PayloadSize.of(G.self)
    guard endsPayload ? expect(count, of: size) : hasRoom(count, of: size) else { return }
    elements.reserveCapacity(count)
    for _ in 0..<count {
      var element = G()
      element.fields(&self)
      elements.append(element)
    }
  }

  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G]) {
    groups(groupsLeft(PayloadSize.of(G.self)), &elements)
  }

  mutating func more(when present: Bool) -> Bool { offset < count }

  /// Whether exactly `declared` groups of `size` bytes are left; the printer asks too.
  mutating func expect(_ declared: Int, of size: Int) -> Bool {
    let left = groupsLeft(size)
    guard declared == left else {
      wrongCount = (declared, left)
      return false
    }
    return true
  }

  /// Whether `count` elements of `size` bytes are left; the printer asks too.
  mutating func hasRoom(_ count: Int, of size: Int) -> Bool {
    guard count >= 0, count <= groupsLeft(size) else {
      giveUp()
      return false
    }
    return true
  }

  /// Whole groups of `size` bytes up to the payload's end.
  func groupsLeft(_ size: Int) -> Int { size > 0 ? bytesLeft / size : 0 }

  /// Bytes up to the payload's end.
  var bytesLeft: Int { max(0, count &- offset) }

  /// The next octets as they are; empty and short when there are fewer.
  mutating func take(_ width: Int) -> [UInt8] {
    let start = offset
    reserved(width)
    // `reserved` moved on by `width` only where so many bytes are left.
    guard offset == start &+ width else { return [] }
    return unsafe [UInt8](payload[start..<offset])
  }
}
