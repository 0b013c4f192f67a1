import CairnRadio
import Testing

@Suite("BSSID")
struct BSSIDTests {
  @Test func `text of all usual forms is read and written with colons`() {
    for text in ["00:1a:2B:3c:4d:5E", "00-1A-2B-3C-4D-5E", "001a2b3c4d5e"] {
      #expect(BSSID(text)?.rawValue == 0x001A_2B3C_4D5E)
      #expect(BSSID(text)?.description == "00:1a:2b:3c:4d:5e")
    }
    #expect(BSSID("ff:ff:ff:ff:ff:ff")?.rawValue == 0xFFFF_FFFF_FFFF)
  }

  @Test(arguments: [
    "", ":", "00:1a:2b:3c:4d", "00:1a:2b:3c:4d:5e:", ":00:1a:2b:3c:4d:5e", "00:1a:2b-3c:4d:5e",
    "001a:2b:3c:4d:5e", "00:1a2b:3c:4d:5e", "00::1a:2b:3c:4d5e", "001a2b3c4d5", "001a2b3c4d5e6",
    "00:1a:2b:3c:4d:5g", "0:01:a2:b3:c4:d5e", "00:1a:2b:3c:4d:5e6f", "００:1a:2b:3c:4d:5e",
  ])
  func `other text is refused`(text: String) { #expect(BSSID(text) == nil) }

  @Test func `more than 48 bits and other than six octets are refused`() {
    #expect(BSSID(rawValue: 1 << 48) == nil)
    for count in [0, 5, 7] {
      #expect(BSSID(octets: [UInt8](repeating: 1, count: count).span) == nil)
    }
    #expect(BSSID(octets: [0, 1, 2, 3, 4, 5].span)?.rawValue == 0x0001_0203_0405)
  }

  @Test func `local, group and zero addresses are not eligible`() throws {
    let local = try #require(BSSID("02:00:00:00:00:01"))
    let group = try #require(BSSID("01:00:5e:00:00:01"))
    let zero = try #require(BSSID(rawValue: 0))
    let global = try #require(BSSID("04:00:00:00:00:01"))
    #expect(local.isLocallyAdministered && !local.isMulticast && !local.isEligible)
    #expect(group.isMulticast && !group.isLocallyAdministered && !group.isEligible)
    #expect(!zero.isEligible)
    #expect(global.isEligible)
  }
}
