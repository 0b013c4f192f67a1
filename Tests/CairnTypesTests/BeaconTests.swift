import CairnTypes
import Testing

@Suite("Beacons")
struct BeaconTests {
  private static let text = "f7826da6-4fa2-4e98-8024-bc5b71e0893e"

  @Test func `an identifier is read and written as it is printed on boxes`() throws {
    let uuid = try #require(UUID128(Self.text))
    #expect(uuid.high == 0xf782_6da6_4fa2_4e98 && uuid.low == 0x8024_bc5b_71e0_893e)
    #expect("\(uuid)" == Self.text)
    #expect(UUID128(Self.text.uppercased()) == uuid)
    #expect("\(UUID128(high: 0, low: 1))" == "00000000-0000-0000-0000-000000000001")
  }

  @Test(arguments: [
    "", "-", "f7826da6", "f7826da64fa24e988024bc5b71e0893e",
    "f7826da6-4fa2-4e98-8024-bc5b71e0893", "f7826da6-4fa2-4e98-8024-bc5b71e0893ee",
    "g7826da6-4fa2-4e98-8024-bc5b71e0893e", "f7826da6-4fa2-4e98-8024-bc5b71e0893\u{e9}",
    "f7826da6+4fa2-4e98-8024-bc5b71e0893e",
  ])
  func `anything else is none`(text: String) { #expect(UUID128(text) == nil) }

  @Test("a constraint is of a number, of a group, or of one beacon")
  func constraints() throws {
    let uuid = try #require(UUID128(Self.text))
    let other = UUID128(high: 1, low: 2)
    let beacon = Beacon(
      uuid: uuid, major: 3, minor: 4, rssi: -60, time: MonotonicTime(nanoseconds: 0))
    for (constraint, expected) in [
      (BeaconConstraint(uuid: uuid), true), (BeaconConstraint(uuid: other), false),
      (BeaconConstraint(uuid: uuid, major: 3), true),
      (BeaconConstraint(uuid: uuid, major: 4), false),
      (BeaconConstraint(uuid: uuid, major: 3, minor: 4), true),
      (BeaconConstraint(uuid: uuid, major: 3, minor: 5), false),
      (BeaconConstraint(uuid: uuid, minor: 4), true),
    ] {
      #expect(constraint.matches(beacon) == expected)
    }
  }
}
