/// Adds up the widths of a group's fields.
struct PayloadSize: UBXFieldVisitor {
  static var reads: Bool { false }

  private var size = 0

  /// Returns the bytes of one element. Nested groups must not vary; arrays do not, and are counted.
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

  mutating func wide(_ name: StaticString, _ width: Int, _ raw: inout UInt64) { size &+= width }

  mutating func array<W: UBXWireInteger>(
    _ name: StaticString, _ count: Int, _ values: inout [W], as notation: UBXNotation
  ) {
    size &+= count &* MemoryLayout<W>.size
  }

  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G]) {}

  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G]) {}

  mutating func configuration(_ values: inout [ConfigurationValue]) {}

  mutating func configurationKeys(_ name: StaticString, _ keys: inout [ConfigurationKey]) {}

  mutating func more(when present: Bool) -> Bool { present }
}
