import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnSensors

@Suite("Events of a Bluetooth controller")
struct HCIEventTests {
  private struct Heard: Equatable {
    var report: AdvertisingReport
    var data: [UInt8]
  }

  private func read(_ packet: [UInt8]) throws(HCIError) -> (HCIEvent, [Heard]) {
    var heard: [Heard] = []
    let event = try HCIEvent(packet.span) { report, data in
      var bytes: [UInt8] = []
      for index in 0..<data.count { bytes.append(data[index]) }
      heard.append(Heard(report: report, data: bytes))
    }
    return (event, heard)
  }

  private static let address: [UInt8] = [0x66, 0x55, 0x44, 0x33, 0x22, 0xC1]
  private static func packet(_ code: UInt8, _ body: [UInt8]) -> [UInt8] {
    [4, code, UInt8(body.count)] + body
  }

  private static func legacy(_ data: [UInt8], _ rssi: UInt8) -> [UInt8] {
    [3, 1] + address + [UInt8(data.count)] + data + [rssi]
  }

  static let two = packet(0x3E, [2, 2] + legacy([2, 1, 6], 0xBF) + legacy([], 127))
  static let extended = packet(
    0x3E,
    [0x0D, 1, 0x13, 0, 1] + address + [1, 0, 0xFF, 127, 0xC0, 0, 0] + [0] + [0, 0, 0, 0, 0, 0]
      + [3, 2, 1, 6])

  @Test func `with legacy reports have address, data and strength of each`() throws {
    let (event, heard) = try read(Self.two)
    #expect(event == .advertisements(2))
    let address: UInt64 = 0xC122_3344_5566
    #expect(
      heard == [
        Heard(report: AdvertisingReport(address: address, rssi: -65), data: [2, 1, 6]),
        Heard(report: AdvertisingReport(address: address, rssi: nil), data: []),
      ])
  }

  @Test func `with extended reports have the same`() throws {
    let (event, heard) = try read(Self.extended)
    #expect(event == .advertisements(1))
    #expect(
      heard == [
        Heard(report: AdvertisingReport(address: 0xC122_3344_5566, rssi: -64), data: [2, 1, 6])
      ])
  }

  @Test func `tell how a command has ended`() throws {
    #expect(
      try read(Self.packet(0x0E, [1, 0x0C, 0x20, 0])).0 == .commandComplete(.scanEnable, status: 0))
    #expect(
      try read(Self.packet(0x0E, [1, 0, 0])).0
        == .commandComplete(HCICommand.Code(rawValue: 0), status: nil))
    #expect(
      try read(Self.packet(0x0F, [0x0C, 1, 0x0B, 0x20])).0
        == .commandStatus(.scanParameters, status: 0x0C))
    #expect(try read(Self.packet(0x3E, [0x0A, 1])).0 == .other(0x3E))
    #expect(try read(Self.packet(0x05, [1, 2, 3])).0 == .other(0x05))
  }

  @Test(arguments: [
    two, extended, packet(0x0E, [1, 0x0C, 0x20, 0]), packet(0x0F, [0, 1, 0x0B, 0x20]),
  ])
  func `that are cut short are refused, whatever their length says`(packet: [UInt8]) throws {
    for length in 0..<packet.count {
      var short = Array(packet.prefix(length))
      #expect(throws: HCIError.self) { try read(short) }
      guard length > 3, packet[1] == 0x3E else { continue }
      short[2] = UInt8(length - 3)
      #expect(throws: HCIError.self) { try read(short) }
    }
  }

  @Test func `that are none, or longer than their fields, are refused`() {
    #expect(throws: HCIError.notAnEvent(2)) { try read([2, 0, 0]) }
    var longer = Self.two + [0]
    longer[2] += 1
    #expect(throws: HCIError.length(longer.count)) { try read(longer) }
  }

  @Test func `of random bytes do no harm and are counted`() {
    var dice = SplitMix(seed: 3)
    var intake = BeaconIntake()
    let beacon = Self.packet(0x3E, [2, 1] + Self.legacy(AdvertisementTests.iBeacon, 0xC0))
    var heard = 0
    for _ in 0..<20_000 {
      var packet = [beacon, Self.two, Self.extended][Int(dice.next() % 3)]
      for _ in 0...(dice.next() % 3) {
        packet[Int(dice.next() % UInt64(packet.count))] = UInt8(truncatingIfNeeded: dice.next())
      }
      _ = intake.take(packet.span, at: MonotonicTime(nanoseconds: 0)) { _ in heard += 1 }
    }
    #expect(intake.counts.beacons == UInt64(heard) && heard > 1_000)
    #expect(intake.counts.damagedPackets > 1_000 && intake.counts.damagedAdvertisements > 100)
    #expect(intake.counts.advertisements > intake.counts.beacons)
  }
}
