/// Appends the fields of a message to bytes.
struct PayloadWriter: UBXFieldVisitor {
  static var reads: Bool { false }

  var bytes: [UInt8] = []

  mutating func number<W: UBXWireInteger>(
    _ name: StaticString, _ raw: inout W, _ notation: UBXNotation
  ) {
    var rest = UInt64(truncatingIfNeeded: raw)
    for _ in 0..<MemoryLayout<W>.size {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest = rest &>> 8
    }
  }

  mutating func bits<W: UBXWireInteger, B: UBXBitField>(
    _ name: StaticString, _ width: W.Type, _ value: inout B
  ) {
    var writer = BitWriter()
    value.bits(&writer)
    var word = W(truncatingIfNeeded: writer.word)
    number(name, &word, .integer)
  }

  mutating func ch(_ name: StaticString, _ width: Int, _ value: inout UBXText) {
    let octets = value.octets
    for index in 0..<width { bytes.append(index < octets.count ? octets[index] : 0) }
  }

  mutating func reserved(_ count: Int) {
    for _ in 0..<count { bytes.append(0) }
  }

  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G]) {
    for index in elements.indices.prefix(count) { elements[index].fields(&self) }
  }

  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G]) {
    groups(elements.count, &elements)
  }

  mutating func more(when present: Bool) -> Bool { present }
}

/// Adds up the width of a group's fields.
struct PayloadSize: UBXFieldVisitor {
  static var reads: Bool { false }

  private var size = 0

  /// Bytes of one element; groups do not nest.
  static func of<G: UBXGroup>(_ group: G.Type) -> Int {
    var size = PayloadSize()
    var element = G()
    element.fields(&size)
    return size.size
  }

  mutating func number<W: UBXWireInteger>(
    _ name: StaticString, _ raw: inout W, _ notation: UBXNotation
  ) {
    size &+= MemoryLayout<W>.size
  }

  mutating func bits<W: UBXWireInteger, B: UBXBitField>(
    _ name: StaticString, _ width: W.Type, _ value: inout B
  ) {
    size &+= MemoryLayout<W>.size
  }

  mutating func ch(_ name: StaticString, _ width: Int, _ value: inout UBXText) { size &+= width }

  mutating func reserved(_ count: Int) { size &+= count }

  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G]) {}

  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G]) {}

  mutating func more(when present: Bool) -> Bool { present }
}
