import CairnTestSupport
import CairnCatalogue
import CairnRTCM
import CairnTypes
import Testing

@Suite("RTCM on receiver captures")
struct RTCMCorpusTests {
  @Test(.enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
  func `every field agrees with an independent decoder, and every frame is built again`()
    async throws
  {
    var differences: [String] = []
    var compared = 0
    for frame in try await Corpus.frames(of: "RTCM3") {
      var fields = RecordedFields()
      do {
        try RTCMCatalogue.printFields(of: frame.bytes.span, into: &fields)
      } catch {
        differences.append("\(frame.place) \(frame.id) \(error)")
        continue
      }
      compared += 1
      let name = RTCMCatalogue.name(of: frame.bytes.span)
      if name != frame.id { differences.append("\(frame.place) \(name ?? "-") not \(frame.id)") }
      differences += compare(fields.flat, frame)
      let built = RTCMCatalogue.encode(frame.id, from: fields)
      if built?.missing != 0 || built?.frame != frame.bytes {
        differences.append("\(frame.place) \(frame.id) builds otherwise")
      }
    }
    print("\(compared) RTCM frames compared with pyrtcm 1.2.1")
    #expect(compared >= 850)
    #expect(differences.isEmpty, "\(differences.prefix(5).joined(separator: "\n"))")
  }

  private func compare(_ ours: [String: FieldValue], _ frame: Corpus.Frame) -> [String] {
    var differences: [String] = []
    for (name, theirs) in frame.fields {
      guard let value = ours[name], agree(value, theirs) else {
        differences.append("\(frame.place) \(name): \(String(describing: ours[name])) \(theirs)")
        continue
      }
    }
    // The independent decoder knows no more of u-blox's own message than its number.
    if frame.id == "4072" { return differences }
    for name in ours.keys where frame.fields[name] == nil {
      differences.append("\(frame.place) \(name): not a field there")
    }
    return differences
  }

  private func agree(_ ours: FieldValue, _ theirs: Corpus.Value) -> Bool {
    switch (ours, theirs) {
    case (.integer(let value), .number(let other)): Double(value) == other
    case (.unsigned(let value), .number(let other)): Double(value) == other
    case (.unsigned(let value), .text(let other)): String(value) == other
    case (.flag(let value), .number(let other)): (value ? 1 : 0) == other
    case (.decimal(let value, _), .number(let other)), (.real(let value), .number(let other)):
      abs(value - other) <= 1e-12 * abs(other)
    case (.text(let value), .text(let other)): value == other
    default: false
    }
  }
}
