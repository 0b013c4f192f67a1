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

  /// What an import of one file says as JSON, and the counts of it.
  private func counts(
    _ text: String, _ names: String...
  ) async throws -> (outcome: Cairn.Outcome, numbers: [Int?]) {
    let path = try file("a.csv", text)
    let made = try await Cairn.run("radio", "import", path, "--into", pack, "--json")
    return (made, names.map { made.objects.first?[$0] as? Int })
  }

  @Test func `a recording of WiGLE has access points and cells`() async throws {
    let made = try await counts(
      """
      WigleWifi-1.4,appRelease=1.0,model=M,release=1,device=D,display=D,board=B,brand=B
      MAC,SSID,AuthMode,FirstSeen,Channel,RSSI,CurrentLatitude,CurrentLongitude,AltitudeMeters,AccuracyMeters,Type
      04:00:00:00:00:01,"a, b",[ESS],2025-03-01 08:00:00,6,-38,47.1,8.1,430,30,WIFI
      04:00:00:00:00:02,c_nomap,[ESS],2025-03-01 08:00:00,6,-60,47.1,8.1,430,5,WIFI
      04:00:00:00:00:03,c,[ESS],2025-03-01 08:00:00,6,-60,0.0,0.0,0,5,WIFI
      22801_5_9,Operator,LTE;ch,2025-03-01 08:00:00,1300,-95,47.2,8.2,430,0,LTE
      228_5_9,Operator,LTE;ch,2025-03-01 08:00:00,1300,-95,47.2,8.2,430,5,LTE
      04:00:00:00:00:04,tag,Misc,2025-03-01 08:00:00,0,-80,47.1,8.1,430,5,BLE
      04:00:00:00:00:05,x,[ESS],2025-03-01 08:00:00,6,-60,47.1,8.1,430,5,LORA

      """, "accessPoints", "cells", "ineligible", "badRows", "rows")
    #expect(made.numbers == [1, 1, 2, 3, 7])
    for words in [
      "line 5: lat and lon are 0, which stands for no position",
      "line 7: MAC is no cell: \"228_5_9\"", "line 9: Type is not known: \"LORA\"",
    ] { #expect(made.outcome.complaints.contains(words), "\(made.outcome.complaints)") }
    let exported = try await Cairn.run("radio", "export", pack)
    let fields = try #require(exported.lines.dropFirst().first).split(separator: ",")
    #expect(fields.first == "04:00:00:00:00:01")
    let numbers = fields.dropFirst().compactMap { Double($0) }
    try #require(numbers.count == 3)
    #expect(abs(numbers[0] - 47.1) < 1e-5 && abs(numbers[1] - 8.1) < 1e-5)
    // At a signal of -38 dBm the device is 1 m away, and is known to within 30 m; packs round up.
    #expect((30...34).contains(numbers[2]))
    #expect(exported.lines.contains { $0.hasPrefix("LTE,228,1,,9,,8.") })
  }

  @Test func `a recording of WiGLE 1.6 has its columns in another order`() async throws {
    let made = try await counts(
      """
      WigleWifi-1.6,appRelease=2.0,model=M,release=1,device=D,star=Sol,body=3,subBody=0
      MAC,SSID,AuthMode,FirstSeen,Channel,Frequency,RSSI,CurrentLatitude,CurrentLongitude,AltitudeMeters,AccuracyMeters,RCOIs,MfgrId,Type
      04:00:00:00:00:01,a,[ESS],2025-03-01 08:00:00,6,2437,-61,47.1,8.1,430,5,,,WIFI
      22801_5_9,b,NR;ch,2025-03-01 08:00:00,6,,-95,47.1,8.1,430,5,,,NR

      """, "accessPoints", "cells", "badRows")
    #expect(made.numbers == [1, 1, 0], "\(made.outcome.complaints)")
  }

  @Test(arguments: ["mnc,lac,cid", "net,area,cell", "MNC,TAC,CellId"])
  func `tables of cells have had several headers`(names: String) async throws {
    let made = try await counts(
      "radio,mcc,\(names),psc,lon,lat,range,samples\nLTE,228,1,5,9,301,8.1,47.1,1500,12\n",
      "cells", "badRows")
    #expect(made.numbers == [1, 0], "\(made.outcome.complaints)")
    let exported = try await Cairn.run("radio", "export", pack)
    #expect(exported.lines.contains { $0.hasPrefix("LTE,228,1,,9,,8.10000") })
  }

  @Test func `a cell whose number is too large for GSM is one of UMTS`() async throws {
    let made = try await counts(
      "radio,mcc,mnc,lac,cid,lon,lat\nGSM,228,1,5,65535,8,47\nGSM,228,1,5,65536,8,47\n"
        + "GSM,228,1,5,268435456,8,47\n", "cells", "badRows")
    #expect(made.numbers == [2, 1], "\(made.outcome.complaints)")
    let exported = try await Cairn.run("radio", "export", pack)
    #expect(exported.lines.contains { $0.hasPrefix("GSM,228,1,5,65535,") })
    #expect(exported.lines.contains { $0.hasPrefix("UMTS,228,1,,65536,") })
  }

  @Test(arguments: [
    "bssid,lat,lon,lat\n", "bssid,lat,lon,LATITUDE\n", "radio,mcc,net,mnc,area,cell,lon,lat\n",
    "MAC,SSID,Type,CurrentLatitude,CurrentLongitude,currentlatitude\n",
  ])
  func `two columns for the same are refused`(header: String) async throws {
    let path = try file("a.csv", header + "04:00:00:00:00:01,47,8,47\n")
    let made = try await Cairn.run("radio", "import", path, "--into", pack)
    #expect(made.exitCode == 1)
    #expect(
      made.complaints.contains("line 1: the header has more than one column for the same: "),
      "\(made.complaints)")
    #expect(!FileManager.default.fileExists(atPath: pack))
  }

  @Test(arguments: [
    "bssid,lat,lon,accuracy\n04:00:00:00:00:01,0,0,5\n04:00:00:00:00:02,-0.0,0.0000,\n",
    "LTE,228,1,5,9,,0,0,900,1,1,0,0,\nLTE,228,1,5,,,0.0,0.0,900,1,1,0,0,\n",
    #"{"items":[{"position":{"latitude":0.0,"longitude":0.0,"accuracy":5},"#
      + #""wifiAccessPoints":[{"macAddress":"04:00:00:00:00:01"}]}]}"# + "\n",
    // Half a kilometre and more apart, so that it moves.
    "04:00:00:00:00:01,47,8\n04:00:00:00:00:01,47.1,8\n",
  ])
  func `an import of which nothing is left fails, and leaves what was there`(
    text: String
  ) async throws {
    let good = try file("good.csv", "04:00:00:00:00:09,47,8\n")
    #expect(try await Cairn.run("radio", "import", good, "--into", pack).exitCode == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: pack))
    let made = try await Cairn.run("radio", "import", try file("a", text), "--into", pack)
    #expect(made.exitCode == 1 && made.output.isEmpty)
    #expect(made.complaints.contains("there is nothing to import: "), "\(made.complaints)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: pack)) == before)
    #expect(!FileManager.default.fileExists(atPath: pack + ".new"))
  }

  @Test func `a row at 0, 0 makes no access point move`() async throws {
    let made = try await counts(
      "bssid,lat,lon\n04:00:00:00:00:01,0,0\n04:00:00:00:00:01,47,8\n",
      "accessPoints", "moving", "badRows")
    #expect(made.numbers == [1, 0, 1])
    // Open sea, but somewhere.
    let near = try await counts("bssid,lat,lon\n04:00:00:00:00:01,0,0.001\n", "accessPoints")
    #expect(near.numbers == [1])
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
