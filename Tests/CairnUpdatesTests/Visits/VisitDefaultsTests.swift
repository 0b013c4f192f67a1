import CairnUpdates
import Testing

@Suite("Visits: constants")
struct VisitDefaultsTests {
  @Test("the constants of visits are as documented")
  func constants() {
    #expect(Defaults.visitWindow == .seconds(60))
    #expect(Defaults.visitSlot == .seconds(10))
    #expect(Defaults.visitIdleSpeed == 0.5)
    #expect(Defaults.visitErrorMargin == 2.3)
    #expect(Defaults.visitSameSpot == 1.4)
    #expect(Defaults.visitSmallestAccuracy == 5)
    #expect(Defaults.visitCoreShare == 0.6)
    #expect(Defaults.visitLeavingFixes == 3)
    #expect(Defaults.visitLeavingTime == .seconds(30))
    #expect(Defaults.visitOutwardTime == .seconds(20))
    #expect(Defaults.visitOutwardShare == 0.5)
  }
}
