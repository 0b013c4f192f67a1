/// Reads the fields of a message from a payload.
///
/// Holds the payload's address only during `UBXMessage.update`. Every load follows a comparison
/// with the payload's length, so a message that states too many fields cannot read past the end.
@safe
struct PayloadReader: UBXFieldVisitor {
  enum Outcome {
    case complete, tooShort, bytesLeft
    case groupCount(declared: Int, found: Int)
    case configurationKey(ConfigurationKey, offset: Int)
    case configurationCutShort(offset: Int)
    case configurationCount(Int)
  }

  static var reads: Bool { true }

  private let payload: UnsafeRawBufferPointer
  /// Length of the payload; used for every field, and a buffer would have to subtract.
  private let count: Int
  /// Position in the payload; exceeds `count` once a field was missing.
  private var offset = 0
  /// Reason why repeated groups or configuration items could not be read.
  private var failure: Outcome?

  @unsafe init(_ payload: UnsafeRawBufferPointer) {
    unsafe self.payload = payload
    count = payload.count
  }

  var outcome: Outcome {
    if let failure { return failure }
    return offset == count ? .complete : offset > count ? .tooShort : .bytesLeft
  }

  /// Makes all further reads fail.
  private mutating func giveUp() { offset = .max / 2 }

  @inline(__always)
  mutating func number<W: UBXWireInteger>(
    _ name: StaticString, _ raw: inout W, _ notation: UBXNotation
  ) {
    // Advances in any case, so that the compiler knows all offsets of a fixed-length message.
    let start = offset
    offset = start &+ MemoryLayout<W>.size
    guard offset <= count else { return }
    // A buffer that is not empty has a base address.
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
    // A message that reserves a negative number of octets must not move before the payload.
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

  mutating func array<W: UBXWireInteger>(
    _ name: StaticString, _ count: Int, _ values: inout [W], as notation: UBXNotation
  ) {
    values.removeAll(keepingCapacity: true)
    guard hasRoom(count, of: MemoryLayout<W>.size) else { return }
    for _ in 0..<count {
      var value: W = 0
      number(name, &value, .integer)
      values.append(value)
    }
  }

  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G]) {
    elements.removeAll(keepingCapacity: true)
    let size = PayloadSize.of(G.self)
    guard expect(count, of: size) else { return }
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

  mutating func configuration(_ values: inout [ConfigurationValue]) {
    values.removeAll(keepingCapacity: true)
    var found = 0
    while bytesLeft > 0, failure == nil {
      if let value = nextConfiguration() {
        found &+= 1
        if found <= CfgValSet.maximumValues { values.append(value) }
      }
    }
    if failure == nil, found > CfgValSet.maximumValues { failure = .configurationCount(found) }
  }

  mutating func configurationKeys(_ name: StaticString, _ keys: inout [ConfigurationKey]) {
    keys.removeAll(keepingCapacity: true)
    let found = bytesLeft / 4
    guard bytesLeft % 4 == 0 else {
      failure = .configurationCutShort(offset: offset &+ found &* 4)
      return
    }
    guard found <= CfgValSet.maximumValues else {
      failure = .configurationCount(found)
      return
    }
    for _ in 0..<found {
      var key: UInt32 = 0
      number(name, &key, .integer)
      keys.append(ConfigurationKey(rawValue: key))
    }
  }

  /// Returns the next key and value; `nil`, with `failure` set, if there is none.
  private mutating func nextConfiguration() -> ConfigurationValue? {
    let start = offset
    guard bytesLeft >= 4 else {
      failure = .configurationCutShort(offset: start)
      return nil
    }
    var number: UInt32 = 0
    self.number("", &number, .integer)
    let key = ConfigurationKey(rawValue: number)
    guard let width = key.width else {
      failure = .configurationKey(key, offset: start)
      return nil
    }
    guard bytesLeft >= width else {
      failure = .configurationCutShort(offset: start)
      return nil
    }
    var bits: UInt64 = 0
    wide("", width, &bits)
    return ConfigurationValue(key, bits: bits)
  }

  mutating func more(when present: Bool) -> Bool { offset < count }

  /// Returns whether exactly `declared` groups of `size` bytes are left; the printer uses it too.
  mutating func expect(_ declared: Int, of size: Int) -> Bool {
    let left = groupsLeft(size)
    guard declared == left else {
      failure = .groupCount(declared: declared, found: left)
      return false
    }
    return true
  }

  /// Returns whether `count` elements of `size` bytes are left; the printer uses it too.
  mutating func hasRoom(_ count: Int, of size: Int) -> Bool {
    guard count >= 0, count <= groupsLeft(size) else {
      giveUp()
      return false
    }
    return true
  }

  /// Returns the number of whole groups of `size` bytes up to the payload's end.
  func groupsLeft(_ size: Int) -> Int { size > 0 ? bytesLeft / size : 0 }

  /// Returns the signed octet at an offset from the payload's start; zero outside the payload.
  func octet(at offset: Int) -> Int8 {
    guard offset >= 0, offset < count else { return 0 }
    return Int8(bitPattern: unsafe payload[offset])
  }

  /// Number of bytes up to the payload's end.
  var bytesLeft: Int { max(0, count &- offset) }

  /// Reads the next octets unchanged; returns none when there are fewer.
  mutating func take(_ width: Int) -> [UInt8] {
    let start = offset
    reserved(width)
    // `reserved` advances by `width` only if enough bytes are left.
    guard offset == start &+ width else { return [] }
    return unsafe [UInt8](payload[start..<offset])
  }
}
