import CairnLinux
import CairnRadio
import CairnTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@Suite("cairn radio")
final class RadioCommandTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "cairn-\(UUID().uuidString)").path
  var pack: String { folder + "/region.pack" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func file(_ name: String, _ text: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  func content() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: pack)))
  }

  func locate(_ scan: String, _ options: String...) async throws -> Cairn.Outcome {
    let process = try Cairn.start(
      ["radio", "locate", "-", "--pack", pack] + options, input: .bytes(Array(scan.utf8)))
    let status = await process.end()
    return Cairn.Outcome(
      output: process.output, complaints: process.complaints, exitCode: status)
  }

  static let table = """
    bssid,lat,lon,accuracy
    04:00:00:00:00:01,47.0001,8,20
    04:00:00:00:00:02,47.0002,8,20
    04:00:00:00:00:03,47.0003,8,

    """

  static let scan = """
    {"wifiAccessPoints": [
      {"macAddress": "04-00-00-00-00-01", "signalStrength": -60},
      {"macAddress": "040000000002", "signalStrength": -60, "age": 900},
      {"macAddress": "04:00:00:00:00:03", "signalStrength": -60, "ssid": "net"}]}
    """

  @Test func `a pack takes the place of files alone`() async throws {
    let table = try file("a.csv", Self.table)
    #expect(mkfifo(pack, 0o600) == 0)
    for target in [pack, folder] {
      let made = try await Cairn.run("radio", "import", table, "--into", target)
      #expect(made.exitCode == 1)
      #expect(made.complaints.contains("\(target) is not a regular file"), "\(made.complaints)")
    }
  }

  @Test func `columns are found by their names, and not guessed`() async throws {
    let swapped = "bssid,longitude,latitude,accuracy\n04:00:00:00:00:01,8,47,0\n"
    let made = try await Cairn.run(
      "radio", "import", try file("swapped.csv", swapped), "--into", pack)
    #expect(made.exitCode == 0, "\(made.complaints)")
    let table = try await Cairn.run("radio", "export", pack)
    #expect(table.output.contains("\n04:00:00:00:00:01,47.0000"), "\(table.output)")
    // An accuracy of 0 is unknown.
    #expect(table.output.hasSuffix(",\n"), "\(table.output)")
    let before = try content()
    for header in ["mac,longitude,latitude", "bssid,x,y"] {
      let unknown = try file("unknown.csv", header + "\n04:00:00:00:00:01,8,47\n")
      let made = try await Cairn.run("radio", "import", unknown, "--into", pack)
      #expect(made.exitCode == 1)
      #expect(made.complaints.contains("\(unknown), line 1: "), "\(made.complaints)")
      #expect(try content() == before)
    }
  }

  @Test func `what a scan says in a wrong way is named`() async throws {
    _ = try await Cairn.run("radio", "import", try file("a.csv", Self.table), "--into", pack)
    let wrong = try await locate(
      """
      {"wifiAccessPoints": [
        {"macAddress": "04:00:00:00:00:01", "signalStrength": -60},
        {"macAddress": "04:00:00:00:00:02", "signalStrength": "-60"},
        {"macAddress": "04:00:00:00:00:03", "signalStrength": -61}], "cellTowers": 7}
      """)
    #expect(wrong.exitCode == 0)
    #expect(wrong.output.contains("from 2 access points"), "\(wrong.output)")
    #expect(
      wrong.complaints.contains("wifiAccessPoints[1]: signalStrength is no number from -150 to 20"),
      "\(wrong.complaints)")
    #expect(wrong.complaints.contains("cellTowers is no list"), "\(wrong.complaints)")
  }

  @Test func `what is no pack is not replaced`() async throws {
    let table = try file("a.csv", Self.table)
    let made = try await Cairn.run("radio", "import", table, "--into", table)
    #expect(made.exitCode == 1)
    #expect(made.complaints.contains("\(table) is not a pack, and stays"), "\(made.complaints)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: table)) == Data(Self.table.utf8))
    for target in ["-", ""] {
      let made = try await Cairn.run("radio", "import", table, "--into", target)
      #expect(made.exitCode == 64)
      #expect(made.complaints.contains("--into needs a file"), "\(made.complaints)")
    }
  }

  @Test func `a table becomes a pack that locates a scan`() async throws {
    let made = try await Cairn.run(
      "radio", "import", try file("a.csv", Self.table), "--into", pack)
    #expect(made.complaints == "")
    #expect(made.exitCode == 0)
    #expect(made.output.hasPrefix("\(pack): 3 access points, 0 cells and 0 areas in "))
    let found = try await locate(Self.scan, "--json")
    #expect(found.exitCode == 0)
    let object = try #require(found.objects.first)
    #expect(abs(try #require(object["lat"] as? Double) - 47.0002) < 2e-5)
    #expect(object["source"] as? String == "wifi")
    #expect(object["used"] as? Int == 3)
    #expect(try #require(object["hacc"] as? Double) > 5)
    let words = try await locate(Self.scan)
    #expect(words.output.hasPrefix("47.000"))
    #expect(words.output.hasSuffix(" m from 3 access points\n"))
    // Some programs write a mark before UTF-8.
    #expect(try await locate("\u{FEFF}" + Self.scan).output == words.output)
  }

  @Test func `columns stand in any order, and a header may be missing`() async throws {
    let mixed = try file(
      "a.csv", "\u{FEFF}Lon,note,Accuracy,BSSID,lat\r\n8,\"a, b\",5,04:00:00:00:00:01,47\r\n")
    let bare = try file("b.csv", "# a comment\n\n04:00:00:00:00:02,47,8\n")
    let made = try await Cairn.run("radio", "import", mixed, bare, "--into", pack, "--json")
    #expect(made.complaints == "")
    #expect(made.objects.first?["accessPoints"] as? Int == 2)
    #expect(made.objects.first?["rows"] as? Int == 2)
  }

  @Test func `wrong rows are reported with their line, and the others are taken`() async throws {
    let rows = """
      bssid,lat,lon
      04:00:00:00:00:01,47,8
      04:00:00:00:00,47,8
      04:00:00:00:00:02,91,8
      04:00:00:00:00:03,47
      04:00:00:00:00:04,x,8
      04:00:00:00:00:05,"47,8
      04:00:00:00:00:06,nan,8
      04:00:00:00:00:07,4e1,8
      """ + String(repeating: "\nnonsense", count: 20)
    let path = try file("a.csv", rows)
    let made = try await Cairn.run("radio", "import", path, "--into", pack, "--json")
    #expect(made.exitCode == 0)
    #expect(made.objects.first?["accessPoints"] as? Int == 2)
    #expect(made.objects.first?["badRows"] as? Int == 26)
    #expect(made.objects.first?["rows"] as? Int == 28)
    #expect(made.complaints.contains("\(path), line 3: bssid is no address: \"04:00:00:00:00\""))
    #expect(made.complaints.contains("\(path), line 4: lat is out of range: 91"))
    #expect(made.complaints.contains("line 5: no value for lon"))
    #expect(made.complaints.contains("line 6: lat is not a number: \"x\""))
    #expect(made.complaints.split(separator: "\n").count == 11)
  }

  @Test func `phones and owners who opted out are neither stored nor looked up`() async throws {
    let path = try file(
      "a.csv",
      """
      bssid,lat,lon,ssid
      04:00:00:00:00:01,47,8,home_nomap
      04:00:00:00:00:02,47,8,a_OPTOUT_b
      04:00:00:00:00:03,47,8,
      06:00:00:00:00:04,47,8,phone
      05:00:00:00:00:05,47,8,group
      04:00:00:00:00:06,47,8,shop
      04:00:00:00:00:07,47,8,shop

      """)
    let made = try await Cairn.run("radio", "import", path, "--into", pack, "--json")
    #expect(made.objects.first?["accessPoints"] as? Int == 2)
    #expect(made.objects.first?["ineligible"] as? Int == 5)
    let none = try await locate(
      """
      {"wifiAccessPoints": [{"macAddress": "04:00:00:00:00:06", "ssid": "shop_nomap"},
       {"macAddress": "06:00:00:00:00:04"}]}
      """, "--json")
    #expect(none.exitCode == 1)
    #expect(
      none.objects.first?["reason"] as? String
        == "none of 2 access points may be looked up: phones, hidden ones or owners who opted out")
    let one = try await locate(#"{"wifiAccessPoints": [{"macAddress": "04:00:00:00:00:06"}]}"#)
    #expect(one.exitCode == 1)
    #expect(one.complaints.contains("only one of 1 access point is known"))
  }

  @Test func `a service is asked where the packs know nothing`() async throws {
    let path = try file("none.csv", "bssid,lat,lon\n04:00:00:00:00:09,47,8\n")
    #expect(try await Cairn.run("radio", "import", path, "--into", pack).exitCode == 0)
    let service = try HTTPStub(
      HTTPStub.response("200 OK", #"{"location":{"lat":47.5,"lng":8.25},"accuracy":80}"#))
    defer { service.end() }
    let found = try await locate(Self.scan, "--online", service.address)
    #expect(found.output == "47.500000, 8.250000 ± 49 m from a service\n")
    let request = service.requests.withLock { $0.joined() }
    #expect(request.hasPrefix("POST /v1/geolocate HTTP/1.1\r\n"))
    #expect(request.contains(#""considerIp":false"#))
    service.answer(with: HTTPStub.response("403 Forbidden", "{}"))
    let refused = try await locate(Self.scan, "--online", service.address + "/?key=secret")
    #expect(refused.exitCode == 1)
    #expect(
      refused.complaints.hasSuffix(
        "no position: the service gives none: it wants another key: status 403\n"))
    let alone = try await locate(
      #"{"wifiAccessPoints": [{"macAddress": "04:00:00:00:00:06"}]}"#, "--online", service.address)
    #expect(alone.complaints.contains("nothing was sent"))
    #expect(service.requests.withLock { $0.count } == 2)
    #expect(try await locate(Self.scan, "--online", "beacondb.net").exitCode == 64)
  }

  @Test func `cells are found, and their area where they are not known`() async throws {
    let path = try file(
      "cells.csv",
      """
      LTE,228,1,100,70000,,7.5,46.9,2000,3,1,0,0,
      LTE,228,1,100,70001,,7.6,46.9,2000,1,1,0,0,
      GSM,228,1,5,9,,7.4,46.8,900,1,1,0,0,
      XYZ,228,1,5,9,,7.4,46.8,900,1,1,0,0,
      LTE,228,1,100,-1,,7.4,46.8,900,1,1,0,0,

      """)
    let made = try await Cairn.run("radio", "import", path, "--into", pack, "--json")
    #expect(made.objects.first?["cells"] as? Int == 3)
    #expect(made.objects.first?["areas"] as? Int == 2)
    #expect(made.objects.first?["badRows"] as? Int == 2)
    func tower(_ cell: Int) -> String {
      """
      {"radioType": "lte", "cellTowers": [{"mobileCountryCode": 228, "mobileNetworkCode": 1,
       "locationAreaCode": 100, "cellId": \(cell)}]}
      """
    }
    let cell = try #require(try await locate(tower(70000), "--json").objects.first)
    #expect(cell["source"] as? String == "cell")
    #expect(abs(try #require(cell["lon"] as? Double) - 7.5) < 2e-5)
    #expect(try #require(cell["hacc"] as? Double) > 1200)
    let area = try #require(try await locate(tower(80000), "--json").objects.first)
    #expect(area["source"] as? String == "area")
    #expect(abs(try #require(area["lon"] as? Double) - 7.55) < 2e-5)
  }

  @Test func `submissions give a mean, and no place to what moves`() async throws {
    func item(_ latitude: Double, _ entries: String) -> String {
      """
      {"position": {"latitude": \(latitude), "longitude": 8, "accuracy": 10},
       "wifiAccessPoints": [\(entries)]}
      """
    }
    let standing = #"{"macAddress": "04:00:00:00:00:01", "signalStrength": -70}"#
    let moving = #"{"macAddress": "04:00:00:00:00:02", "signalStrength": -70}"#
    let old = #"{"macAddress": "04:00:00:00:00:03", "age": 60000}"#
    let text = """
      {"items": [\(item(47, standing + "," + moving)), \(item(47.0002, standing + "," + old)),
       \(item(47.1, moving)), {"timestamp": 1}]}
      """
    let whole = try file("a.json", text)
    let made = try await Cairn.run("radio", "import", whole, "--into", pack, "--json")
    #expect(made.objects.first?["accessPoints"] as? Int == 1)
    #expect(made.objects.first?["moving"] as? Int == 1)
    #expect(made.objects.first?["badRows"] as? Int == 2)
    #expect(made.complaints.contains("a.json: item 4: no position with latitude and longitude"))
    let rows = try await Cairn.run("radio", "export", pack).lines
    #expect(rows.count == 2)
    let fields = try #require(rows.last).split(separator: ",")
    #expect(fields.first == "04:00:00:00:00:01")
    #expect(abs(try #require(Double(fields[1])) - 47.0001) < 2e-5)
    // One item a line is the same.
    let lines = text.replacingOccurrences(of: "\n", with: "")
    let again = try await Cairn.run(
      "radio", "import", try file("b.json", lines + "\n{broken\n"), "--into", pack, "--json")
    #expect(again.objects.first?["accessPoints"] as? Int == 1)
    #expect(again.objects.first?["badRows"] as? Int == 3)
  }

  @Test func `an export makes the same pack again`() async throws {
    let table = try file("a.csv", Self.table)
    let cells = try file("b.csv", "GSM,228,1,5,9,,7.4,46.8,900,1,1,0,0,\n")
    #expect(try await Cairn.run("radio", "import", table, cells, "--into", pack).exitCode == 0)
    let first = try content()
    let exported = try await Cairn.run("radio", "export", pack)
    #expect(exported.exitCode == 0)
    let made = try await Cairn.run(
      "radio", "import", "-", "--into", pack, input: Array(exported.output.utf8))
    #expect(made.complaints == "")
    // The date and the header's checksum may differ, if midnight passes.
    #expect(try content().dropFirst(128) == first.dropFirst(128))
  }

  @Test func `a pack is replaced only by a whole one`() async throws {
    let table = try file("a.csv", Self.table)
    #expect(try await Cairn.run("radio", "import", table, "--into", pack).exitCode == 0)
    let before = try content()
    let missing = try await Cairn.run("radio", "import", table, "/nonexistent", "--into", pack)
    #expect(missing.exitCode == 1)
    let nothing = try await Cairn.run(
      "radio", "import", "-", "--into", pack, input: Array("bssid,lat,lon\n".utf8))
    #expect(nothing.exitCode == 1)
    #expect(nothing.complaints.contains("there is nothing to import"))
    let compressed = try await Cairn.run(
      "radio", "import", "-", "--into", pack, input: [0x1F, 0x8B, 8, 0, 0, 10])
    #expect(compressed.exitCode == 1)
    #expect(compressed.complaints.contains("zcat"))
    let named = try await Cairn.run("radio", "import", "cells.csv.gz", "--into", pack)
    #expect(named.exitCode == 64)
    #expect(named.complaints.contains("zcat cells.csv.gz | cairn radio import - --into PACK"))
    let odd = try await Cairn.run("radio", "import", "my $(x).csv.gz", "--into", "a.pack")
    #expect(odd.complaints.contains("zcat 'my $(x).csv.gz' | cairn radio import - --into PACK"))
    #expect(try content() == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["a.csv", "region.pack"])
  }

  /// The pipe stays open: the command has read rows and waits for more when it is killed.
  @Test func `a killed import leaves the pack as it was`() async throws {
    let table = try file("a.csv", Self.table)
    #expect(try await Cairn.run("radio", "import", table, "--into", pack).exitCode == 0)
    let before = try content()
    let process = try Cairn.start(
      ["radio", "import", "-", "--into", pack], input: .written)
    process.write(Array("bssid,lat,lon\n04:00:00:00:00:09,1,2\n".utf8))
    process.signal(SIGKILL)
    _ = await process.end()
    #expect(try content() == before)
    #expect(try await locate(Self.scan).exitCode == 0)
  }

  /// As above, but ended by a request, as Control-C is one.
  @Test(arguments: [SIGINT, SIGTERM])
  func `a request to end while rows are read leaves the pack as it was, and nothing beside it`(
    number: Int32
  ) async throws {
    let table = try file("a.csv", Self.table)
    #expect(try await Cairn.run("radio", "import", table, "--into", pack).exitCode == 0)
    let before = try content()
    let process = try Cairn.start(
      ["radio", "import", "-", "--into", pack], input: .written)
    // Its reader has begun once more than a pipe holds is gone.
    let rows = (0..<5_000).map { "04:00:00:00:\(10 + $0 / 90):\(10 + $0 % 90),1,2\n" }
    process.write(Array(("bssid,lat,lon\n" + rows.joined()).utf8))
    process.signal(number)
    #expect(await process.end() == -number)
    #expect(try content() == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["a.csv", "region.pack"])
  }
}
