import CairnTestSupport
import CairnCatalogue
import CairnNMEA
import CairnTypes
import Foundation
import Testing

@Suite("NMEA on receiver captures")
struct NMEACatalogueCorpusTests {
  /// Rows for sentences that the independent decoder has no names for.
  static let unnamedThere: Set<String> = ["PMTK001", "PMTK010", "PMTK705", "PSTI", "PSTMVER"]

  /// Read once.
  static let frames = Task { try await Corpus.frames(of: "NMEA") }

  @Test(.enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
  func `every field of every sentence agrees with an independent decoder`() async throws {
    var differences: [String] = []
    var compared = 0
    for frame in try await Self.frames.value where !Self.unnamedThere.contains(frame.id) {
      compared += 1
      let name = NMEACatalogue.name(of: frame.bytes.span)
      let id = (name?.talker.map { "\($0)" } ?? "") + (name?.id ?? "-")
      if id != frame.id { differences.append("\(frame.place) \(id) not \(frame.id)") }
      let ours = printed(frame.bytes).flat
      for (name, theirs) in frame.fields where !agree(ours[name] ?? .absent, theirs) {
        differences.append("\(frame.place) \(name): \(String(describing: ours[name])) \(theirs)")
      }
    }
    print("\(compared) NMEA sentences compared with pynmeagps 1.1.8")
    #expect(compared >= 58_000)
    #expect(differences.isEmpty, "\(differences.prefix(5).joined(separator: "\n"))")
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
  func `what is printed of any sentence builds the same sentence`() async throws {
    var differences: [String] = []
    var count = 0
    for frame in try await Self.frames.value {
      count += 1
      if !isBuiltAgain(frame.bytes) {
        differences.append(String(decoding: body(of: frame.bytes), as: UTF8.self))
      }
    }
    #expect(count >= 58_000)
    #expect(differences.isEmpty, "\(differences.prefix(5).joined(separator: "\n"))")
  }

  private func agree(_ ours: FieldValue, _ theirs: Corpus.Value) -> Bool {
    switch (ours, theirs) {
    case (.absent, .text(let other)): other.isEmpty
    case (.integer(let value), .number(let other)): Double(value) == other
    case (.real(let value), .number(let other)):
      abs(value - other) <= max(1e-9, 1e-9 * abs(other))
    case (.text(let value), .text(let other)):
      value == other || (isTime(other) && value.hasPrefix(other))
    case (.integer(let value), .text(let other)): Double(other) == Double(value)
    case (.real(let value), .text(let other)): Double(other) == value
    case (.text(let value), .number(let other)): Double(value) == other
    default: false
    }
  }

  /// Theirs has six decimals of a second at most.
  private func isTime(_ text: String) -> Bool { text.utf8.count >= 8 && text.contains(":") }
}
