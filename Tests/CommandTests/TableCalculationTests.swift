import CairnTestSupport
import Foundation
import Testing

@Suite("cairn distance, convert, declination and geoid")
struct TableCalculationTests {
  private func run(_ table: String, _ words: String...) async throws -> Cairn.Outcome {
    let process = try Cairn.start(words, input: .bytes(Array(table.utf8)))
    let status = await process.end()
    return Cairn.Outcome(
      output: process.output, complaints: process.complaints, exitCode: status)
  }

  private static let seoul = "lat,lon,alt\n37.5663528,126.9779528,60\n"

  @Test func `keep the columns of the table as they are`() async throws {
    let table =
      "\u{FEFF}\"id\", LAT2,lon2 ,lat1,lon1,note\r\n# a comment\r\n"
      + "\"a,\"\"b\"\"\", 0,1,0,0\r\n\r\nc,0,-1,0,0,x\n"
    let outcome = try await run(table, "distance")
    #expect(outcome.exitCode == 0 && outcome.complaints.isEmpty)
    #expect(
      outcome.output
        == "\"id\", LAT2,lon2 ,lat1,lon1,note,s12_m,azi1,azi2\n"
        + "\"a,\"\"b\"\"\", 0,1,0,0,,111319.490793274,90.000000000000,90.000000000000\n"
        + "c,0,-1,0,0,x,111319.490793274,-90.000000000000,-90.000000000000\n")
  }

  @Test func `leave out what cannot be calculated, say where, and go on`() async throws {
    let table =
      "lat1,lon1,lat2,lon2\n0,0,0,1\nx,0,0,1\n0,0,95,1\n0,0\n1,2,3,4,5\n\"0,0,0,1\n0,0,0,2\n"
      + "0,0,0,nan\n" + String(repeating: "9", count: 70_000) + "\n"
    let outcome = try await run(table, "distance")
    #expect(outcome.exitCode == 1)
    #expect(outcome.lines.count == 3)
    for words in [
      "line 3: lat1 is not a number: \"x\"", "line 4: lat2 is out of range: 95",
      "line 5: no value for lat2", "line 6: more fields than the first line has names",
      "line 7: not comma-separated", "line 9: lon2 is not a number", "line 10: more than 65536",
      "standard input: 7 of 9 rows are not usable and were left out",
    ] { #expect(outcome.complaints.contains(words), "\(words)") }
  }

  @Test func `print objects with numbers, texts and nothing`() async throws {
    let table = "id,lat,lon,big,none\n007,37.5663528,126.9779528,1e5,\n-8,0,0,1.50,\n"
    let outcome = try await run(table, "convert", "--to", "utm", "--json")
    #expect(
      outcome.lines == [
        """
        {"id":"007","lat":37.5663528,"lon":126.9779528,"big":"1e5","none":null,\
        "utm_zone":"52n","easting_m":321419.766,"northing_m":4159624.398}
        """,
        """
        {"id":-8,"lat":0,"lon":0,"big":1.50,"none":null,\
        "utm_zone":"31n","easting_m":166021.443,"northing_m":0.000}
        """,
      ])
    #expect(outcome.objects.count == 2)
  }

  @Test(arguments: [
    ("dms", "\"37° 33′ 58.8701″ N, 126° 58′ 40.6301″ E\""),
    ("utm", "52n,321419.766,4159624.398"), ("mgrs", "52SCG2141959624"),
    ("ecef", "-3044811.2374,4043837.5701,3867440.6078"), ("geohash", "wydm9qwxbg8p"),
  ])
  func `write the City Hall of Seoul in every notation`(
    notation: String, text: String
  ) async throws {
    let outcome = try await run(Self.seoul, "convert", "--to", notation)
    #expect(outcome.exitCode == 0)
    #expect(outcome.lines.last == "37.5663528,126.9779528,60,\(text)")
  }

  @Test func `take the time of the field from the row, else from the option`() async throws {
    // The middle of 2026 and its beginning, as Unix time.
    let table = "lat,lon,t,year\n37.5,127,1782993600,\n37.5,127,,2026.5\n37.5,127,,\n37.5,127,0,\n"
    let outcome = try await run(table, "declination", "--year", "2026.5", "--json")
    let found = outcome.objects.compactMap { $0["decl_deg"] as? Double }
    #expect(found.count == 3 && Set(found).count == 1)
    let late = try await run(table, "declination", "--year", "2031")
    #expect(late.exitCode == 64 && late.complaints.contains("--year"))
  }

  @Test(arguments: ["0", "12.5", "-3", "1e300", "1735689599"])
  func `seconds that are not Unix time of the model are refused in words that say what to do`(
    t: String
  ) async throws {
    // A row with a year does not need them.
    let table = "t,lat,lon,year\n\(t),37.5,127,2026.5\n\(t),37.5,127,\n"
    let outcome = try await run(table, "declination", "--year", "2026.5")
    #expect(outcome.exitCode == 1 && outcome.lines.count == 2)
    let words =
      "standard input, line 3: t is not Unix time of 2025 to 2030: \(t); give a column year, or "
      + "rename t and set --year"
    #expect(outcome.complaints.contains(words))
  }

  @Test func `put a height above mean sea level where the one above the ellipsoid is known`()
    async throws
  {
    let table = "lat,lon,alt\n37.5663528,126.9779528,60\n0,0,\n"
    let outcome = try await run(table, "geoid")
    #expect(outcome.lines.first == "lat,lon,alt,geoid_m,msl_m")
    let fields = outcome.lines.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    try #require(fields.count == 2 && fields.allSatisfy { $0.count == 5 })
    let (undulation, height) = (Double(fields[0][3]) ?? .nan, Double(fields[0][4]) ?? .nan)
    #expect(abs(undulation - 23.5) < 1 && abs(undulation + height - 60) < 1e-9)
    #expect(fields[1][4].isEmpty && Double(fields[1][3]) != nil)
    let objects = try await run(table, "geoid", "--json").objects
    #expect(objects.last?["msl_m"] is NSNull)
  }

  @Test(arguments: ["distance", "geoid", "declination", "convert"])
  func `rows that are left out make the command fail, though the others are printed`(
    command: String
  ) async throws {
    let words = command == "convert" ? [command, "--to", "dms"] : [command]
    let table = "lat,lon,lat1,lon1,lat2,lon2\n1,2,1,2,3,4\nx,2,x,2,3,4\n,2,,2,3,4\n"
    let process = try Cairn.start(words, input: .bytes(Array(table.utf8)))
    #expect(await process.end() == 1)
    #expect(process.output.split(separator: "\n").count == 2)
    #expect(
      process.complaints.contains(
        "standard input: 2 of 3 rows are not usable and were left out"), "\(process.complaints)")
  }

  @Test func `what follows a NUL is no part of a number, and a comma is named`() async throws {
    let table = "lat,lon\n37.5\0,127\n37.5\09,127\n0x25,127\n\"37,5\",127\n37.5,127\n"
    let outcome = try await run(table, "geoid")
    #expect(outcome.exitCode == 1 && outcome.lines.count == 2)
    for line in 2...5 { #expect(outcome.complaints.contains("line \(line): lat is not a number")) }
    #expect(
      outcome.complaints.contains("\"37,5\"; write a point in place of the comma"),
      "\(outcome.complaints)")
  }

  @Test(arguments: ["lat,lon,lat\n1,2,3\n", "lat,lon,ALT,alt\n1,2,3,4\n"])
  func `a second column of a name that is read is refused`(table: String) async throws {
    let outcome = try await run(table, "geoid")
    #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
    #expect(outcome.complaints.contains("line 1: the header has more than one column"))
  }

  @Test func `other columns may have one name, but not in an object`() async throws {
    let table = "lat,lon,note,Note\n1,2,a,b\n"
    let plain = try await run(table, "convert", "--to", "dms")
    #expect(plain.exitCode == 0 && plain.lines.count == 2)
    let objects = try await run(table, "convert", "--to", "dms", "--json")
    #expect(objects.exitCode == 1 && objects.output.isEmpty)
    #expect(objects.complaints.contains("there is more than one column \"note\""))
  }

  @Test func `a column that would be there twice is refused`() async throws {
    let outcome = try await run("lat,lon,mgrs\n1,2,x\n", "convert", "--to", "mgrs")
    #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
    #expect(outcome.complaints.contains("line 1: there is a column mgrs already; rename it"))
  }

  @Test(arguments: ["", "lat,lon1\n", "lat1,lon1,lat2,lon2\n", "lat1,lon1,lat2,lon2\nx,1,2,3\n"])
  func `a table without anything to calculate is a failure`(table: String) async throws {
    let outcome = try await run(table, "distance")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("standard input"))
  }

  @Test func `refuse an unknown notation`() async throws {
    #expect(try await run(Self.seoul, "convert", "--to", "what3words").exitCode == 64)
    #expect(try await run(Self.seoul, "convert").exitCode == 64)
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
  func `500 lines of a reference set are within 20 nm`() async throws {
    let rows = try Corpus.text("reference/geodesic-500.csv").split(whereSeparator: \.isNewline)
    let table = rows.map { $0.split(separator: ",").prefix(4).joined(separator: ",") }
    let outcome = try await run(table.joined(separator: "\n"), "distance")
    #expect(outcome.lines.count == 501)
    for (row, line) in zip(rows, outcome.lines).dropFirst() {
      let expected = try #require(row.split(separator: ",").last.flatMap { Double($0) })
      let fields = line.split(separator: ",")
      try #require(fields.count == 7)
      let found = try #require(Double(fields[4]))
      #expect(abs(found - expected) < 2e-8, "\(line)")
    }
  }
}
