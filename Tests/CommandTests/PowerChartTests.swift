import Foundation
import Testing

@Suite("hw-profile plan --plot")
struct PowerChartTests {
  /// Draws, and reads what was drawn.
  private func draw(_ arguments: String...) async throws -> (bytes: Data, outcome: Cairn.Outcome) {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "cairn-\(UUID().uuidString).svg").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let outcome = try await Cairn.profileTool(["plan"] + arguments + ["--plot", path])
    return (FileManager.default.contents(atPath: path) ?? Data(), outcome)
  }

  @Test(arguments: ["m8-gateway", "m10-tracker"])
  func `bands say which providers are used for which accuracy`(profile: String) async throws {
    let (bytes, outcome) = try await draw(profile)
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let elements = try SVGElements(bytes).all
    let bands = elements.filter { $0.attributes["data-from"] != nil }.map(\.attributes)
    try #require(!bands.isEmpty)
    let edges = bands.compactMap { $0["data-from"] }.compactMap(Double.init)
    let ends = bands.compactMap { $0["data-to"] }.compactMap(Double.init)
    #expect(edges.first == 1)
    #expect(ends.last == 10_000)
    #expect(Array(edges.dropFirst()) == Array(ends.dropLast()))
    for step in 0...20 {
      let accuracy = pow(10, Double(step) / 5)
      let index = edges.lastIndex { $0 <= accuracy } ?? 0
      let plan = try await Cairn.profileTool("plan", profile, "--accuracy", "\(accuracy)", "--json")
      let object = try #require(plan.objects.first)
      let providers = (object["providers"] as? [String])?.joined(separator: " ")
      #expect(providers == bands[index]["data-providers"], "\(accuracy) m")
      #expect(object["mode"] as? String == bands[index]["data-mode"], "\(accuracy) m")
    }
  }

  @Test func `places bands by the logarithm of the accuracy`() async throws {
    let elements = try SVGElements(try await draw("m8-gateway").bytes).all
    let bands = elements.filter { $0.attributes["data-from"] != nil }.map(\.attributes)
    func number(_ band: [String: String], _ key: String) throws -> Double {
      try #require(band[key].flatMap(Double.init))
    }
    let left = try number(try #require(bands.first), "x")
    let last = try #require(bands.last)
    let right = try number(last, "x") + number(last, "width")
    for band in bands {
      let share = log10(try number(band, "data-from")) / 4
      #expect(abs(try number(band, "x") - left - (right - left) * share) < 0.02)
    }
  }

  @Test func `has axes, a legend and a style for light and dark`() async throws {
    let elements = try SVGElements(try await draw("m8-gateway").bytes)
    for text in ["1 m", "100 m", "10 km", "power, mW", "desired accuracy", "wifi"] {
      #expect(elements.text.contains(text))
    }
    #expect(elements.text.contains("prefers-color-scheme:dark"))
    #expect(elements.all.contains { $0.attributes["class"] == "curve" })
  }

  @Test func `draws the same picture every time, and tells the bands`() async throws {
    let (first, outcome) = try await draw("m10-tracker")
    #expect(try await draw("m10-tracker").bytes == first)
    #expect(outcome.lines.last?.hasSuffix("10 km: cell") == true)
  }

  @Test func `replaces a file`() async throws {
    let file = try TemporaryFile([1, 2, 3])
    let outcome = try await Cairn.profileTool("plan", "m8-gateway", "--plot", file.path)
    #expect(outcome.exitCode == 0)
    let picture = try #require(FileManager.default.contents(atPath: file.path))
    #expect(picture.starts(with: "<?xml".utf8))
    let both = try await Cairn.profileTool("plan", "m8-gateway", "--plot", "x.svg", "--json")
    #expect(both.exitCode == 64)
  }
}
