@testable import CairnReceiver
import CairnTypes
import Testing

@Suite("Line watch")
struct LineWatchTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000)

  @Test func `damaged frames show that the speed is right`() {
    var watch = LineWatch()
    watch.begin(at: start)
    var totals = LineTotals()
    for second in 1...20 {
      totals.skipped += 120
      totals.damaged += second % 2
      let now = start + .seconds(second)
      watch.note(totals, at: now)
      #expect(!watch.isGarbage(at: now + .milliseconds(900)), "\(second)")
    }
    totals.skipped += 300
    watch.note(totals, at: start + .seconds(22))
    #expect(watch.isGarbage(at: start + .seconds(22)))
  }

  @Test func `bytes between two frames are damage, and what came before the first is none`() {
    var watch = LineWatch()
    var totals = LineTotals()
    totals.skipped = 40
    watch.note(totals, at: start)
    watch.begin(at: start)
    totals.frames = 1
    watch.note(totals, at: start + .milliseconds(100))
    #expect(!watch.isDamaged)
    totals.skipped += 60
    watch.note(totals, at: start + .milliseconds(200))
    #expect(!watch.isDamaged)
    totals.frames += 1
    watch.note(totals, at: start + .milliseconds(300))
    #expect(watch.isDamaged)
    watch.begin(at: start + .milliseconds(400))
    #expect(!watch.isDamaged)
  }

  @Test func `what reports can do without is asked again later`() {
    var repairs = Questions.repairs
    repairs.wereAsked(at: start, isAnswered: false, isDamaged: false)
    #expect(repairs.due == start + .milliseconds(300))
    repairs = .repairs
    repairs.wereAsked(at: start, isAnswered: false, isDamaged: false, isUrgent: false)
    #expect(repairs.due == start + .seconds(5))
    for _ in 0..<3 {
      repairs.wereAsked(at: start, isAnswered: false, isDamaged: false, isUrgent: false)
    }
    #expect(repairs.due == nil)
  }
}
