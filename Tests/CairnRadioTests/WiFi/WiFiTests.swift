import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Wi-Fi sightings")
struct WiFiTests {
  @Test(
    arguments: [
      (2412, WiFiBand.band2GHz, 1), (2437, .band2GHz, 6), (2472, .band2GHz, 13),
      (2484, .band2GHz, 14), (5180, .band5GHz, 36), (5825, .band5GHz, 165), (4920, .band5GHz, 184),
      (5935, .band6GHz, 2), (5955, .band6GHz, 1), (7115, .band6GHz, 233), (58_320, .band60GHz, 1),
    ] as [(UInt32, WiFiBand, UInt8)])
  func `channels follow from frequencies`(frequency: UInt32, band: WiFiBand, number: UInt8) {
    let channel = WiFiChannel(frequency: frequency)
    #expect(channel?.band == band && channel?.number == number)
  }

  @Test(arguments: [0, 900, 2411, 2413, 2483, 5003, 5900, 7120, 58_321, 80_000, UInt32.max])
  func `other frequencies have no channel`(frequency: UInt32) {
    #expect(WiFiChannel(frequency: frequency) == nil)
  }

  @Test(arguments: [
    "home_nomap", "_nomap", "home_NoMap", "home_optout", "home_optout_nomap", "a_nomap_optout",
    "x_OPTOUT_y", "", "\0\0\0",
  ])
  func `opted out and hidden networks are not eligible`(name: String) {
    #expect(!sighting(name).isEligible)
  }

  @Test(arguments: ["home", "nomap", "_nomap_", "_nomaps", "optout", "_opt_out", "\0a"])
  func `other names are eligible`(name: String) { #expect(sighting(name).isEligible) }

  @Test func `names appear in no text`() {
    let seen = sighting("Familie Muster")
    var dumped = ""
    dump(seen, to: &dumped)
    for text in ["\(seen)", String(reflecting: seen), dumped] { #expect(!text.contains("Muster")) }
  }

  @Test func `a name ends after 32 octets`() {
    #expect(SSID([UInt8](repeating: 65, count: 40)).octets.count == 32)
  }

  @Test func `elements cut short end the iteration`() {
    let whole: [UInt8] = [0, 2, 65, 66, 1, 1, 130]
    #expect(InformationElements.ssid(in: whole.span)?.octets == [65, 66])
    for count in 0..<whole.count {
      let isWhole = InformationElements.forEach(in: whole.span.extracting(0..<count)) { _, _ in }
      #expect(isWhole == [0, 4].contains(count))
    }
    #expect(InformationElements.ssid(in: [0, 33].span) == nil)
    let long = [0, 33] + [UInt8](repeating: 65, count: 33)
    #expect(InformationElements.ssid(in: long.span) == nil)
  }

  private func sighting(_ name: String) -> AccessPointSighting {
    AccessPointSighting(
      bssid: AccessPoints.bssid(1), ssid: SSID(name.utf8), signal: -60,
      time: MonotonicTime(nanoseconds: 1))
  }
}
