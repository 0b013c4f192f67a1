import CairnTestSupport
import Foundation
import Testing

@Suite("cairn visits")
struct VisitsTests {
  /// Ten minutes at one place between two walks northwards, a fix in 10 s.
  private static func table(start: Int) -> [UInt8] {
    var lines = ["hacc,t,lon,lat,speed"]
    var north = 0.0
    for second in stride(from: 0, through: 1200, by: 10) {
      if second <= 300 || second > 900 { north += 14 }
      lines.append("5,\(start + second),127,\(37 + north / 111_000),0")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  @Test(arguments: [0, 1_700_000_000])
  func `a line a visit, with times as in the table`(start: Int) async throws {
    let outcome = try await Cairn.run("visits", input: Self.table(start: start))
    #expect(outcome.exitCode == 0)
    #expect(outcome.complaints == "")
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines.first == "arrival,departure,lat,lon,hacc")
    let fields = try #require(outcome.lines.last).split(separator: ",")
    try #require(fields.count == 5)
    let arrival = try #require(Int(fields[0]))
    let departure = try #require(Int(fields[1]))
    #expect((270...330).contains(arrival - start))
    #expect((870...930).contains(departure - start))
    #expect(fields[3...] == ["127.0000000", "5.0"])
  }

  @Test
  func `json has an object a visit and null for what is not known`() async throws {
    let rows = (0..<60).map { "\($0 * 10).5,37,127,5" }
    let file = try TemporaryFile(Array((["t,lat,lon,hacc"] + rows).joined(separator: "\n").utf8))
    let outcome = try await Cairn.run("visits", "--in", file.path, "--json")
    #expect(
      outcome.output
        == #"{"arrival":null,"departure":null,"lat":37.0000000,"lon":127.0000000,"hacc":5.0}"#
        + "\n")
  }

  @Test
  func `labels say of each fix whether it lies in a visit`() async throws {
    let outcome = try await Cairn.run("visits", "--labels", input: Self.table(start: 0))
    #expect(outcome.lines.count == 122)
    #expect(outcome.lines.first == "t,visit")
    for line in ["200,0", "600,1", "1100,0"] { #expect(outcome.lines.contains { $0 == line }) }
  }

  /// A receiver that counts weeks wrong for one fix.
  @Test(arguments: [false, true])
  func `a clock that is set back costs a few fixes`(isLabels: Bool) async throws {
    let text = String(decoding: Self.table(start: 0), as: UTF8.self)
      .replacing("5,50,127", with: "5,619315250,127")
    let input = Array(text.utf8)
    let outcome =
      isLabels
      ? try await Cairn.run("visits", "--labels", input: input)
      : try await Cairn.run("visits", input: input)
    #expect(outcome.complaints.contains("4 of 121 rows are not fixes and were left out"))
    guard isLabels else {
      #expect(outcome.lines.count == 2)
      return
    }
    #expect(outcome.lines.count == 122 - 4)
    for line in ["0,0", "619315250,0", "100,0", "600,1", "1100,0"] {
      #expect(outcome.lines.contains { $0 == line })
    }
  }

  @Test
  func `a shorter stay counts when asked for`() async throws {
    let rows = (0..<30).map { "\($0 * 10),\(37 + Double(max($0 - 15, 0)) * 2e-4),127" }
    let table = Array((["t,lat,lon"] + rows).joined(separator: "\n").utf8)
    #expect(try await Cairn.run("visits", input: table).lines.count == 1)
    let shorter = try await Cairn.run("visits", "--minimum-stay", "120", input: table)
    #expect(shorter.lines.count == 2)
  }

  @Test
  func `what is no table is named with the line and what to do`() async throws {
    let missing = try await Cairn.run("visits", "--in", "/nowhere/fixes.csv")
    #expect(missing.exitCode == 1)
    #expect(missing.complaints.contains("/nowhere/fixes.csv"))
    let headless = try await Cairn.run("visits", input: Array("1,2,3\n".utf8))
    #expect(headless.exitCode == 1)
    #expect(headless.complaints.contains("standard input, line 1: the header has no column"))
    let row = try await Cairn.run("visits", input: Array("t,lat,lon\n1,x,2\n".utf8))
    #expect(row.exitCode == 0)
    #expect(row.complaints.contains("standard input, line 2: lat is not a number"))
  }

  @Test
  func `wrong usage ends with 64`() async throws {
    for option in ["--radius", "--minimum-stay", "--assumed-accuracy"] {
      let outcome = try await Cairn.run("visits", "\(option)=-1")
      #expect(outcome.exitCode == 64)
      #expect(outcome.complaints.contains(option))
    }
  }
}
