import CairnTestSupport
import Foundation
import Testing

@Suite("cairn filter --plot")
struct TrackPlotTests {
  private struct Picture {
    let bytes: Data
    let elements: SVGElements
    let outcome: Cairn.Outcome

    var text: String { elements.text }

    /// The places that a path or polygon of a class names.
    func places(_ name: String) -> [(x: Double, y: Double)] {
      elements.of(class: name).flatMap { element in
        (element["d"] ?? element["points"] ?? "").split { "Mh ,".contains($0) }
          .compactMap { Double($0) }.pairs(isDotted: name.contains("dots"))
      }
    }
  }

  private static let start = 1_700_000_000

  private static func drive(
    _ seconds: Range<Int>, from place: (Double, Double) = (37.5, 127),
    step: (Double, Double) = (1e-4, 0)
  ) -> String {
    let speed = hypot(step.0 * 111_000, step.1 * 111_320 * cos(place.0 * .pi / 180))
    return seconds.reduce(into: "") { text, second in
      let latitude = place.0 + Double(second) * step.0
      let longitude = remainder(place.1 + Double(second) * step.1, 360)
      text += "\(start + second),\(latitude),\(longitude),3,\(speed),\(step.0 > 0 ? 0 : 90)\n"
    }
  }

  private func draw(_ rows: String, _ options: String...) async throws -> Picture {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "cairn-\(UUID().uuidString).svg").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let process = try Cairn.start(
      ["filter", "--plot", path] + options,
      input: .bytes(Array(("t,lat,lon,hacc,speed,course\n" + rows).utf8)))
    let status = await process.end()
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    return Picture(
      bytes: bytes, elements: try SVGElements(bytes),
      outcome: Cairn.Outcome(
        output: process.output, complaints: process.complaints, exitCode: status))
  }

  @Test func `shows both tracks, with what is needed to read them`() async throws {
    let picture = try await draw(Self.drive(0..<20), "--plot-title", "To <work> & back")
    #expect(picture.outcome.exitCode == 0)
    #expect(picture.outcome.lines.count == 21)
    let words = [
      "To <work> & back", "2023-11-14T22:13:20Z, 19 s: 20 fixes given, 20 positions delivered",
      "raw fixes", "delivered positions", "68 % accuracy", "start", "end", "N", "50 m",
      "prefers-color-scheme:dark",
    ]
    for word in words { #expect(picture.text.contains(word), "\(word)") }
    #expect(picture.elements.of(class: "track").count == 2)
    #expect(picture.elements.of(class: "circle").count > 5)
    #expect(picture.places("raw dots").count >= 20)
  }

  @Test func `north is up, and the scale bar is right`() async throws {
    let picture = try await draw(Self.drive(0..<60), "--raw")
    // The legend's line is the last piece.
    let track = Array(picture.places("track").dropLast(2))
    let (first, last) = (try #require(track.first), try #require(track.last))
    #expect(abs(first.x - last.x) < 0.2)
    let bar = try #require(picture.elements.of(class: "bar").first)
    let length = try #require(Double(bar["x2"] ?? "")) - (Double(bar["x1"] ?? "") ?? 0)
    // 59 steps of 11.1 m, on a sphere.
    #expect(picture.text.contains("200 m"))
    #expect(abs((first.y - last.y) / length - 59 * 11.1 / 200) < 0.02)
  }

  @Test func `dashes what was extrapolated, and dots what is not known`() async throws {
    let rows = Self.drive(0..<30) + Self.drive(90..<120)
    let picture = try await draw(rows)
    #expect(picture.elements.of(class: "track extrapolated").count == 2)
    #expect(picture.elements.of(class: "track gap").count == 2)
    #expect(picture.text.contains("track lost"))
    // Two pieces: no line leads across the gap.
    let track = try #require(picture.elements.of(class: "track").first?["d"])
    #expect(track.count(where: { $0 == "M" }) == 2)
    let plain = try await draw(Self.drive(0..<30))
    #expect(plain.elements.of(class: "track extrapolated").isEmpty)
    #expect(!plain.text.contains("track lost"))
  }

  @Test func `marks where the device stood, and for how long`() async throws {
    let rows =
      Self.drive(0..<60)
      + (60..<180).map { "\(Self.start + $0),37.506,127,3,0,\n" }.joined()
    let picture = try await draw(rows)
    #expect(picture.elements.of(class: "rest").count == 2)
    #expect(picture.text.contains("2 min"))
  }

  @Test func `one fix has its circle`() async throws {
    let picture = try await draw(Self.drive(0..<1))
    #expect(picture.outcome.exitCode == 0)
    #expect(picture.elements.of(class: "circle").count == 2)
    #expect(picture.text.contains("1 fix given, 1 position delivered"))
  }

  @Test func `without a fix, the picture says so as the command does`() async throws {
    let picture = try await draw("")
    #expect(picture.outcome.exitCode == 1)
    #expect(picture.outcome.complaints.contains("standard input has no fixes"))
    #expect(picture.text.contains("no fixes"))
    #expect(picture.elements.of(class: "track").isEmpty)
  }

  @Test(arguments: [(-16.8, "100 m"), (52.9, "50 m")])
  func `a track across the antimeridian stays in one piece`(
    latitude: Double, bar: String
  ) async throws {
    let picture = try await draw(
      Self.drive(0..<60, from: (latitude, 179.997), step: (0, 1e-4)))
    #expect(picture.text.contains(bar))
    let places = picture.places("raw dots")
    #expect(places.count >= 60 && places.allSatisfy { (16...896).contains($0.x) })
  }

  @Test func `a track of 1,000 km, one at the pole and one round the Earth are drawn`() async throws
  {
    let kilometres = (0..<1000).map {
      "\(Self.start + 60 * $0),\(40 + 0.009 * Double($0)),10,3,16.7,0\n"
    }
    let long = try await draw(kilometres.joined(), "--raw")
    #expect(long.text.contains("200 km"))
    for rows in [
      Self.drive(0..<100, from: (90, 0), step: (0, 3.6)),
      Self.drive(0..<100, from: (-89.99, 0), step: (0, 3.6)),
      Self.drive(0..<300, from: (0, 0), step: (0, 1.3)),
    ] {
      for options in [["--raw"], ["--activity", "fitness"]] {
        let picture = try await draw(rows, options[0], options.count > 1 ? options[1] : "--json")
        #expect(picture.outcome.exitCode == 0)
        #expect(!picture.text.contains("nan") && !picture.text.contains("inf"))
        let numbers = picture.elements.all.flatMap { $0.attributes.values }
        #expect(!numbers.contains { $0.contains("nan") || $0.contains("inf") })
      }
    }
  }

  @Test func `a long recording has no larger picture`() async throws {
    var random = SplitMix(seed: 1)
    var rows = ""
    for second in 0..<60_000 {
      let angle = Double(second) / 500
      let noise = Double.random(in: -1e-3...1e-3, using: &random)
      rows +=
        "\(Self.start + second),\(37.5 + sin(angle) / 50 + noise),\(127 + cos(angle / 7) / 50),9,,\n"
    }
    let picture = try await draw(rows, "--raw")
    #expect(picture.outcome.lines.count == 60_001)
    #expect(picture.bytes.count < 300_000)
  }

  @Test func `draws the same picture every time`() async throws {
    let rows = Self.drive(0..<30) + Self.drive(90..<120)
    let first = try await draw(rows)
    #expect(try await draw(rows).bytes == first.bytes)
  }

  @Test func `replaces a file when the picture is whole, and needs a place to write`() async throws
  {
    let file = try TemporaryFile([1, 2, 3])
    let failed = try await Cairn.run("filter", "--plot", file.path, input: Array("x\n".utf8))
    #expect(failed.exitCode == 1)
    #expect(FileManager.default.contents(atPath: file.path) == Data([1, 2, 3]))
    let table = Array(("t,lat,lon,hacc,speed,course\n" + Self.drive(0..<20)).utf8)
    let outcome = try await Cairn.run("filter", "--plot", file.path, input: table)
    #expect(outcome.exitCode == 0)
    let picture = try #require(FileManager.default.contents(atPath: file.path))
    #expect(picture.starts(with: "<?xml".utf8))
    let folder = try await Cairn.run("filter", "--plot", "/tmp")
    #expect(folder.exitCode == 1)
    let nowhere = try await Cairn.run("filter", "--plot", "/nowhere/map.svg")
    #expect(nowhere.exitCode == 1)
    #expect(nowhere.complaints.contains("make the directory first"))
  }

  @Test(arguments: [
    ["--plot", "-"], ["--plot", ""], ["--plot", "a.svg", "--out", "a.svg"], ["--plot-title", "x"],
  ])
  func `refuses what makes no sense`(options: [String]) async throws {
    let process = try Cairn.start(["filter"] + options, input: .bytes([]))
    #expect(await process.end() == 64)
    #expect(process.complaints.contains("--plot"))
  }
}

extension [Double] {
  /// Pairs of numbers; each dot is followed by the length 0 of its line.
  fileprivate func pairs(isDotted: Bool) -> [(x: Double, y: Double)] {
    Swift.stride(from: 0, to: count - 1, by: isDotted ? 3 : 2).map { (self[$0], self[$0 + 1]) }
  }
}
