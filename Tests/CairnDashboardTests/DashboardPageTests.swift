import Testing

@testable import CairnDashboard

@Suite("Page of the dashboard")
struct DashboardPageTests {
  /// The names in quotation marks behind a word, such as those of `src="app.js"`.
  private func names(behind word: String, in text: String) -> [String] {
    let parts = text.split(separator: "\"").map(String.init)
    return zip(parts, parts.dropFirst()).filter { $0.0.hasSuffix(word) }.map(\.1)
  }

  @Test func `asks for nothing but its own files`() throws {
    let index = try #require(DashboardPage.assets.first { $0.name == "index.html" })
    let text = String(decoding: index.bytes, as: UTF8.self)
    let wanted = names(behind: "src=", in: text) + names(behind: "href=", in: text)
    #expect(wanted.count >= 3)
    for name in wanted where name != "data:," {
      #expect(DashboardPage.assets.contains { $0.name == name }, "\(name)")
    }
  }

  @Test func `has no file twice`() {
    #expect(Set(DashboardPage.assets.map(\.name)).count == DashboardPage.assets.count)
  }

  @Test func `what its scripts import is there`() {
    for script in DashboardPage.assets where script.mediaType.hasPrefix("text/javascript") {
      let text = String(decoding: script.bytes, as: UTF8.self)
      let imported = names(behind: "}from", in: text) + names(behind: "import(", in: text)
      #expect(!imported.isEmpty || script.name == "chunk.js")
      for name in imported {
        #expect(DashboardPage.assets.contains { "./" + $0.name == name }, "\(script.name) \(name)")
      }
    }
  }

  @Test func `weighs at most 40 kB, and what is loaded later 20 kB`() {
    let later = DashboardPage.assets.filter { ["extras.js", "replay.js"].contains($0.name) }
    #expect(later.count == 2)
    let weight = later.reduce(0) { $0 + $1.bytes.count }
    #expect(weight <= 20_000)
    #expect(DashboardPage.assets.reduce(-weight) { $0 + $1.bytes.count } <= 40_000)
  }

  @Test func `has no script and no style inside its text, which its policy forbids`() throws {
    let index = try #require(DashboardPage.assets.first { $0.name == "index.html" })
    let text = String(decoding: index.bytes, as: UTF8.self)
    for part in [" style=", " onclick=", "<style", "javascript:"] {
      #expect(!text.contains(part), "\(part)")
    }
    #expect(text.split(separator: "<script").dropFirst().allSatisfy { $0.contains("src=") })
  }
}
