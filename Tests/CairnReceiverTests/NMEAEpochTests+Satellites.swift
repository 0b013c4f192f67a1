import CairnReceiver
import CairnTypes
import Testing

extension NMEAEpochTests {
  /// The satellites used, as system and number, and how many are in view.
  private func used(_ bodies: [String]) throws -> (names: [String], count: Int) {
    var view: SatelliteView?
    for case .satellites(let found) in events(["GNGGA,120000.00,\(gga)"] + bodies) { view = found }
    let satellites = try #require(view).satellites
    return (
      satellites.filter { $0.isUsed }.map { "\($0.system) \($0.number ?? 0)" }, satellites.count
    )
  }

  @Test func `the system that a sentence names decides what 100 plus a number means`() throws {
    let used = try used([
      "GNGSA,A,3,02,05,,,,,,,,,,,1.4,0.6,1.2,1", "GNGSA,A,3,106,119,120,137,,,,,,,,,1.4,0.6,1.2,4",
      "GPGSV,1,1,02,02,37,129,28,05,26,215,28",
      "GBGSV,1,1,04,106,37,145,40,119,37,215,38,120,26,123,37,137,17,114,40",
    ])
    #expect(
      used.names == [
        "gps 2", "gps 5", "beidou 6", "beidou 19", "beidou 20", "beidou 37",
      ])
    #expect(used.count == 6)
  }

  @Test(arguments: ["GN", "GP"])
  func `a number without a system is that of the satellite in view`(talker: String) throws {
    let inView = [
      "GPGSV,1,1,01,14,37,129,28",
      "BDGSV,1,1,04,201,37,145,40,202,37,215,38,204,26,123,37,205,17,114,40",
    ]
    let lists = [
      "\(talker)GSA,A,3,14,,,,,,,,,,,,1.4,0.6,1.2",
      "\(talker)GSA,A,3,201,202,205,,,,,,,,,,1.4,0.6,1.2",
    ]
    for bodies in [lists + inView, inView + lists] {
      #expect(try used(bodies).names == ["gps 14", "beidou 1", "beidou 2", "beidou 5"])
    }
  }

  @Test func `a number without a system means what it means in general if that is in view`() throws
  {
    let used = try used([
      "GNGSA,A,3,201,,,,,,,,,,,,1.4,0.6,1.2", "GQGSV,1,1,01,201,37,145,40",
      "BDGSV,1,1,01,201,37,145,40",
    ])
    #expect(used.names == ["qzss 9"])
  }

  @Test func `a number that several satellites in view may have marks none`() throws {
    let used = try used([
      "GNGSA,A,3,103,,,,,,,,,,,,1.4,0.6,1.2", "GAGSV,1,1,01,103,37,145,40",
      "GBGSV,1,1,01,103,37,145,40",
    ])
    #expect(used.names.isEmpty)
  }
}
