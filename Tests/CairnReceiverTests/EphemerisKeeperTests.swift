@testable import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Ephemeris keeper")
struct EphemerisKeeperTests {
  private func tracked(_ range: ClosedRange<Int>, _ keeper: inout EphemerisKeeper) {
    for second in range { keeper.noteTracking(at: seconds(Double(second))) }
  }

  @Test
  func `a receiver that was never on starts cold, and warm after a short stay`() {
    var keeper = ReceiverPowerTraits.m10.makeKeeper()
    #expect(keeper.expectedStart(at: seconds(0)) == .cold)
    tracked(0...10, &keeper)
    #expect(keeper.expectedStart(at: seconds(10)) == .warm)
    #expect(keeper.nextHold == nil)
    #expect(keeper.hold(at: seconds(10)) == .seconds(30))
  }

  @Test
  func `ephemerides are received after thirty seconds without a break and serve two hours`() {
    var keeper = ReceiverPowerTraits.m10.makeKeeper()
    tracked(0...29, &keeper)
    #expect(keeper.expectedStart(at: seconds(30)) == .warm)
    tracked(30...30, &keeper)
    #expect(keeper.expectedStart(at: seconds(30)) == .hot)
    #expect(keeper.expectedStart(at: seconds(7229)) == .hot)
    #expect(keeper.expectedStart(at: seconds(7230)) == .warm)
  }

  @Test
  func `a break starts the thirty seconds again`() {
    var keeper = ReceiverPowerTraits.m10.makeKeeper()
    tracked(0...20, &keeper)
    keeper.noteLost()
    tracked(22...45, &keeper)
    #expect(keeper.ephemeridesReceivedAt == nil)
    keeper.noteSleep(keepsMemory: true)
    tracked(50...79, &keeper)
    #expect(keeper.ephemeridesReceivedAt == nil)
    tracked(80...80, &keeper)
    #expect(keeper.ephemeridesReceivedAt == seconds(80))
  }

  @Test
  func `a hold is due at three quarters of the validity`() {
    var keeper = ReceiverPowerTraits.m10.makeKeeper()
    tracked(0...30, &keeper)
    #expect(keeper.nextHold == seconds(30 + 5400))
    #expect(keeper.hold(at: seconds(5429)) == nil)
    #expect(keeper.hold(at: seconds(5430)) == .seconds(30))
  }

  @Test
  func `nothing survives a sleep without backup`() {
    var keeper = ReceiverPowerTraits.m10.makeKeeper()
    tracked(0...30, &keeper)
    keeper.noteSleep(keepsMemory: false)
    #expect(keeper.expectedStart(at: seconds(40)) == .cold)
    keeper.noteAssistance(at: seconds(41))
    #expect(keeper.expectedStart(at: seconds(50)) == .aided)
  }
}
