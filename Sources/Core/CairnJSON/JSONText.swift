package import CairnTypes

/// Writes one JSON object at a time, with its fields in the order given.
///
/// The order of fields is part of the output, and a decoder prints hundreds of thousands of
/// lines; see docs/DECISIONS.md.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

  package mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends a line of output, with a carriage return where a protocol asks for it.
  package mutating func newline(withReturn: Bool = false) {
    if withReturn { bytes.append(0x0D) }
    bytes.append(0x0A)
    needsComma = false
  }

  package mutating func object(_ body: (inout JSONText) -> Void) { nest(.braces, body) }
  package mutating func array(_ body: (inout JSONText) -> Void) { nest(.brackets, body) }

  package mutating func object(_ name: StaticString, _ body: (inout JSONText) -> Void) {
    key(name)
    object(body)
  }

  package mutating func array(_ name: StaticString, _ body: (inout JSONText) -> Void) {
    key(name)
    array(body)
  }

  package mutating func beginObject() { open(.braces) }
  package mutating func endObject() { close(.braces) }
  package mutating func beginArray() { open(.brackets) }
  package mutating func endArray() { close(.brackets) }

  // MARK: Members

  package mutating func key(_ name: StaticString) {
    let comma = needsComma
    needsComma = false
    name.withUTF8Buffer { text in
      bytes.append(addingCapacity: text.count + 4) { output in
        if comma { output.append(UInt8(ascii: ",")) }
        output.append(UInt8(ascii: "\""))
        for index in 0..<text.count { unsafe output.append(text[index]) }
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
      }
    }
  }

  package mutating func key(_ name: String) {
    separate()
    bytes.append(json: name)
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func member(_ name: StaticString, _ value: String?) { key(name); element(value) }
  /// Written as received, because a program reads it.
  package mutating func member(_ name: StaticString, _ value: ForeignText?) {
    key(name); element(value?.raw)
  }
  package mutating func member(_ name: StaticString, _ value: Bool) { key(name); element(value) }
  // The usual integers: in another module, the generic function converts them at run time.
  package mutating func member(_ name: StaticString, _ value: Int) { key(name); integer(value) }
  package mutating func member(_ name: StaticString, _ value: UInt8) { key(name); integer(value) }
  package mutating func member(_ name: StaticString, _ value: UInt16) { key(name); integer(value) }
  package mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
    key(name)
    if let value { integer(value) } else { null() }
  }
  package mutating func member(_ name: StaticString, _ value: Double?) { key(name); element(value) }
  package mutating func member(_ name: StaticString, _ value: Double?, places: Int) {
    key(name)
    element(value, places: places)
  }

  /// Omits the member if there is no value.
  package mutating func optional(_ name: StaticString, _ value: Double?, places: Int) {
    if let value { member(name, value, places: places) }
  }

  // MARK: Elements

  package mutating func element(_ value: String?) {
    separate()
    if let value { bytes.append(json: value) } else { append("null") }
    needsComma = true
  }

  package mutating func element(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
    needsComma = true
  }

  package mutating func integer(_ value: some BinaryInteger) {
    separate()
    if let small = Int32(exactly: value) {
      append(Double(small), places: 0)
    } else {
      append(String(value))
    }
    needsComma = true
  }

  /// Writes a number that is given as its digits.
  package mutating func number(_ digits: String) {
    separate()
    append(digits)
    needsComma = true
  }

  /// Writes the shortest text that reads back as the same number; null if JSON cannot express it.
  package mutating func element(_ value: Double?) {
    guard let value, value.isFinite else { return null() }
    separate()
    if let whole = Int64(exactly: value), whole.magnitude < 1_000_000_000_000_000 {
      append(String(whole))
    } else {
      append("\(value)")
    }
    needsComma = true
  }

  package mutating func element(_ value: Double?, places: Int) {
    guard let value, value.isFinite else { return null() }
    separate()
    append(value, places: places)
    needsComma = true
  }

  /// Whether there is a member of that name at any depth. Searches the text, so for rare use only.
  package func hasMember(_ name: String) -> Bool {
    let wanted = Array("\"\(name)\":".utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
  }

  /// Writes an element that is already JSON.
  package mutating func splice(_ element: JSONText) {
    separate()
    bytes.append(contentsOf: element.bytes)
    needsComma = true
  }

  package mutating func null() {
    separate()
    append("null")
    needsComma = true
  }

  // MARK: Text

  private enum Nesting { case braces, brackets }

  private mutating func nest(_ nesting: Nesting, _ body: (inout JSONText) -> Void) {
    open(nesting)
    body(&self)
    close(nesting)
  }

  private mutating func open(_ nesting: Nesting) {
    separate()
    bytes.append(UInt8(ascii: nesting == .braces ? "{" : "["))
  }

  private mutating func close(_ nesting: Nesting) {
    bytes.append(UInt8(ascii: nesting == .braces ? "}" : "]"))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  /// Appends what `text(places:)` returns without creating a string: most output is numbers.
  private mutating func append(_ value: Double, places: Int) {
    let scaled = value.magnitude * Self.powersOfTen[min(max(places, 0), 9)]
    guard (0...9).contains(places), scaled < 9e18 else { return append(value.text(places: places)) }
    let whole = UInt64(scaled)
    var units = whole + (scaled - Double(whole) >= 0.5 ? 1 : 0)
    let isNegative = value < 0 && units != 0
    // From the last digit to the first: at most 19, a point and a sign.
    var text = InlineArray<21, UInt8>(repeating: 0)
    var first = text.count
    for _ in 0..<places {
      first -= 1
      text[first] = UInt8(ascii: "0") + UInt8(units % 10)
      units /= 10
    }
    if places > 0 {
      first -= 1
      text[first] = UInt8(ascii: ".")
    }
    repeat {
      first -= 1
      text[first] = UInt8(ascii: "0") + UInt8(units % 10)
      units /= 10
    } while units > 0
    if isNegative {
      first -= 1
      text[first] = UInt8(ascii: "-")
    }
    bytes.append(addingCapacity: text.count - first) { output in
      for index in first..<text.count { output.append(text[index]) }
    }
  }

  private static let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
