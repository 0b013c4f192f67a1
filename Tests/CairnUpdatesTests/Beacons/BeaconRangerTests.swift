import CairnTypes
import Testing

@testable import CairnUpdates

@Suite("Ranging of beacons")
struct BeaconRangerTests {
  static let uuid = UUID128(high: 1, low: 2)

  private func at(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(seconds * 1e9))
  }

  private func sighting(
    major: UInt16 = 1, minor: UInt16, rssi: Int8, at time: Double, uuid: UUID128 = uuid
  ) -> BeaconSighting {
    BeaconSighting(
      device: UInt64(minor),
      frame: .proximity(
        ProximityFrame(
          layout: .iBeacon, company: 0x4C, uuid: uuid, major: major, minor: minor, power: -60)),
      rssi: rssi, time: at(time))
  }

  @Test func `L186: sorts the nearest first and those of unknown distance last`() {
    var ranger = BeaconRanger(BeaconConstraint(uuid: Self.uuid))
    ranger.take(sighting(minor: 9, rssi: -20, at: 0))
    for step in 0..<5 {
      let time = Double(step) / 10
      ranger.take(sighting(minor: 1, rssi: -85, at: time))
      ranger.take(sighting(minor: 2, rssi: -50, at: time))
      ranger.take(sighting(minor: 3, rssi: -68, at: time))
      ranger.take(sighting(minor: 4, rssi: -60, at: time))
    }
    let beacons = ranger.beacons(at: at(0.5))
    #expect(beacons.map(\.minor) == [2, 4, 3, 1, 9])
    #expect(beacons.map(\.proximity) == [.immediate, .near, .near, .far, .unknown])
    #expect(beacons.map { $0.accuracy == nil } == [false, false, false, false, true])
  }

  @Test func `L186: drops a beacon that was silent for 10 s; before, its distance becomes unknown`()
  {
    var ranger = BeaconRanger(BeaconConstraint(uuid: Self.uuid))
    for step in 0..<5 { ranger.take(sighting(minor: 1, rssi: -60, at: Double(step) / 10)) }
    #expect(ranger.beacons(at: at(5)).map(\.proximity) == [.near])
    #expect(ranger.beacons(at: at(6)).map(\.proximity) == [.unknown])
    #expect(ranger.beacons(at: at(10.4)).count == 1)
    #expect(ranger.beacons(at: at(10.5)).isEmpty)
  }

  @Test(
    arguments: [(nil, nil, [1, 2, 3]), (7, nil, [2, 3]), (7, 3, [3])]
      as [(UInt16?, UInt16?, [UInt16])])
  func `L186: matches by UUID, by major number and by all three`(
    major: UInt16?, minor: UInt16?, found: [UInt16]
  ) {
    var ranger = BeaconRanger(BeaconConstraint(uuid: Self.uuid, major: major, minor: minor))
    ranger.take(sighting(major: 6, minor: 1, rssi: -60, at: 0))
    ranger.take(sighting(major: 7, minor: 2, rssi: -60, at: 0))
    ranger.take(sighting(major: 7, minor: 3, rssi: -60, at: 0))
    ranger.take(
      sighting(major: 7, minor: 3, rssi: -60, at: 0, uuid: UUID128(high: 1, low: 3)))
    #expect(ranger.beacons(at: at(0)).map(\.minor).sorted() == found)
  }

  @Test func `knows of a silence that is told late, and of no more beacons than it can keep`() {
    var ranger = BeaconRanger(BeaconConstraint(uuid: Self.uuid))
    for step in 0..<50 { ranger.take(sighting(minor: 1, rssi: -60, at: Double(step) / 10)) }
    ranger.lose(1, silentSince: at(-4))
    #expect(ranger.beacons(at: at(5)).map(\.proximity) == [.unknown])
    for minor in 0..<UInt16(300) { ranger.take(sighting(minor: minor, rssi: -60, at: 6)) }
    #expect(ranger.beacons(at: at(6)).count == BeaconRanger.capacity)
  }

  @Test func `says less accuracy where strengths come in steps`() throws {
    var ranger = BeaconRanger(BeaconConstraint(uuid: Self.uuid))
    for step in 0..<3 {
      var coarse = sighting(minor: 1, rssi: -60, at: Double(step))
      coarse.isCoarse = true
      ranger.take(coarse)
    }
    let beacon = try #require(ranger.beacons(at: at(2)).first)
    #expect(abs(try #require(beacon.accuracy) - 1.3) < 1e-9)
    #expect(BeaconRange.likely(1) == 1 / 1.9...1.9)
  }
}
