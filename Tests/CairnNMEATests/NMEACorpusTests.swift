import CairnTestSupport
import CairnNMEA
import CairnTypes
import Foundation
import Testing

@Suite(
  "NMEA captures",
  .enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
struct NMEACorpusTests {
  static let decoded: Set<String> = [
    "GGA", "GNS", "RMC", "GSA", "GSV", "VTG", "GLL", "ZDA", "GST",
  ]

  @Test func `every sentence of every capture is framed as the independent framer does`()
    async throws
  {
    var checked = 0
    for capture in try Corpus.recordings() {
      let bytes = try capture.bytes()
      for record in try await capture.records(of: "NMEA") {
        let offset = try #require(record["off"] as? Int)
        let length = try #require(record["len"] as? Int)
        let isChecked = record["nochk"] == nil
        let answer = NMEAFrame.check(bytes.span.extracting(offset...))
        #expect(
          answer == .frame(length: length, isChecked: isChecked), "\(capture.name) @\(offset)")
        checked += 1
      }
    }
    #expect(checked > 58_000)
  }

  @Test func `every field of the other typed sentences agrees with the independent decoder`()
    async throws
  {
    var messages = 0
    var differences: [String] = []
    for capture in try Corpus.recordings() {
      let bytes = try capture.bytes()
      for record in try await capture.records(of: "NMEA") {
        guard let theirs = record["f"] as? [String: Any] else { continue }
        let offset = try #require(record["off"] as? Int)
        let length = try #require(record["len"] as? Int)
        let sentence = bytes.span.extracting(offset..<(offset + length))
        guard let ours = printedTyped(sentence) else { continue }
        messages += 1
        for (name, value) in theirs where !agree(ours[name] ?? .absent, value) {
          differences.append(
            "\(capture.name) @\(offset) \(name): \(ours[name] ?? .absent), \(value)")
        }
      }
    }
    #expect(messages > 400)
    #expect(differences == [])
  }

  @Test func `every field of the nine sentences agrees with the independent decoder`() async throws
  {
    var messages = 0
    var impossible = 0
    var differences: [String] = []
    for capture in try Corpus.recordings() {
      let bytes = try capture.bytes()
      for record in try await capture.records(of: "NMEA") {
        guard let id = record["id"] as? String, id.utf8.count == 5, !id.hasPrefix("P"),
          Self.decoded.contains(String(id.dropFirst(2))),
          let theirs = record["f"] as? [String: Any]
        else { continue }
        let offset = try #require(record["off"] as? Int)
        let length = try #require(record["len"] as? Int)
        let sentence = bytes.span.extracting(offset..<(offset + length))
        let report = try NMEAReport.decode(sentence)
        let ours = printed(report)
        messages += 1
        #expect(report.id == id.dropFirst(2))
        if isImpossible(theirs) {
          #expect(report.malformedFields > 0, "\(capture.name) @\(offset)")
          impossible += 1
          continue
        }
        for (name, value) in theirs where !agree(ours[name] ?? .absent, value) {
          differences.append(
            "\(capture.name) @\(offset) \(id) \(name): \(ours[name] ?? .absent), \(value)")
        }
      }
    }
    #expect(messages > 50_000)
    #expect(impossible < 60)
    #expect(differences == [])
  }
}

func printed(_ report: NMEAReport) -> [String: FieldValue] {
  var sink = FieldCollector()
  switch report {
  case .gga(let s): s.print(into: &sink)
  case .gns(let s): s.print(into: &sink)
  case .rmc(let s): s.print(into: &sink)
  case .gsa(let s): s.print(into: &sink)
  case .gsv(let s): s.print(into: &sink)
  case .vtg(let s): s.print(into: &sink)
  case .gll(let s): s.print(into: &sink)
  case .zda(let s): s.print(into: &sink)
  case .gst(let s): s.print(into: &sink)
  case .gbs(let s): s.print(into: &sink)
  case .other: break
  }
  return sink.fields
}

/// `nil` for the nine and for sentences without a type.
private func printedTyped(_ sentence: Span<UInt8>) -> [String: FieldValue]? {
  func fields<S: NMEASentence>(_ type: S.Type) -> [String: FieldValue]? {
    guard let sentence = try? S.decode(sentence) else { return nil }
    var sink = FieldCollector()
    sentence.print(into: &sink)
    return sink.fields
  }
  switch SentenceFormatter(of: sentence) {
  case .some(GBS.formatter): return fields(GBS.self)
  case .some(GRS.formatter): return fields(GRS.self)
  case .some(TXT.formatter): return fields(TXT.self)
  case .some(THS.formatter): return fields(THS.self)
  case .some(HDT.formatter): return fields(HDT.self)
  case .some(HDG.formatter): return fields(HDG.self)
  case .some(HDM.formatter): return fields(HDM.self)
  case .some(ROT.formatter): return fields(ROT.self)
  case .some(DTM.formatter): return fields(DTM.self)
  case .some(VLW.formatter): return fields(VLW.self)
  case .some(PUBX00.formatter): return fields(PUBX00.self)
  case .some(PUBX03.formatter): return fields(PUBX03.self)
  case .some(PUBX04.formatter): return fields(PUBX04.self)
  default: return nil
  }
}

/// Positions no receiver can have, which the other decoder passes on: beyond the poles or the
/// antimeridian, sixty minutes (they come out as 90 degrees), and a side without an angle.
private func isImpossible(_ fields: [String: Any]) -> Bool {
  if let latitude = fields["lat"] as? Double, abs(latitude) >= 90 { return true }
  if let longitude = fields["lon"] as? Double, abs(longitude) > 180 { return true }
  return fields["lat"] as? String == "" && fields["NS"] as? String != ""
}

/// Numbers to 1e-9, texts by number where both are one, empty equals absent.
private func agree(_ ours: FieldValue, _ theirs: Any) -> Bool {
  let expected = "\(theirs)"
  switch ours {
  case .absent: return expected.isEmpty
  case .integer(let value): return Double(expected) == Double(value)
  case .decimal(let value, _):
    guard let number = Double(expected) else { return false }
    return abs(number - value) <= max(1e-9, 1e-9 * abs(number))
  case .text(let value):
    if let a = Double(value), let b = Double(expected) { return a == b }
    return value == expected
  default: return false
  }
}
