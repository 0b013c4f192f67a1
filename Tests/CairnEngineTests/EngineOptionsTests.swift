import CCairnCore
import CairnCore
import CairnTypes
import CairnUpdates
import Testing

@testable import CairnEngine

@Suite("Options of a manager in C")
struct EngineOptionsTests {
  @Test
  func `zero stands for the usual value`() {
    let options = EngineOptions(cairn_options())
    #expect(options.headingFilter == nil)
    #expect(options.headingOrientation == .portrait)
    #expect(options.core.standard.powerBudget == nil)
    #expect(options.core.standard.maximumCachedAge == .seconds(5))
  }

  @Test
  func `headings and the budget are the program's`() {
    var wanted = cairn_options()
    wanted.heading_filter = 5
    wanted.heading_orientation = UInt32(CAIRN_LANDSCAPE_RIGHT)
    wanted.power_budget = 12
    let options = EngineOptions(wanted)
    #expect(options.headingFilter == 5)
    #expect(options.headingOrientation == .landscapeRight)
    #expect(options.core.standard.powerBudget == 12)
  }

  @Test
  func `a beacon's numbers are those of the struct, and any number is none`() throws {
    var wanted = cairn_region()
    wanted.shape = UInt32(CAIRN_BEACON)
    wanted.flags = UInt32(CAIRN_QUIET_EXIT)
    wanted.major = 65_535
    wanted.minor = Int32(CAIRN_ANY)
    withUnsafeMutableBytes(of: &wanted.uuid) { octets in
      for index in octets.indices { octets[index] = UInt8(index) }
    }
    let region = try #require(Region(wanted, named: "beacon"))
    let uuid = UUID128(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
    #expect(region.shape == .beacon(BeaconConstraint(uuid: uuid, major: 65_535)))
    #expect(region.notifyOnEntry && !region.notifyOnExit)
  }

  @Test
  func `a shape that nobody knows is no region`() {
    var wanted = cairn_region()
    wanted.shape = 99
    #expect(Region(wanted, named: "unknown") == nil)
  }
}
