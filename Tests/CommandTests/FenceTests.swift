import CairnTestSupport
import Foundation
import Testing

@Suite("cairn fence")
struct FenceTests {
  private static let home = #"""
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"name": "home, sweet", "radius": 100},
       "geometry": {"type": "Point", "coordinates": [126.978, 37.5663, 30]}},
      {"type": "Feature", "properties": {"identifier": "block"}, "geometry": {"type": "Polygon",
       "coordinates": [[[126.977, 37.565], [126.979, 37.565], [126.979, 37.567], [126.977, 37.567],
       [126.977, 37.565]]]}},
      {"type": "Feature", "id": 7, "properties": {"width": 60},
       "geometry": {"type": "LineString", "coordinates": [[126.97, 37.5663], [126.99, 37.5663]]}}
    ]}
    """#

  /// Northwards through all of them at 1.1 m/s, a fix a second, from 440 m south of the middle.
  private static func walk(_ header: String = "t,lat,lon,hacc", accuracy: String = "5") -> String {
    (0..<800).reduce(into: header + "\n") { text, second in
      let latitude = 37.5663 + (Double(second) - 400) * 1e-5
      text += "\(1_700_000_000 + second),\(latitude),126.978,\(accuracy)\n"
    }
  }

  private func fence(
    _ regions: String, _ fixes: String, _ options: String...
  ) async throws -> Cairn.Outcome {
    let file = try TemporaryFile(Array(regions.utf8))
    let process = try Cairn.start(
      ["fence", "--regions", file.path] + options, input: .bytes(Array(fixes.utf8)))
    let status = await process.end()
    return Cairn.Outcome(
      output: process.output,
      complaints: process.complaints.replacingOccurrences(of: file.path, with: "FILE"),
      exitCode: status)
  }

  @Test func `a walk enters and leaves a circle, a polygon and a corridor`() async throws {
    let outcome = try await fence(Self.home, Self.walk())
    #expect(outcome.complaints == "")
    #expect(outcome.exitCode == 0)
    let words = outcome.lines.map { line in
      line.components(separatedBy: "  ").dropFirst().dropLast().joined(separator: " ")
    }
    #expect(
      words == [
        "enter block", "enter home, sweet", "enter 7", "exit 7", "exit block", "exit home, sweet",
      ])
    #expect(outcome.output.hasPrefix("2023-11-14T22:"))
  }

  @Test func `a fix with a wrong time costs a few fixes`() async throws {
    let fixes = Self.walk().replacingOccurrences(of: "1700000100,", with: "2319315300,")
    let outcome = try await fence(Self.home, fixes)
    #expect(outcome.lines.count == 6 && outcome.output.hasPrefix("2023-11-14T22:"))
    #expect(outcome.complaints.contains("4 of 800 rows are not fixes and were left out"))
  }

  @Test func `JSON has the deciding fix`() async throws {
    let outcome = try await fence(Self.home, Self.walk(), "--json")
    let entry = try #require(outcome.objects.first)
    #expect(entry["identifier"] as? String == "block")
    #expect(entry["event"] as? String == "enter")
    #expect((entry["time"] as? String)?.hasPrefix("2023-11-14T22:") == true)
    #expect(try #require(entry["probability"] as? Double) > 0.95)
    #expect(entry["hacc"] as? Double == 5)
    #expect(outcome.objects.count == 6)
  }

  @Test func `columns stand in any order, and seconds need not be Unix time`() async throws {
    let fixes = (0..<60).reduce(into: "\u{FEFF}Lon , speed,LAT,t\r\n# a comment\r\n\r\n") {
      $0 += "126.978,1,\"37.\($1 < 30 ? 6 : 5663)\",\($1).5\r\n"
    }
    let outcome = try await fence("radius,identifier,lat,lon\n100,a,37.5663,126.978\n", fixes)
    #expect(outcome.output.hasPrefix("50.500  enter  a  "))
    #expect(outcome.lines.count == 1)
    #expect(outcome.complaints == "")
  }

  @Test func `fixes that begin in a region are told apart from an entry`() async throws {
    let outcome = try await fence(
      "identifier,lat,lon,radius\na,1,2,100\n", "t,lat,lon\n1,1,2\n", "--accuracy", "20")
    #expect(outcome.output == "1.000  inside  a  1.0000\n")
  }

  /// The pipe stays open: a reader that waited for more would wait for ever.
  @Test func `a fix that is piped in is judged before the next one comes`() async throws {
    let file = try TemporaryFile(Array("identifier,lat,lon,radius\na,1,2,100\n".utf8))
    let process = try Cairn.start(["fence", "--regions", file.path], input: .written)
    process.write(Array("t,lat,lon\n1,1,2\n".utf8))
    let expected = Array("1.000  inside  a  1.0000\n".utf8)
    #expect(await Patience.wait { process.outputBytes == expected })
    process.closeInput()
    #expect(await process.end() == 0)
  }

  @Test func `confidence, dwell and hysteresis are taken from the options`() async throws {
    let circle = "identifier,lat,lon,radius\na,37.5663,126.978,100\n"
    let first = try await fence(
      circle, Self.walk(), "--dwell", "0", "--confidence", "0.5", "--hysteresis", "0")
    let later = try await fence(
      circle, Self.walk(), "--dwell", "60", "--confidence", "0.99", "--hysteresis", "50")
    let times = try [first, later].map { outcome in
      try outcome.lines.map { try #require($0.split(separator: " ").first) }
    }
    #expect(times.map(\.count) == [2, 2])
    #expect(zip(times[0], times[1]).allSatisfy { $0 < $1 })
  }

  @Test func `rows that are no fix are named, and the others judged`() async throws {
    let fixes =
      "t,lat,lon,hacc\n1,1,2,5\nx,1,2,5\n2,91,2,5\n3,1\n1,1,2,5\n4,\"1,2\n5,1,2,-1\n6,1,2,\n"
    let outcome = try await fence("identifier,lat,lon,radius\na,1,2,100\n", fixes)
    #expect(outcome.output == "1.000  inside  a  1.0000\n")
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.complaints == """
        cairn: standard input, line 3: t is not a number: "x"
        cairn: standard input, line 4: lat is out of range: 91
        cairn: standard input, line 5: no value for lon
        cairn: standard input, line 6: not later than the row before it
        cairn: standard input, line 7: not comma-separated UTF-8, or a quotation mark has no partner
        cairn: standard input, line 8: hacc is out of range: -1
        cairn: standard input: 6 of 8 rows are not fixes and were left out

        """)
  }

  /// A file of regions and what is said of it.
  static let refused = [
    ("", "FILE has no regions"),
    ("identifier,lat,radius\n", "FILE, line 1: no column lon; the first line must be such as"),
    (
      "identifier,lat,lon,radius,LAT\na,1,2,9,3\n",
      "FILE, line 1: the header has more than one column lat; rename one"
    ),
    ("identifier,lat,lon,radius\na,1,2,5\09\n", "FILE, line 2: radius is not a number: \"5"),
    ("identifier,lat,lon,radius\na,1,2,x\n", "FILE, line 2: radius is not a number: \"x\""),
    (
      "identifier,lat,lon,radius\n\na,1,2,0\n",
      "FILE, line 3: a radius (or half of a width) of 0.0 m"
    ),
    ("identifier,lat,lon,radius\na,1,2,9\na,1,2,9\n", "FILE, line 3: there are two regions \"a\""),
    ("{\"type\":\n  oops}", "FILE, line 2, column 3: not JSON: expected a value"),
    ("{\"type\":\"Feature\"}", "FILE, line 1: no FeatureCollection"),
    (collection("[1,2]", "Point"), "FILE, feature 1: a Point needs a property \"radius\""),
    (collection("[[0,0],[1,1]]", "LineString"), "a LineString needs a property \"width\""),
    (collection("[[[0,0],[0,1],[1,0]],[]]", "Polygon"), "feature 1: a Polygon with a hole"),
    (collection("[[[0,0],[0,1],[0,0]]]", "Polygon"), "feature 1: 2 different points"),
    (collection("[[[0,0],[0,91],[1,0]]]", "Polygon"), "point 2 has a latitude or longitude out of"),
    (collection("[[[0,0],[0],[1,0]]]", "Polygon"), "a position is not [longitude, latitude]"),
    (collection("[[[0,0],[120,0],[-120,0]]]", "Polygon"), "larger than 4000 km"),
    (collection("[]", "MultiPolygon"), "a MultiPolygon: only Point, Polygon and LineString"),
  ]

  private static func collection(_ coordinates: String, _ type: String) -> String {
    #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":"#
      + #"{"type":"\#(type)","coordinates":\#(coordinates)}}]}"#
  }

  @Test("a file of regions that is wrong is refused with its place", arguments: Self.refused)
  func refusal(regions: String, complaint: String) async throws {
    let outcome = try await fence(regions, Self.walk())
    #expect(outcome.exitCode == 1)
    #expect(outcome.output == "")
    #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
  }

  @Test(
    "fixes without a header or rows are an error",
    arguments: [
      ("", "standard input is empty: its first line must name the columns"),
      ("1,2,3\n", "standard input, line 1: the header has no column t, lat, lon"),
      ("t,lat,lon\n", "standard input has no fixes"),
    ])
  func noFixes(fixes: String, complaint: String) async throws {
    let outcome = try await fence("identifier,lat,lon,radius\na,1,2,100\n", fixes)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
  }

  @Test(
    "options out of range are wrong usage",
    arguments: [
      ["--confidence", "1"], ["--confidence", "nan"], ["--dwell", "-1"], ["--hysteresis", "-1"],
      ["--accuracy", "0"], ["--dwell", "inf"],
    ])
  func wrongUsage(options: [String]) async throws {
    let process = try Cairn.start(
      ["fence", "--regions", "-", "--in", "/nowhere"] + options, input: .bytes([]))
    #expect(await process.end() == 64)
  }

  @Test func `both files cannot be standard input, and one that is not there is named`()
    async throws
  {
    #expect(try await Cairn.run("fence", "--regions", "-").exitCode == 64)
    let outcome = try await Cairn.run("fence", "--regions", "/nowhere/at-all.csv")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("/nowhere/at-all.csv: ENOENT"))
  }
}
