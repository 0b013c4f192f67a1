import CairnLinux
import CairnRadio
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

/// What goes into packs and comes out of them as text.
@Suite("cairn radio: tables")
struct RadioTableTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }
  private var pack: String { folder + "/region.pack" }

  init() throws { temporary = try TemporaryFolder() }

  private func file(_ name: String, _ text: String) throws -> String {
    try temporary.write(text, to: name)
    return folder + "/" + name
  }

  @Test
  func `a submission is taken without what must not be stored, and its bad items are counted`()
    async throws
  {
    let text = """
      {"items": [
        {"timestamp": 1405602028568,
         "position": {"latitude": 47, "longitude": 8, "accuracy": 12, "source": "gnss"},
         "wifiAccessPoints": [
           {"macAddress": "040000000001", "signalStrength": -51, "ssid": "shop"},
           {"macAddress": "040000000002", "signalStrength": -51, "ssid": "home_nomap"},
           {"macAddress": "040000000003", "signalStrength": -51, "ssid": ""},
           {"macAddress": "060000000004", "signalStrength": -51, "ssid": "phone"}],
         "cellTowers": [
           {"radioType": "lte", "mobileCountryCode": 228, "mobileNetworkCode": 1,
            "locationAreaCode": 5, "cellId": 9, "signalStrength": -95}]},
        {"position": {"latitude": 91, "longitude": 8}, "wifiAccessPoints": []},
        7,
        {"position": {"latitude": 47, "longitude": 8, "accuracy": 5000},
         "wifiAccessPoints": [{"macAddress": "040000000005"}]},
        {"position": {"latitude": 47, "longitude": 8},
         "wifiAccessPoints": [{"macAddress": "x"}, {"macAddress": "040000000006"}]}]}
      """
    let made = try await Cairn.run(
      "radio", "import", try file("a.json", text), "--into", pack, "--json")
    #expect(made.exitCode == 0)
    let counts = ["accessPoints", "cells", "areas", "ineligible", "badRows", "rows"].map {
      made.objects.first?[$0] as? Int
    }
    #expect(counts == [2, 1, 1, 3, 4, 10])
    #expect(
      made.complaints.matches(of: /a\.json: (item \d)/).map(\.1) == [
        "item 2", "item 3", "item 4", "item 5",
      ], "\(made.complaints)")
  }

  @Test func `a quoted name may have several lines, and a missing mark spoils only its own`()
    async throws
  {
    let rows = """
      bssid,lat,lon,ssid
      04:00:00:00:00:01,47,8,"two
      lines, and ""marks""\r
      "
      04:00:00:00:00:02,47,8,"one
      _nomap"
      04:00:00:00:00:03,47,8,"open
      04:00:00:00:00:04,47,8,net
      04:00:00:00:00:05,47,8,"a
      04:00:00:00:00:06,47,8,"b"
      04:00:00:00:00:07,47,8,"open at the end
      """
    let path = try file("a.csv", rows)
    let made = try await Cairn.run("radio", "import", path, "--into", pack, "--json")
    #expect(made.exitCode == 0)
    #expect(made.objects.first?["rows"] as? Int == 7)
    #expect(made.objects.first?["badRows"] as? Int == 3)
    #expect(made.objects.first?["ineligible"] as? Int == 1)
    #expect(made.complaints.matches(of: /line (\d+):/).map(\.1) == ["7", "9", "11"])
    let exported = try await Cairn.run("radio", "export", pack).lines.dropFirst()
    #expect(exported.map { $0.prefix(17).suffix(2) } == ["01", "04", "06"])
    // However long the rest of the file is.
    let long =
      "bssid,lat,lon,ssid\n04:00:00:00:00:01,47,8,\"open\n"
      + String(repeating: "04:00:00:00:00:02,47,8,net\n", count: 100)
    let again = try await Cairn.run(
      "radio", "import", try file("b.csv", long), "--into", pack, "--json")
    #expect(again.objects.first?["rows"] as? Int == 101)
    #expect(again.objects.first?["badRows"] as? Int == 1)
    #expect(again.complaints.contains("b.csv, line 2: "))
  }

  @Test func `one is not called several`() async throws {
    let table = try file("a.csv", "04:00:00:00:00:01,47,8\n")
    let cells = try file("b.csv", "GSM,228,1,5,9,,7.4,46.8,900,1,1,0,0,\n")
    let made = try await Cairn.run("radio", "import", table, cells, "--into", pack)
    #expect(
      made.output.hasPrefix("\(pack): 1 access point, 1 cell and 1 area in "), "\(made.output)")
    #expect(
      made.output.hasSuffix("2 rows: 0 wrong, 0 not to be stored; 0 access points that move\n"))
  }

  @Test func `what was learned is printed like a pack, and without times`() async throws {
    var map = LearnedMap()
    var learner = AccessPointLearner()
    let addresses = ["04:00:00:00:00:01", "04:00:00:00:00:02"].compactMap { BSSID($0) }
    for second in 0..<20 {
      let now = MonotonicTime(nanoseconds: Int64(second) * 5_000_000_000 + 1)
      var fix = Location(
        coordinate: Coordinate(latitude: 47 + 0.0002 * Double(second), longitude: 8),
        horizontalAccuracy: 4, time: now,
        source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
      fix.timestamp = Timestamp(nanosecondsSince1970: 1_790_000_000_000_000_000)
      // The second one is heard too seldom to be used.
      let heard = addresses.prefix(second < 2 ? 2 : 1)
      let scan = WiFiScan(
        sightings: heard.map {
          AccessPointSighting(
            bssid: $0, ssid: SSID("net".utf8), signal: -60, frequency: nil, time: now)
        }, time: now)
      map.accessPoints.merge(learner.learn(scan, at: fix) { map.accessPoints[$0] }) { $1 }
    }
    #expect(map.accessPoints.count == 2)
    try FileStorage(folder).store(map.encoded, for: "wifi-learned")
    let state = folder + "/wifi-learned.state"
    let exported = try await Cairn.run("radio", "export", "--state", folder)
    #expect(exported.exitCode == 0, "\(exported.complaints)")
    let line = try #require(exported.lines.last)
    #expect(exported.lines == ["bssid,lat,lon,accuracy", line])
    #expect(
      line.wholeMatch(of: /04:00:00:00:00:01,47\.\d{6},8\.000000,\d+\.\d{3}/) != nil, "\(line)")
    // It becomes a pack as it is.
    let made = try await Cairn.run(
      "radio", "import", "-", "--into", pack, input: Array(exported.output.utf8))
    #expect(made.complaints == "")
    #expect(made.output.hasPrefix("\(pack): 1 access point, "))
    // Who only looks changes nothing.
    try temporary.write("no map", to: "wifi-learned.state")
    let damaged = try await Cairn.run("radio", "export", "--state", folder)
    #expect(damaged.exitCode == 1 && damaged.output == "")
    #expect(damaged.complaints.contains("\(state) is damaged"), "\(damaged.complaints)")
    #expect(FileManager.default.fileExists(atPath: state))
    let nothing = try await Cairn.run("radio", "export", "--state", "/nonexistent")
    #expect(nothing.exitCode == 1)
    #expect(nothing.complaints.contains("nothing was learned there"), "\(nothing.complaints)")
    #expect(try await Cairn.run("radio", "export").exitCode == 64)
    #expect(try await Cairn.run("radio", "export", pack, "--state", folder).exitCode == 64)
  }
}
