import CairnGeodesy
import CairnRadio
import CairnTestSupport
import CairnTypes
import CairnWireless
import Testing

@Suite("A device that has the fleet's map", .timeLimit(.minutes(15)))
struct FleetMapTests {
  @Test func `serves a kilometre by Wi-Fi where it never was, for a fraction of the energy`()
    async throws
  {
    let devices = (1...10 as ClosedRange<UInt64>).map { FleetTown.learn(seed: $0, hours: 6) }
    let pack = try FleetTown.pack(of: devices)
    let heard = Set(devices.flatMap(\.keys)).count
    let without = await (try Newcomer(packs: [])).day()
    let with = await (try Newcomer(packs: [FollowedPack("/fleet.pack", pack)])).day()
    print(
      """
      fleet: \(heard) access points heard, \(pack.count(.accessPoints)) in the pack
      without: \(without)
      with: \(with)
      """)
    #expect(without.joules["wifi"] == 0 && without.scans == 0)
    #expect(with.scans > 0 && with.total < without.total / 3)
    #expect(with.within > 0.9 && with.within > without.within + 0.2)
    #expect(with.worst < 1000)
  }
}
