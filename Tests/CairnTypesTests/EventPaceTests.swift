import Testing

@testable import CairnTypes

@Suite("The pace at which events are followed")
struct EventPaceTests {
  private let start = MonotonicTime(nanoseconds: 100_000_000_000)

  @Test func `a few events are followed at once`() {
    var pace = EventPace()
    #expect(pace.due == nil)
    for _ in 0..<EventPace.burst {
      pace.note(at: start)
      let isTaken = pace.take(at: start)
      #expect(isTaken)
      #expect(pace.due == nil)
    }
    pace.note(at: start)
    let isTaken = pace.take(at: start)
    #expect(!isTaken)
    #expect(pace.due == start + .seconds(1))
  }

  @Test func `a flood is followed once a second, and its last event too`() {
    var pace = EventPace()
    var looks = 0
    for millisecond in 0..<20_000 {
      let now = start + .milliseconds(millisecond)
      pace.note(at: now)
      if pace.take(at: now) { looks += 1 }
    }
    #expect((20...20 + EventPace.burst).contains(looks))
    let now = start + .seconds(21)
    let isTaken = pace.take(at: now)
    #expect(isTaken && pace.due == nil)
    // After a silence, a few are followed at once again.
    for _ in 0..<EventPace.burst {
      pace.note(at: start + .seconds(60))
      let isTaken = pace.take(at: start + .seconds(60))
      #expect(isTaken)
    }
  }
}
