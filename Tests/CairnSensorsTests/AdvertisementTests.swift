import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnSensors

@Suite("Advertisements of beacons")
struct AdvertisementTests {
  private static let uuid = [UInt8](0x10...0x1F)
  private static let flags: [UInt8] = [2, 0x01, 0x06]
  static let iBeacon =
    flags + [26, 0xFF, 0x4C, 0x00, 0x02, 0x15] + uuid + [0x01, 0x02, 0x03, 0x04, 0xC5]
  static let altBeacon =
    [27, 0xFF, 0x18, 0x01, 0xBE, 0xAC] + uuid + [0x00, 0x07, 0xFF, 0xFF, 0xBB, 0x00]
  static let uid =
    flags + [23, 0x16, 0xAA, 0xFE, 0x00, 0xEE] + [UInt8](1...16) + [0, 0]
  static let url = flags + [11, 0x16, 0xAA, 0xFE, 0x10, 0x00, 0x03, 0x61, 0x2E, 0x62, 0x63, 0x07]
  static let tlm =
    flags + [17, 0x16, 0xAA, 0xFE, 0x20, 0x00, 0x0B, 0xB8, 0xFE, 0x80, 0, 1, 0, 0, 0, 0, 0, 25]

  private func beacon(_ bytes: [UInt8]) throws(AdvertisementError) -> BeaconFrame? {
    try Advertisement.beacon(in: bytes.span)
  }

  @Test func `of an iBeacon and an AltBeacon have UUID, numbers and power`() throws {
    let uuid = UUID128(high: 0x1011_1213_1415_1617, low: 0x1819_1A1B_1C1D_1E1F)
    #expect(
      try beacon(Self.iBeacon)
        == .proximity(
          ProximityFrame(
            layout: .iBeacon, company: 0x004C, uuid: uuid, major: 0x0102, minor: 0x0304, power: -59)
        ))
    #expect(
      try beacon(Self.altBeacon)
        == .proximity(
          ProximityFrame(
            layout: .altBeacon, company: 0x0118, uuid: uuid, major: 7, minor: 65_535, power: -69)))
  }

  @Test func `of Eddystone have number, address or state`() throws {
    #expect(
      try beacon(Self.uid)
        == .eddystoneUID(
          EddystoneUID(
            namespaceHigh: 0x0102, namespaceLow: 0x0304_0506_0708_090A, instance: 0x0B0C_0D0E_0F10,
            power: -59)))
    #expect(
      try beacon(Self.url) == .eddystoneURL(EddystoneURL(url: "https://a.bc.com", power: -41)))
    #expect(
      try beacon(Self.tlm)
        == .eddystoneTLM(
          EddystoneTLM(battery: 3_000, temperature: -1.5, advertisements: 65_536, age: 2.5)))
    var silent = Self.tlm
    silent.replaceSubrange(9..<13, with: [0, 0, 0x80, 0x00])
    #expect(
      try beacon(silent)
        == .eddystoneTLM(
          EddystoneTLM(battery: nil, temperature: nil, advertisements: 65_536, age: 2.5)))
  }

  @Test func `without a beacon give none`() throws {
    #expect(try beacon([]) == nil)
    #expect(try beacon(Self.flags + [3, 0x03, 0xAA, 0xFE]) == nil)
    #expect(try beacon(Self.flags + [0, 0, 0, 0]) == nil)
    #expect(try beacon([5, 0xFF, 0x4C, 0x00, 0x10, 0x05]) == nil)
    #expect(try beacon([5, 0x16, 0xAA, 0xFE, 0x30, 0x00]) == nil)
    #expect(try beacon([1, 0xFF]) == nil)
  }

  @Test(arguments: [iBeacon, altBeacon, uid, url, tlm])
  func `that are cut short are refused`(bytes: [UInt8]) throws {
    for length in 1..<bytes.count where length != 3 {
      #expect(throws: AdvertisementError.self) { try beacon(Array(bytes.prefix(length))) }
    }
  }

  @Test func `with a frame of another length or a wrong address are refused`() {
    var longer = Self.iBeacon + [0]
    longer[3] = 27
    #expect(throws: AdvertisementError.frameLength(26, offset: 3)) { try beacon(longer) }
    var scheme = Self.url
    scheme[9] = 4
    #expect(throws: AdvertisementError.notAnAddress(offset: 3)) { try beacon(scheme) }
    var character = Self.url
    character[10] = 0x7F
    #expect(throws: AdvertisementError.notAnAddress(offset: 3)) { try beacon(character) }
    let endless = [UInt8](repeating: 1, count: 1_651)
    #expect(throws: AdvertisementError.tooLong(1_651)) { try beacon(endless) }
  }

  @Test func `of random bytes do no harm`() {
    var dice = SplitMix(seed: 12)
    var found = 0
    for _ in 0..<20_000 {
      var bytes = [Self.iBeacon, Self.altBeacon, Self.uid, Self.url, Self.tlm][Int(dice.next() % 5)]
      for _ in 0...(dice.next() % 3) {
        bytes[Int(dice.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: dice.next())
      }
      if (try? beacon(bytes)) ?? nil != nil { found += 1 }
    }
    #expect(found > 1_000 && found < 20_000)
  }
}
