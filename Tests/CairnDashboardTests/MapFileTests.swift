import CairnTestSupport
import Foundation
import Testing

@testable import CairnDashboard

/// The header of a file of vector tiles, with each part behind it.
func pmtilesHeader(size: Int = 1000) -> [UInt8] {
  var bytes = Array("PMTiles".utf8) + [3] + [UInt8](repeating: 0, count: 119)
  for (number, at) in [8, 24, 40, 56].enumerated() {
    bytes[at] = UInt8(127 + number)
    bytes[at + 8] = 1
  }
  (bytes[97], bytes[98], bytes[99]) = (2, 2, 1)
  return bytes
}

@Suite("a street map for the page", .tags(.loopback), .timeLimit(.minutes(15)))
struct MapFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let content: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/city.pmtiles"
    content =
      pmtilesHeader() + (0..<(3 << 20)).map { UInt8(ascii: "a") + UInt8($0 / 7 % 26) }
    try write(content)
  }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private func bench() throws -> DashboardBench {
    var sources = DashboardSources()
    sources.map = try MapFile(path)
    return try DashboardBench(sources: sources)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: content[range], as: UTF8.self)
  }

  @Test func `the page is told its size, and gets the pieces that it asks for`() async throws {
    let bench = try bench()
    let browser = try bench.connect()
    for range in [
      127..<128, 200..<1200, 1000..<(1000 + 1 << 20), content.count - 9..<content.count,
    ] {
      let answer = await browser.get("/map?from=\(range.lowerBound)&length=\(range.count)")
      #expect(answer.status == 200 && answer.body == text(range))
      #expect(browser.field("Content-Type") == "application/octet-stream")
    }
    #expect(await browser.get("/map?length=5&from=127").body == text(127..<132))
    let page = try bench.connect()
    page.send(bench.request("/events"))
    #expect(
      await page.wait { $0.events.first?.contains("\"map\":{\"size\":\(content.count)}") ?? false })
    bench.end()
  }

  @Test(arguments: [
    ("from=0&length=1048577", 416), ("from=3145855&length=1", 416), ("from=3145854&length=2", 416),
    ("from=999999999999999&length=1048576", 416), ("from=0&length=999999999999999", 416),
    ("from=0&length=0", 400), ("from=-1&length=5", 400), ("from=0&length=+5", 400),
    ("from=0&length=5&from=1", 400), ("from=0&length=5&to=9", 400), ("from=0", 400), ("", 400),
    ("from=0&length=5&", 400), ("from=%30&length=5", 400), ("from=&length=5", 400),
    ("from=9223372036854775807&length=1", 400), ("from=0x1&length=5", 400),
    ("from=1e3&length=5", 400),
  ])
  func `refuses what is no piece of it`(query: String, status: Int) async throws {
    let bench = try bench()
    let browser = try bench.connect()
    #expect(await browser.get("/map?\(query)").status == status)
    #expect(await browser.get("/map?from=127&length=3").body == text(127..<130))
    bench.end()
  }

  @Test func `without a map there is none`() async throws {
    let bench = try DashboardBench()
    let browser = try bench.connect()
    #expect(await browser.get("/map?from=0&length=5").status == 404)
    browser.forget()
    browser.send(bench.request("/events"))
    #expect(await browser.wait { $0.events.first?.contains("\"map\":null") ?? false })
    bench.end()
  }

  @Test(arguments: ["cut", "overwritten", "replaced", "removed"])
  func `a file that is changed is an error, and no end`(change: String) async throws {
    let bench = try bench()
    let browser = try bench.connect()
    #expect(await browser.get("/map?from=2000000&length=100").status == 200)
    switch change {
    case "cut": #expect(truncate(path, 1_000_000) == 0)
    case "overwritten":
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.seek(toOffset: 2_000_000)
      try file.write(contentsOf: Data([0]))
      try file.close()
      // Whatever the file system's clock does.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
    case "replaced":
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      try write(content)
    default: try FileManager.default.removeItem(atPath: path)
    }
    #expect(await browser.get("/map?from=2000000&length=100").status == 410)
    #expect(browser.body.contains("start cairn again"))
    #expect(await browser.get("/").status == 200)
    bench.end()
  }

  @Test func `many pieces at once are read one after the other, and none for those who have gone`()
    async throws
  {
    let bench = try bench()
    var browsers = try (0..<12).map { _ in try bench.connect() }
    for browser in browsers { browser.send(bench.request("/map?from=127&length=1000000")) }
    // Each disconnects with its last use.
    browsers.removeFirst(3)
    for browser in browsers {
      #expect(await browser.wait { $0.body.utf8.count == 1_000_000 })
    }
    bench.end()
  }

  // MARK: Headers

  private static func header(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes = pmtilesHeader()
    change(&bytes)
    return bytes
  }

  @Test(arguments: [
    (Array("SQLite format 3\0".utf8), PMTilesHeader.Defect.notPMTiles),
    (Array("PMTiles".utf8), .notPMTiles),
    ([], .notPMTiles),
    (header { $0[7] = 2 }, .version(2)),
    (header { $0.removeLast() }, .cut),
    (header { $0[66] = 4 }, .cut),
    (header { $0.replaceSubrange(56..<72, with: [UInt8](repeating: 255, count: 16)) }, .cut),
    (header { $0[97] = 3 }, .compression(3)),
    (header { $0[98] = 0 }, .compression(0)),
    (header { $0[99] = 2 }, .tileType(2)),
  ])
  func `what is no map is said`(bytes: [UInt8], defect: PMTilesHeader.Defect) {
    #expect(throws: defect) { try PMTilesHeader.check(bytes, size: 1000) }
    #expect(!"\(defect)".isEmpty)
  }

  @Test func `a map's header passes`() throws {
    try PMTilesHeader.check(pmtilesHeader(), size: 1000)
    #expect(throws: PMTilesHeader.Defect.cut) {
      try PMTilesHeader.check(pmtilesHeader(), size: 130)
    }
  }
}
