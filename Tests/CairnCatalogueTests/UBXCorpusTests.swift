import CairnCatalogue
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX on receiver captures")
struct UBXCorpusTests {
  @Test func `the corpus is there where it is required`() {
    #expect(Corpus.root != nil || !Corpus.isRequired)
  }

  @Test(.enabled(if: Corpus.root != nil, "needs the captures in ../shared or CAIRN_SHARED"))
  func `every field agrees with an independent decoder, and every frame is built again`() throws {
    var differences: [String] = []
    var compared = 0
    for frame in try Corpus.frames() {
      var fields = RecordedFields()
      do {
        try UBXCatalogue.printFields(of: frame.bytes.span, into: &fields)
      } catch .unknownMessage {
        continue
      } catch {
        differences.append("\(frame.place) \(frame.id) \(error)")
        continue
      }
      compared += 1
      let name = UBXCatalogue.name(of: frame.bytes.span)
      if name != frame.id { differences.append("\(frame.place) \(name ?? "-") not \(frame.id)") }
      differences += compare(fields.flat, frame)
      guard let name, let built = UBXCatalogue.encode(name, from: fields) else { continue }
      if built.missing > 0 || built.frame != frame.bytes {
        differences.append("\(frame.place) \(name) builds otherwise")
      }
    }
    print("\(compared) UBX frames compared with pyubx2 1.4.0")
    #expect(compared >= 4_920)
    #expect(differences.isEmpty, "\(differences.prefix(5).joined(separator: "\n"))")
  }

  /// What two decoders do not agree on.
  func compare(_ ours: [String: FieldValue], _ frame: Corpus.Frame) -> [String] {
    var differences: [String] = []
    for (name, theirs) in frame.fields where !name.hasPrefix("reserved") {
      guard let value = ours[name], agree(value, theirs) else {
        differences.append("\(frame.place) \(name): \(String(describing: ours[name])) \(theirs)")
        continue
      }
    }
    for name in ours.keys where frame.fields[name] == nil {
      differences.append("\(frame.place) \(name): not a field there")
    }
    return differences
  }

  private func agree(_ ours: FieldValue, _ theirs: Corpus.Value) -> Bool {
    switch (ours, theirs) {
    case (.integer(let value), .number(let other)): Double(value) == other
    case (.unsigned(let value), .number(let other)): Double(value) == other
    case (.flag(let value), .number(let other)): (value ? 1 : 0) == other
    case (.decimal(let value, _), .number(let other)), (.real(let value), .number(let other)):
      abs(value - other) <= max(1e-9, 1e-9 * abs(other))
    case (.wide(let octets), .number(let other)):
      abs(octets.reversed().reduce(0.0) { $0 * 256 + Double($1) } - other) <= 1e-9 * other
    case (.octets(let value), .text(let other)): value == octets(other)
    case (.text(let value), .text(let other)): value == other
    default: false
    }
  }

  private func octets(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }
}
