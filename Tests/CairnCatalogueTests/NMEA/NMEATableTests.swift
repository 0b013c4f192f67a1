import CairnTestSupport
import CairnNMEA
import CairnTypes
import Testing

@testable import CairnCatalogue

@Suite("NMEA tables")
struct NMEATableTests {
  static let addresses = [
    "GGAH", "PAIR001", "PASHR", "PCAS01", "PERD", "PGRME", "PMTK001", "PQTM", "PSRF100", "PSSN",
    "PSTI", "PSTMVER", "PTNL", "PUBX", "PZZZ",
  ]
  static let tables = addresses.map { NMEACatalogue.table(of: $0) }

  @Test func `rows are valid, sorted, found by their header, and in the table of their address`() {
    var count = 0
    for table in Self.tables {
      let rows = table.rows
      let headers = rows.map { Array($0.header.utf8) }
      #expect(headers == headers.sorted { $0.lexicographicallyPrecedes($1) })
      #expect(Set(headers).count == headers.count)
      for row in rows {
        #expect(row.isValid, "\(row.header)")
        #expect(table.row(row.header)?.header == row.header)
        #expect(NMEACatalogue.table(of: row.header).row(row.header) != nil, "\(row.header)")
        #expect(table.rows(beginning: row.address).contains { $0.header == row.header })
        #expect(row.header == row.header.uppercased())
        count += 1
      }
    }
    #expect(count > 400)
  }

  @Test func `no row stands for a typed sentence`() {
    struct Names: NMEASentenceVisitor {
      var headers: [String] = []
      mutating func visit<S: NMEASentence>(_ sentence: S.Type) -> Bool {
        headers.append(S.formatter.description)
        return false
      }
    }
    var names = Names()
    NMEACatalogue.search(&names)
    #expect(names.headers.count == 25)
    for header in names.headers {
      #expect(NMEACatalogue.table(of: header).row(header) == nil, "\(header)")
    }
  }

  /// Fields as receivers write them, some empty, some impossible.
  @Test(arguments: UInt64(1)...3)
  func `a sentence of any row is printed by that row and built again`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var complaints: [String] = []
    var printedByRow = 0
    for row in Self.tables.flatMap(\.rows) {
      for _ in 0..<4 {
        let frame = framed(sentence(of: row, &random))
        if !isBuiltAgain(frame) { complaints.append(String(decoding: frame, as: UTF8.self)) }
        if printed(frame).order.first != "field" { printedByRow += 1 }
      }
    }
    #expect(printedByRow > 1_500)
    #expect(complaints.isEmpty, "\(complaints.prefix(5).joined())")
  }

  private func sentence(of row: NMEARow, _ random: inout SplitMix) -> String {
    var row = row
    var texts: [String] = []
    var members: [WireType]?
    while let token = row.next() {
      switch token {
      case .field(_, let type):
        if members == nil { texts.append(text(type, &random)) }
        members?.append(type)
      case .group: members = []
      case .endGroup:
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          texts += (members ?? []).map { text($0, &random) }
        }
        members = nil
      case .unknown: break
      }
    }
    if let first = row.first, first != "#", !texts.isEmpty { texts[0] = first }
    let address =
      row.address.utf8.count > 3 && row.address.hasPrefix("P")
      ? row.address : "GN" + row.address
    return (["$" + address] + texts).joined(separator: ",")
  }

  private func text(_ type: WireType, _ random: inout SplitMix) -> String {
    func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    if Int.random(in: 0..<8, using: &random) == 0 {
      return any(["", "", "-", "x9", " 7 ", "1e5", "nan", "+5", "-0.0", "99999999999999999999"])
    }
    let whole = Int.random(in: -300...300, using: &random)
    let part = Int.random(in: 0...99_999, using: &random)
    switch type {
    case .text, .bracketed: return any(["A", "abc", "[x", "y]", "007", "1.50", "^2C", "a:b"])
    case .integer: return any(["\(whole)", padded(whole.magnitude, 4)])
    case .decimal:
      return any(["\(whole).\(part)", "\(whole)", "0.\(part)", "\(whole).50", ".5", "5."])
    case .time:
      let clock = any(["000000", "235959", "235960", "120001", "240000", "1200"])
      return clock + any(["", ".00", ".5", ".123", ".123456", ".123456789", ".", ".1234567891"])
    case .date: return any(["010180", "311299", "290200", "310279", "000000", "0101"])
    case .longDate: return any(["01012026", "29022024", "31022024"])
    case .monthFirstDate: return any(["123199", "022900", "311299"])
    case .latitude, .longitude:
      return any(["4717.11399", "00833.9159", "3760.0000", "36000.0000", "12.5", "4717", "-4717.5"])
    }
  }

  private func padded(_ value: UInt, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - String(value).count)) + String(value)
  }
}
