import CairnTestSupport
import Foundation
import Testing

/// What is said of packs, whole and damaged.
extension RadioCommandTests {
  @Test func `statistics say what a pack holds`() async throws {
    let table = try file("a.csv", Self.table)
    #expect(try await Cairn.run("radio", "import", table, "--into", pack).exitCode == 0)
    let object = try #require(
      try await Cairn.run("radio", "stats", pack, "--json").objects.first)
    #expect(object["accessPoints"] as? Int == 3)
    #expect(object["bytes"] as? Int == 128 + 3 * 13 + 10)
    let bounds = try #require(object["bounds"] as? [String: Double])
    #expect(abs(try #require(bounds["south"]) - 47.0001) < 2e-5)
    let date = try #require(object["date"] as? String)
    #expect(date.wholeMatch(of: /20\d\d-[01]\d-[0-3]\d/) != nil)
    let text = try await Cairn.run("radio", "stats", pack)
    #expect(text.output.contains("access points  3"))
    // A file that is none, or missing, does not keep the others from being read.
    let other = try await Cairn.run("radio", "stats", table, pack, "/nonexistent", pack, "--json")
    #expect(other.exitCode == 1)
    #expect(other.objects.count == 2)
    #expect(other.complaints.split(separator: "\n").count == 2)
    #expect(other.complaints.contains("/nonexistent"), "\(other.complaints)")
  }

  @Test func `a damaged pack is refused by every command`() async throws {
    let table = try file("a.csv", Self.table)
    #expect(try await Cairn.run("radio", "import", table, "--into", pack).exitCode == 0)
    var bytes = try content()
    bytes[140] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: pack))
    for command in [["stats", pack], ["export", pack]] {
      let process = try Cairn.start(["radio"] + command, input: .bytes([]))
      #expect(await process.end() == 1)
      #expect(process.complaints.contains("bucket 0 of access points is damaged"))
    }
    let unread = try await locate(Self.scan)
    #expect(unread.exitCode == 1)
    #expect(unread.complaints.contains("bucket 0 of access points is damaged"))
    bytes[20] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: pack))
    let refused = try await locate(Self.scan)
    #expect(refused.exitCode == 1)
    #expect(refused.complaints.contains("the header of the pack is damaged"))
  }
}
