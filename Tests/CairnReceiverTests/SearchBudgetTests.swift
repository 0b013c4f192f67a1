import CairnTypes
import Testing

@testable import CairnReceiver

@Suite("Search budget")
struct SearchBudgetTests {
  private static let claims: [(WireProtocol, length: Int, cost: Int)] = [
    (.ubx, 8, 8), (.ubx, 2048, 2048), (.ubx, 65_543, 65_543), (.rtcm3, 6, 48), (.rtcm3, 1029, 8232),
    (.casic, 2058, 16_464), (.nmea, 1024, 16_384),
  ]

  @Test(arguments: [1, 7, 4096, 1 << 20])
  func `what is looked at in vain is at most 16 units a byte, and what was saved up`(piece: Int) {
    for (wireProtocol, length, cost) in Self.claims {
      var budget = SearchBudget()
      var (received, spent) = (0, 0)
      while received < 1 << 18 {
        received += piece
        budget.earn(upTo: received)
        while budget.affords(wireProtocol, length) {
          budget.spend(wireProtocol, length)
          spent += cost
        }
      }
      #expect(spent <= received * 16 + 1 << 20)
      #expect(spent >= min(received * 8, 1 << 19), "most of it can be spent")
    }
  }

  @Test
  func `every claim can be afforded at first, and when 33 KiB have come after the last false one`()
  {
    var budget = SearchBudget()
    #expect(budget.isAmple)
    while budget.affords(.ubx, 8) { budget.spend(.ubx, 8) }
    #expect(!budget.isAmple && !budget.affords(.rtcm3, 1029))
    budget.earn(upTo: 50)
    #expect(budget.affords(.ubx, 100) && !budget.affords(.rtcm3, 1029))
    budget.earn(upTo: 5 * 1024)
    #expect(budget.affords(.rtcm3, 1029) && !budget.affords(.ubx, 65_543))
    budget.earn(upTo: 33 * 1024)
    for (wireProtocol, length, _) in Self.claims { #expect(budget.affords(wireProtocol, length)) }
    #expect(budget.isAmple)
  }
}
