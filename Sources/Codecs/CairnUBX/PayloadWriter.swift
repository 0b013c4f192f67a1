/// Appends the fields of a message to an array.
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

  mutating func wide(_ name: StaticString, _ width: Int, _ raw: inout UInt64) {
    for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: raw &>> UInt64(8 &* index))) }
  }

  mutating func array<W: UBXWireInteger>(
    _ name: StaticString, _ count: Int, _ values: inout [W], as notation: UBXNotation
  ) {
    for index in 0..<count {
      var value = index < values.count ? values[index] : 0
      number(name, &value, .integer)
    }
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

  mutating func configuration(_ values: inout [ConfigurationValue]) {
    for value in values {
      var (key, bits) = (value.key.rawValue, value.bits)
      number("", &key, .integer)
      wide("", value.width, &bits)
    }
  }

  mutating func configurationKeys(_ name: StaticString, _ keys: inout [ConfigurationKey]) {
    for key in keys {
      var number = key.rawValue
      self.number(name, &number, .integer)
    }
  }

  mutating func more(when present: Bool) -> Bool { present }
}
