import CairnTestSupport
import CairnCatalogue
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX on receiver captures")
struct UBXCorpusTests {
  @Test(.enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
  func `every field agrees with an independent decoder, and every frame is built again`()
    async throws
  {
    var differences: [String] = []
    var compared = 0
    for frame in try await Corpus.frames() where !isPadded(frame) {
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
      let theirName = frame.id == "MON-0a32-NOMINAL" ? "MON-BATCH" : frame.id
      if name != theirName { differences.append("\(frame.place) \(name ?? "-") not \(frame.id)") }
      differences += compare(fields.flat, frame)
      guard let name, let built = UBXCatalogue.encode(name, from: fields) else { continue }
      if built.missing > 0 || built.frame != frame.bytes {
        differences.append("\(frame.place) \(name) builds otherwise")
      }
    }
    print("\(compared) UBX frames compared with pyubx2 1.4.0")
    #expect(compared >= 58_344)
    #expect(differences.isEmpty, "\(differences.prefix(5).joined(separator: "\n"))")
  }

  /// What pyubx2 adds to another field and does not show by itself; Cairn shows the sum and the part.
  private static let fineParts: Set = [
    "lonHp", "latHp", "heightHp", "hMSLHp", "ecefXHp", "ecefYHp", "ecefZHp", "relPosHPN",
    "relPosHPE", "relPosHPD", "relPosHPLength",
  ]

  /// What two decoders do not agree on.
  func compare(_ ours: [String: FieldValue], _ frame: Corpus.Frame) -> [String] {
    guard !isMisread(frame) else { return [] }
    let ours = ours.filter { !isUnknownThere($0.key, frame.id) }
    var differences: [String] = []
    for (name, theirs) in frame.fields where !name.hasPrefix("reserved") {
      guard let value = ours[name], agree(value, theirs) else {
        differences.append("\(frame.place) \(name): \(String(describing: ours[name])) \(theirs)")
        continue
      }
    }
    for name in ours.keys where frame.fields[name] == nil && !Self.fineParts.contains(name) {
      differences.append("\(frame.place) \(name): not a field there")
    }
    return differences
  }

  /// Whether the other side takes the fields from the wrong octets: docs/evidence/oracle-deviations.txt.
  private func isMisread(_ frame: Corpus.Frame) -> Bool {
    frame.id == "MON-RF" && frame.bytes.count == 8 + 4 + 20 * Int(frame.bytes[7])
  }

  /// Whether the other side does not have the field: it reads one port of MON-IO and nothing of
  /// MON-BATCH, and the spectrum is no number there.
  private func isUnknownThere(_ name: String, _ id: String) -> Bool {
    switch id {
    case "MON-0a32-NOMINAL": true
    case "MON-IO": name.contains("_")
    case "MON-SPAN": name.hasPrefix("spectrum")
    default: false
    }
  }

  private func agree(_ ours: FieldValue, _ theirs: Corpus.Value) -> Bool {
    switch (ours, theirs) {
    case (.integer(let value), .number(let other)): Double(value) == other
    case (.unsigned(let value), .number(let other)): Double(value) == other
    case (.flag(let value), .number(let other)): (value ? 1 : 0) == other
    case (.decimal(let value, _), .number(let other)), (.real(let value), .number(let other)):
      abs(value - other) <= max(1e-9, 1e-9 * abs(other))
    case (.wide(let octets), .text(let digits)): decimalDigits(octets) == digits
    case (.wide(let octets), .number(let other)):
      abs(octets.reversed().reduce(0.0) { $0 * 256 + Double($1) } - other) <= 1e-9 * other
    case (.octets(let value), .text(let other)): value == octets(other)
    case (.text(let value), .text(let other)): value == other
    default: false
    }
  }

  /// CFG-MSG of three octets has one rate, that of the port it is sent on; pyubx2 shows six, the others zero.
  private func isPadded(_ frame: Corpus.Frame) -> Bool {
    frame.id == "CFG-MSG" && frame.bytes.count == 8 + 3
  }
}
