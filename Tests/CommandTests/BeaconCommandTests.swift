import CairnFiles
import CairnHAL
import CairnJSON
import CairnTestSupport
import CairnTypes
import Testing

@testable import cairn

@Suite("cairn beacons")
struct BeaconCommandTests {
  private func at(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(seconds * 1e9))
  }

  private func sighting(_ device: UInt64, _ frame: BeaconFrame, at time: Double) -> BeaconSighting {
    BeaconSighting(device: device, frame: frame, rssi: -60, time: at(time), isCoarse: device == 1)
  }

  private static let iBeacon = BeaconFrame.proximity(
    ProximityFrame(
      layout: .iBeacon, company: 0x4C, uuid: UUID128(high: .max, low: .max), major: 65_535,
      minor: 65_535, power: -60))
  private static let frames = [
    iBeacon,
    .eddystoneUID(EddystoneUID(namespaceHigh: 1, namespaceLow: 2, instance: 3, power: -50)),
    .eddystoneURL(EddystoneURL(url: "https://example.org/\u{1B}", power: -40)),
    .eddystoneTLM(EddystoneTLM(battery: 3_000, temperature: nil, advertisements: 9, age: 1)),
  ]

  private func list() -> BeaconList {
    var list = BeaconList()
    for step in 0..<5 {
      for (index, frame) in Self.frames.enumerated() {
        list.take(sighting(UInt64(index + 1), frame, at: Double(step)))
      }
    }
    return list
  }

  @Test func `a beacon has its distance with the range of 68 %, and leaves after 10 s`() throws {
    var list = list()
    let rows = list.rows(at: at(4.5))
    #expect(rows.map(\.sighting.frame.kind) == ["ibeacon", "uid", "url", "tlm"])
    let first = try #require(rows.first)
    #expect(abs(try #require(first.distance) - 1) < 1e-9 && first.proximity == .near)
    let likely = try #require(first.likely)
    #expect(abs(likely.lowerBound - 1 / 2.3) < 1e-9 && abs(likely.upperBound - 2.3) < 1e-9)
    #expect(rows.last?.distance == nil)
    list.lose(2, silentSince: at(0))
    #expect(list.rows(at: at(11)).map(\.sighting.device) == [1, 3, 4])
    #expect(list.rows(at: at(15)).isEmpty)
  }

  @Test(arguments: [(80, 24), (40, 6), (1, 1)])
  func `the list fits its terminal, whatever it is told`(width: Int, height: Int) {
    var list = BeaconList()
    for device in 0..<400 { list.take(sighting(UInt64(device), Self.iBeacon, at: 1)) }
    let issue = ProviderIssue(.radioOff, String(repeating: "off ", count: 100))
    let state = BeaconSession.State(duty: 0.5, radioSeconds: 1, usesBlueZ: true)
    let canvas = BeaconScreen.picture(
      list.rows(at: at(2)), state, issue, width: width, height: height)
    #expect(canvas.width == width && canvas.height == height)
    guard width == 80 else { return }
    #expect(canvas.rows[0].contains("256 in range, listening 50 % of the time through BlueZ"))
    #expect(canvas.rows[2].hasPrefix("ibeacon ffffffff-ffff-ffff-ffff-ffffffffffff 65535/65535"))
    #expect(canvas.rows[21] == "and 237 more" && canvas.rows[23].hasPrefix("off "))
  }

  @Test func `each row has eighty columns, without the control characters of an address`() {
    var list = list()
    for row in list.rows(at: at(4.5)) { #expect(row.line.count <= 80) }
    #expect(BeaconList.Row.header.count == 80)
    let canvas = BeaconScreen.picture(
      list.rows(at: at(4.5)), BeaconSession.State(), nil, width: 80, height: 24)
    #expect(!canvas.rows.joined().contains("\u{1B}"))
  }

  @Test func `each row is one JSON object`() {
    var list = list()
    let objects = list.rows(at: at(4.5)).map { row in
      var text = JSONText()
      text.object { row.write(to: &$0) }
      return String(decoding: text.bytes, as: UTF8.self)
    }
    #expect(
      objects[0]
        == #"{"event":"beacon","t":4.000,"kind":"ibeacon","uuid":"ffffffff-ffff-ffff-ffff-ffffffffffff","#
        + #""major":65535,"minor":65535,"rssi":-60,"proximity":"near","distance":1.00,"nearest":0.43,"#
        + #""farthest":2.30,"ago":0.5}"#)
    #expect(objects[3].contains(#""battery":3000,"temperature":null,"advertisements":9"#))
  }

  @Test(arguments: [
    ["--region", "door"], ["--region", "2f234454-cf6d-4a0f-adf2-f4911ba9ffa6/70000"],
    ["--timeout", "3"], ["--duration", "0"], ["--duration", "nan"],
  ])
  func `refuses what makes no sense`(words: [String]) async throws {
    let outcome = await Cairn.end(
      of: try Cairn.start(["beacons"] + words, input: .bytes([])))
    #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
  }

  @Test func `its help has examples and says how to grant the right`() async throws {
    let help = try await Cairn.run("beacons", "--help").output
    #expect(help.contains("cairn beacons --json") && help.contains("setcap cap_net_raw"))
  }
}
