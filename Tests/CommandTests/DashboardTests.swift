import CairnTestSupport
import Foundation
import Testing

@Suite("cairn dashboard", .timeLimit(.minutes(15)))
struct DashboardTests {
  /// The program with its page, as a browser sees it.
  private final class Page {
    let process: ChildProcess
    let port: UInt16
    let token: String?

    init(_ arguments: String..., environment: [String: String] = [:]) async throws {
      let process = try Cairn.start(
        ["dashboard", "--port", "0"] + arguments, input: .bytes([]), environment: environment)
      self.process = process
      var found: (port: UInt16, token: String?)?
      let isThere = await Patience.wait {
        let match = process.output.firstMatch(
          of: /http:\/\/127\.0\.0\.1:([0-9]+)\/(\?token=([0-9a-f]{32}))?\n/)
        found = match.flatMap { match in UInt16(match.1).map { ($0, match.3.map(String.init)) } }
        return found != nil || process.hasEnded
      }
      try #require(isThere, "\(process.output) \(process.complaints)")
      (port, token) = try #require(found, "\(process.complaints)")
    }

    deinit { process.kill() }

    /// Sends a request, and waits until the answer is as it should be.
    func ask(
      _ target: String, cookie: String? = nil, until condition: (String) -> Bool
    ) async throws -> String {
      let client = try LocalClient(port: port)
      let cookieLine = cookie.map { "Cookie: \($0)\r\n" } ?? ""
      client.send("GET \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(cookieLine)\r\n")
      var text = ""
      let isRight = await Patience.wait {
        text += client.read() ?? ""
        return condition(text)
      }
      #expect(isRight, "\(text.suffix(2000)) \(process.complaints)")
      return text
    }

    /// The first address leads to the page by a cookie.
    func cookie() async throws -> String {
      let token = try #require(token)
      let answer = try await ask("/?token=\(token)") { $0.contains("See Other\n") }
      #expect(answer.hasPrefix("HTTP/1.1 303 "))
      return String(try #require(answer.firstMatch(of: /Set-Cookie: ([^;]+);/)).1)
    }

    func end() async -> Int32 {
      process.signal(SIGTERM)
      return await process.end()
    }
  }

  private static func objects(_ text: String) -> [[String: Any]] {
    text.split(separator: "\n").filter { $0.hasPrefix("data: ") }.compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.dropFirst(6).utf8))) as? [String: Any]
    }
  }

  private static func has(_ events: [String], _ text: String) -> Bool {
    events.allSatisfy { text.contains("data: {\"event\":\"\($0)\"") }
  }

  @Test func `shows a simulated board by the objects that monitor writes`() async throws {
    let folder = try TemporaryFolder()
    let regions = "\(folder.path)/places.csv"
    try Data("identifier,lat,lon,radius\nplaza,37.5665,126.978,500\nsea,0,0,100\n".utf8)
      .write(to: URL(fileURLWithPath: regions))
    let page = try await Page("--simulate", "m9", "--regions", regions, "--visits")
    let refused = try await page.ask("/events") { $0.contains("token\n") }
    #expect(refused.hasPrefix("HTTP/1.1 401 "))
    let cookie = try await page.cookie()
    let start = try await page.ask("/", cookie: cookie) { $0.contains("<!doctype html>") }
    #expect(start.hasPrefix("HTTP/1.1 200 "))
    let events = [
      "hello", "plan", "satellites", "receiver", "energy", "update", "heading", "region",
    ]
    let text = try await page.ask("/events", cookie: cookie) {
      Self.has(events, $0) && $0.hasSuffix("\n\n")
    }
    let objects = Self.objects(text)
    let hello = try #require(objects.first)
    #expect(hello["event"] as? String == "hello")
    #expect((hello["title"] as? String)?.hasPrefix("simulating a ") == true)
    #expect(hello["accuracy"] is NSNull && hello["version"] is String)
    #expect(hello["plans"] as? Bool == true)
    let schema = try MonitorSchema()
    for object in objects.dropFirst() { #expect(schema.faults(of: object) == []) }
    let inside = try await page.ask("/events", cookie: cookie) {
      $0.contains(#""identifier":"plaza","state":"inside","center":[37.5665,126.978],"radius":500"#)
        && $0.contains(#""identifier":"sea","state":"outside","center":[0,0],"radius":100"#)
    }
    for object in Self.objects(inside).dropFirst() { #expect(schema.faults(of: object) == []) }
    // A page that is opened later knows the track.
    let later = try await page.ask("/events", cookie: cookie) { $0.contains("\"history\":[[") }
    let history = Self.objects(later).first?["history"] as? [[Any]]
    #expect(history?.first?.count == 5)
    // What another accuracy would lead to.
    let plan = try await page.ask("/plan?accuracy=1km", cookie: cookie) { $0.hasSuffix("}\n") }
    #expect(plan.hasPrefix("HTTP/1.1 200 "))
    let body = try #require(plan.split(separator: "\r\n").last)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
    #expect(schema.faults(of: object) == [])
    let entries = try #require(object["providers"] as? [[String: Any]])
    #expect(entries.contains { $0["provider"] as? String == "fixed" && $0["on"] as? Bool == true })
    #expect(entries.contains { $0["provider"] as? String == "gnss" && $0["on"] as? Bool == false })
    #expect(await page.end() == 0)
  }

  @Test func `without a token, every user of the machine sees the page`() async throws {
    let page = try await Page("--simulate", "nmea", "--no-token")
    #expect(page.token == nil)
    _ = try await page.ask("/events") { Self.has(["hello", "update"], $0) }
    #expect(await page.end() == 0)
  }

  @Test func `at a Unix socket, only its user does`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/page"
    let process = try Cairn.start(
      ["dashboard", "--simulate", "nmea", "--socket", path], input: .bytes([]))
    #expect(await Patience.wait { process.output == path + "\n" })
    let client = try LocalClient(path: path)
    client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    var text = ""
    #expect(
      await Patience.wait {
        text += client.read() ?? ""
        return Self.has(["hello", "update"], text)
      })
    process.interrupt()
    #expect(await process.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `where a daemon answers, shows what that gives, as coarse as its policy says`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (socket, policy) = ("\(folder.path)/cairn.sock", "\(folder.path)/policy.d")
    try FileManager.default.createDirectory(atPath: policy, withIntermediateDirectories: true)
    try Data("[default]\nstatus = always\naccuracy = reduced\nservices = standard\n".utf8)
      .write(to: URL(fileURLWithPath: "\(policy)/10-all.conf"))
    let service = try await Service("--simulate", "m9", "--socket", socket, "--policy", policy)
    let page = try await Page(environment: ["CAIRN_SOCKET": socket])
    let cookie = try await page.cookie()
    let text = try await page.ask("/events", cookie: cookie) {
      Self.has(["hello", "clients", "update"], $0) && $0.hasSuffix("\n\n")
    }
    let objects = Self.objects(text)
    #expect((objects.first?["title"] as? String)?.hasPrefix("asking cairnd at ") == true)
    let update = try #require(objects.first { $0["event"] as? String == "update" })
    let fix = try #require((update["locations"] as? [[String: Any]])?.first)
    #expect((fix["flags"] as? [String])?.contains("reduced") == true)
    #expect((fix["horizontalAccuracy"] as? Double ?? 0) >= 1000)
    // With reduced accuracy, it is told nothing of other plans, and does not ask.
    #expect(objects.first?["plans"] as? Bool == false)
    let plan = try await page.ask("/plan?accuracy=best", cookie: cookie) {
      $0.contains("full accuracy")
    }
    #expect(plan.hasPrefix("HTTP/1.1 403 "))
    try Data("[default]\nstatus = always\naccuracy = full\nservices = standard\n".utf8)
      .write(to: URL(fileURLWithPath: "\(policy)/10-all.conf"))
    _ = try await page.ask("/events", cookie: cookie) { text in
      Self.objects(text).contains { object in
        let fix = (object["locations"] as? [[String: Any]])?.last
        return (fix?["flags"] as? [String])?.contains("reduced") == false
      }
    }
    let full = try await page.ask("/plan?accuracy=1km", cookie: cookie) { $0.hasSuffix("}\n") }
    #expect(full.hasPrefix("HTTP/1.1 200 ") && full.contains("\"event\":\"plan\""))
    #expect(await page.end() == 0)
    #expect(await service.end() == 0)
  }

  // MARK: Recordings

  /// A sentence with its checksum.
  private static func sentence(_ text: String) -> String {
    let sum = text.utf8.reduce(0, ^)
    return "$\(text)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
  }

  private static func body(_ answer: String) -> Data {
    Data(String(answer.split(separator: "\r\n").last ?? "").utf8)
  }

  /// A minute of positions, with or without their date.
  private static func minute(dated: Bool) -> String {
    (0..<60).map { second in
      let time = "1200\(second < 10 ? "0" : "")\(second).00"
      let place = "48\(10 + second / 10).00000,N,01130.00000,E"
      return (dated ? sentence("GNRMC,\(time),A,\(place),5.0,45.0,010326,,,A,V") : "")
        + sentence("GNGGA,\(time),\(place),1,12,0.8,500.0,M,47.0,M,,")
        + sentence("GPGSV,1,1,02,05,40,120,44,12,20,200,38,1")
    }.joined()
  }

  @Test func `recordings are on the page, as receivers sent them and as managers get them`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (dated, undated, table) = (
      "\(folder.path)/dated.nmea", "\(folder.path)/undated.nmea", "\(folder.path)/fixes.csv"
    )
    try Data(Self.minute(dated: true).utf8).write(to: URL(fileURLWithPath: dated))
    try Data(Self.minute(dated: false).utf8).write(to: URL(fileURLWithPath: undated))
    try Data("t,lat,lon,hacc\n5,48,11,3\n6,48,11,3\nx\n".utf8)
      .write(to: URL(fileURLWithPath: table))
    let page = try await Page("--replay", dated, "--replay", undated, "--no-token")
    let text = try await page.ask("/events") { Self.has(["hello"], $0) && $0.hasSuffix("\n\n") }
    let hello = try #require(Self.objects(text).first)
    #expect(hello["title"] as? String == "replaying dated.nmea and undated.nmea")
    let list = try #require(hello["recordings"] as? [[String: Any]])
    // 1 March 2026, noon; and noon of no day.
    #expect(list.map { $0["start"] as? Int } == [1_772_366_400_000, 43_200_000])
    #expect(list.map { $0["end"] as? Int } == [1_772_366_459_000, 43_259_000])
    for number in 0...1 {
      let answer = try await page.ask("/recording/\(number)") { $0.hasSuffix("]}\n") }
      let tracks = try #require(
        try JSONSerialization.jsonObject(with: Self.body(answer)) as? [String: [[Any]]])
      #expect(tracks["raw"]?.count == 60 && tracks["filtered"]?.count == 60)
    }
    let state = try await page.ask("/recording/0?at=1772366430500") { $0.hasSuffix("]\n") }
    let events = try #require(
      try JSONSerialization.jsonObject(with: Self.body(state)) as? [[String: Any]])
    let schema = try MonitorSchema()
    for event in events { #expect(schema.faults(of: event) == []) }
    let names = ["receiver", "satellites", "intake", "update"]
    #expect(events.map { $0["event"] as? String } == names)
    // The positions jump by 18 km every ten seconds.
    let rejected = (events[2]["rejected"] as? [String: Int])?["implausibleJump"] ?? 0
    #expect((events[2]["accepted"] as? Int ?? 0) + rejected == 31 && rejected > 0)
    #expect(list.map { $0["clock"] as? String } == ["utc", "timeOfDay"])
    #expect(await page.end() == 0)
    let other = try await Page("--replay", table, "--no-token")
    _ = try await other.ask("/recording/0") {
      $0.contains("{\"raw\":[[5000,48.0000000,11.0000000,3.00,null]")
    }
    #expect(other.process.complaints.contains("line 4"))
    #expect(await other.end() == 0)
  }

  @Test func `a damaged recording says how many messages were damaged, up to each moment`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/damaged.nmea"
    // In the second half, one sentence of each second has a wrong checksum.
    let lines = Self.minute(dated: true).split(separator: "\r\n").enumerated().map { index, line in
      index >= 90 && index % 3 == 2 ? line.replacing("120,44", with: "120,45") : line[...]
    }
    try Data((lines.joined(separator: "\r\n") + "\r\n").utf8)
      .write(to: URL(fileURLWithPath: path))
    let page = try await Page("--replay", path, "--no-token")
    func counts(at time: Int) async throws -> [Int?] {
      let state = try await page.ask("/recording/0?at=\(time)") { $0.hasSuffix("]\n") }
      let events = try #require(
        try JSONSerialization.jsonObject(with: Self.body(state)) as? [[String: Any]])
      return ["frames", "checksumFailures"].map { events[0][$0] as? Int }
    }
    #expect(try await counts(at: 1_772_366_425_000)[1] == 0)
    let half = try #require(try await counts(at: 1_772_366_445_000)[1])
    #expect((12...17).contains(half))  // Counted within half a kilobyte.
    #expect(try await counts(at: 1_772_366_459_000) == [150, 30])
    #expect(await page.end() == 0)
    let decoded = try await Cairn.run("decode", path)
    #expect(decoded.output.contains("150 NMEA (30 wrong checksums)"))
  }

  @Test func `a wrong date in a recording does not stretch its time`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/dates.nmea"
    let text = (0..<60).map { second in
      let time = "1200\(second < 10 ? "0" : "")\(second).00"
      let date = second < 5 || second == 30 ? "010399" : "010326"
      return Self.sentence("GNRMC,\(time),A,4810.00000,N,01130.00000,E,5.0,45.0,\(date),,,A,V")
        + Self.sentence("GNGGA,\(time),4810.00000,N,01130.00000,E,1,12,0.8,500.0,M,47.0,M,,")
    }.joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let page = try await Page("--replay", path, "--no-token")
    let hello = try await page.ask("/events") { Self.has(["hello"], $0) && $0.hasSuffix("\n\n") }
    let list = try #require(Self.objects(hello).first?["recordings"] as? [[String: Any]])
    #expect(list[0]["start"] as? Int == 1_772_366_400_000)
    #expect(list[0]["end"] as? Int == 1_772_366_459_000)
    for (time, utc) in [(430, nil), (431, "2026-03-01T12:00:31.000Z" as String?)] {
      let state = try await page.ask("/recording/0?at=1772366\(time)000") { $0.hasSuffix("]\n") }
      let events = try #require(
        try JSONSerialization.jsonObject(with: Self.body(state)) as? [[String: Any]])
      let fixes = try #require(events.last?["locations"] as? [[String: Any]])
      #expect(fixes[0]["utc"] as? String == utc)
    }
    #expect(page.process.complaints.contains("6 positions of \(path) have a date"))
    #expect(await page.end() == 0)
  }

  @Test func `without a browser, --open says what to open`() async throws {
    let environment = ["DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""]
    let page = try await Page("--simulate", "nmea", "--open", environment: environment)
    let words = "no browser found; open http://127.0.0.1:\(page.port)/?token=\(page.token ?? "")"
    #expect(await Patience.wait { page.process.complaints.contains(words) })
    #expect(await page.end() == 0)
  }

  @Test func `a recording that is none is said as decode says it`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/noise"
    try Data("no recording".utf8).write(to: URL(fileURLWithPath: path))
    let outcome = try await Cairn.run("dashboard", "--port", "0", "--replay", path)
    let decoded = try await Cairn.run("decode", path)
    #expect(outcome.exitCode == 1 && outcome.complaints == decoded.complaints)
    try Data(Self.sentence("GPGSV,1,1,01,05,40,120,44,1").utf8)
      .write(to: URL(fileURLWithPath: path))
    let empty = try await Cairn.run("dashboard", "--port", "0", "--replay", path)
    #expect(empty.exitCode == 2 && empty.complaints.contains("no fix in \(path)"))
    let folderItself = try await Cairn.run("dashboard", "--port", "0", "--replay", folder.path)
    #expect(folderItself.exitCode == 1 && folderItself.complaints.contains("directory"))
  }

  @Test func `packs that are installed give the map land, and positions an address`() async throws {
    let folder = try TemporaryFolder()
    let (json, pack) = ("\(folder.path)/land.geojson", "\(folder.path)/land.pack")
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature",\
      "properties":{"iso2":"XX","name":"Squareland"},"geometry":{"type":"Polygon",\
      "coordinates":[[[0,0],[10,0],[10,10],[0,10],[0,0]]]}}]}
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: json))
    let made = try await Cairn.run("geodata", "build", "--countries", json, "--into", pack)
    #expect(made.exitCode == 0, "\(made.complaints)")
    let page = try await Page(
      "--simulate", "nmea", "--no-token", environment: ["CAIRN_GEODATA": folder.path])
    let hello = try await page.ask("/events") { Self.has(["hello"], $0) }
    #expect(hello.contains("\"outlines\":true,\"addresses\":true"))
    let address = try await page.ask("/address?at=5,5") { $0.hasSuffix("}\n") }
    #expect(address.hasSuffix("{\"text\":\"Squareland\",\"kind\":\"country\"}\n"))
    let land = try await page.ask("/outlines?box=-5,-5,5,5&width=100") { $0.hasSuffix("}\n") }
    #expect(land.contains("{\"land\":[["))
    #expect(await page.end() == 0)
    // One that is of no use is said, and does without.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: pack))
    bytes[20] ^= 1
    try bytes.write(to: URL(fileURLWithPath: pack))
    let other = try await Page(
      "--simulate", "nmea", "--no-token", environment: ["CAIRN_GEODATA": folder.path])
    _ = try await other.ask("/events") { $0.contains("\"outlines\":false") }
    #expect(other.process.complaints.contains("the map has no places: \(pack)"))
    #expect(await other.end() == 0)
  }

  // MARK: Mistakes

  @Test func `a port in use is said, with what to do`() async throws {
    let (descriptor, port) = try loopbackSocket(backlog: 1)
    defer { close(descriptor) }
    let outcome = try await Cairn.run("dashboard", "--simulate", "m9", "--port", "\(port)")
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("127.0.0.1:\(port)"))
    #expect(outcome.complaints.contains("`--port 0` takes any port that is free"))
    #expect(outcome.output.isEmpty)
  }

  @Test func `a map that the page cannot draw is said, with what to do`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/city.mbtiles"
    try Data("SQLite format 3".utf8).write(to: URL(fileURLWithPath: path))
    let outcome = try await Cairn.run("dashboard", "--simulate", "m9", "--port", "0", "--map", path)
    #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
    #expect(outcome.complaints.contains("\(path): this is no PMTiles file; `pmtiles extract`"))
  }

  @Test(arguments: [
    (["--listen", "0.0.0.0", "--no-token"], "leave out --no-token"),
    (["--listen", "device.local"], "names are not looked up"),
    (["--socket", "page"], "needs an absolute path"),
    (["--socket", "/tmp/page", "--port", "1"], "--socket and --port exclude each other"),
    (["--socket", "/tmp/page", "--open"], "--socket and --open exclude each other"),
    (["--port", "65536"], "--port"),
    (["--device", "file:drive.ubx"], "`cairn dashboard --replay drive.ubx`"),
    (["--replay", "a", "--simulate", "m9"], "--replay and --simulate exclude each other"),
    (["--replay", "a", "--device", "/dev/a"], "--replay and --device exclude each other"),
    (["--replay", "a", "--replay", "b", "--replay", "c"], "compares two recordings"),
    (["--replay", "-"], "--replay needs files"),
    (["--device", "/dev/a", "--simulate", "m9"], "--device and --simulate exclude each other"),
  ])
  func `wrong usage is said`(arguments: [String], words: String) async throws {
    let outcome = try await Cairn.end(
      of: Cairn.start(["dashboard"] + arguments, input: .bytes([])))
    #expect(outcome.exitCode == 64)
    #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
  }
}
