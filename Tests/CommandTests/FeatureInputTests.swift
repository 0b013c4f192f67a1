import CairnFiles
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

@Suite("Features of a GeoJSON file")
struct FeatureInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the features of a text, each with its line.
  private func features(_ text: String) throws -> [(line: Int, text: String)] {
    try folder.write(text, to: "x.json")
    var input = try FeatureInput(path: folder.path + "/x.json", progress: nil)
    var all: [(line: Int, text: String)] = []
    while let (line, text) = try input.next() {
      all.append((line, String(decoding: text, as: UTF8.self)))
    }
    return all
  }

  private func complaint(_ text: String) -> String? {
    do {
      _ = try features(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `come one after the other with their lines, whatever is in their texts`() throws {
    let found = try features(
      "{\"features\": [ {\"a\": \"]}\\\"{\"},\n {\"b\": [1, {\"c\": 2}]}\n]}\n")
    #expect(found.map(\.line) == [1, 2])
    #expect(found.map(\.text) == ["{\"a\": \"]}\\\"{\"}", "{\"b\": [1, {\"c\": 2}]}"])
    #expect(try features("{\"type\": \"FeatureCollection\", \"features\": []}").isEmpty)
  }

  @Test func `nest 64 brackets, and no more`() throws {
    func nested(_ depth: Int) -> String {
      // Three are those of the collection, its list and the feature.
      "{\"features\":[{\"a\":" + String(repeating: "[", count: depth - 3)
        + String(repeating: "]", count: depth - 3) + "}]}"
    }
    #expect(complaint(nested(64)) == nil)
    for depth in [65, 100_000] {
      #expect(complaint(nested(depth))?.contains("brackets are nested too deeply") == true)
    }
  }

  @Test(arguments: [
    ("{\"features\":[{]}", "a bracket has no partner"), ("]", "a bracket has no partner"),
    ("{\"features\":[{\"a", "the file ends within a value"), ("x", "this is no GeoJSON"),
    ("\u{1F}\u{8B}", "is compressed"),
  ])
  func `are refused in words where there are none`(_ text: String, _ words: String) {
    #expect(complaint(text)?.contains(words) == true)
  }

  @Test func `are refused where their own values are too deep`() {
    let text = "{\"geometry\":" + String(repeating: "[", count: 100_000)
    #expect(throws: UnusableRow.Reason.self) { try Feature(Array(text.utf8)) }
  }

  @Test func `of a list of regions are refused where they are too deep`() throws {
    let text =
      "{\"type\":\"FeatureCollection\",\"features\":" + String(repeating: "[", count: 100_000)
    try folder.write(text, to: "regions.geojson")
    #expect(throws: CommandFailure.self) {
      try RegionFile(path: folder.path + "/regions.geojson", progress: nil)
        .monitor(MonitoringOptions())
    }
  }

  @Test(arguments: ["null", "{\"type\":\"Point\",\"coordinates\":[1,2]}", "{\"coordinates\":3}"])
  func `have polygons, or are refused`(_ geometry: String) {
    let text = "{\"properties\":{},\"geometry\":\(geometry)}"
    #expect(throws: UnusableRow.Reason.self) { try Feature(Array(text.utf8)) }
  }
}
