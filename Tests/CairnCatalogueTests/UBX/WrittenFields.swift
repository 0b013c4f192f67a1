import CairnTypes

/// A message's fields as one line, for comparison with the line that a test expects.
///
/// Fields stand in wire order: `lon=8.5`, set bits by their name alone, octets and wide numbers as
/// hexadecimal digits behind `x`, without zeros at their end, groups in braces. Numbers, bits and
/// reserved octets that are zero are left out.
struct WrittenFields: FieldSink {
  private(set) var words: [String] = []

  var line: String { words.joined(separator: " ") }

  mutating func field(_ name: StaticString, _ value: FieldValue) { write("\(name)", value) }

  mutating func field(named name: String, _ value: FieldValue) { write(name, value) }

  mutating func element(_ name: String, _ number: Int, _ value: FieldValue) {
    write("\(name)_\(number)", value)
  }

  mutating func beginGroup(_ index: Int) { words.append("{") }

  mutating func endGroup() { words.append("}") }

  mutating func reserved(_ value: FieldValue) { write("_", value) }

  private mutating func write(_ name: String, _ value: FieldValue) {
    switch value {
    case .absent, .flag(false), .integer(0), .unsigned(0): return
    case .decimal(let number, _) where number == 0: return
    case .real(let number) where number == 0: return
    case .flag(true): words.append(name)
    case .integer(let number): words.append("\(name)=\(number)")
    case .unsigned(let number): words.append("\(name)=\(number)")
    case .decimal(let number, _), .real(let number): words.append("\(name)=\(number)")
    case .text(let text): words.append("\(name)='\(text)'")
    case .octets(let octets), .wide(let octets):
      guard let last = octets.lastIndex(where: { $0 != 0 }) else { return }
      words.append("\(name)=x\(hexadecimal(Array(octets[...last])))")
    }
  }
}
