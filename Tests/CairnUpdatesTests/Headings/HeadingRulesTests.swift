import CairnTypes
import CairnUpdates
import Testing

@Suite("Rules of the heading")
struct HeadingRulesTests {
  private func heading(_ degrees: Double, accuracy: Double? = 2) -> Heading {
    Heading(
      magneticHeading: degrees, accuracy: accuracy, time: MonotonicTime(nanoseconds: 0))
  }

  @Test func `leave out what has changed by less than the filter, also across north`() {
    var rules = HeadingRules(filter: 5)
    let given = [359.0, 2, 4, 8, 9.5, 356, 351].map { rules.passes(heading($0)) }
    #expect(given == [true, false, true, false, true, true, true])
  }

  @Test func `let every heading through without a filter`() {
    var rules = HeadingRules(filter: nil)
    let given = [1.0, 1, 1].map { rules.passes(heading($0)) }
    #expect(given == [true, true, true])
  }

  @Test func `let through that the accuracy is lost or found`() {
    var rules = HeadingRules(filter: 5)
    let given = [2.0, nil, nil, 3].map { rules.passes(heading(10, accuracy: $0)) }
    #expect(given == [true, true, false, true])
  }

  @Test func `ask once for the calibration display, and again after a good heading`() {
    var rules = HeadingRules()
    func asked(_ isKnown: Bool) -> Bool { rules.asksForCalibration(isKnown: isKnown) }
    let first = asked(false)
    rules.show()
    let (wasShown, again) = (rules.showsCalibration, asked(false))
    rules.dismiss()
    let (isDismissed, afterwards) = (!rules.showsCalibration, asked(false))
    #expect(first && wasShown && !again && isDismissed && !afterwards)
    let (good, later) = (asked(true), asked(false))
    rules.show()
    let ended = asked(true)
    #expect(!good && later && !ended && !rules.showsCalibration)
  }
}
