import CairnTypes
import CairnUpdates
import Testing

@Suite("Fixes held back")
struct BatchingTests {
  private func batching() -> StandardUpdates {
    .started { $0.maximumDelay = .seconds(60) }
  }

  @Test("D63: batches come oldest first, at most a minute after the first held fix")
  func batches() {
    var updates = batching()
    let fixes = (1...300).map { fix(Double($0)) }
    let log = run(&updates, fixes, until: 400)
    let calls = log.filter { $0.output.error == nil }
    #expect(calls.count == 5)
    for call in calls {
      let held = call.output.locations
      #expect(held.map(\.time) == held.map(\.time).sorted())
      #expect(call.time - held[0].time <= .seconds(60))
    }
    #expect(calls.flatMap(\.output.locations) == fixes)
  }

  @Test func `a batch that is full goes at once`() {
    var updates = batching()
    var calls: [[Location]] = []
    for index in 0..<600 {
      let time = at(1 + Double(index) / 100)
      _ = updates.shown(fix(1 + Double(index) / 100), at: time)
      if updates.hasDue { calls += updates.takeDue(at: time).map(\.locations) }
    }
    #expect(calls.map(\.count) == [Defaults.batchBound, Defaults.batchBound])
  }

  @Test("D64: stop discards a held batch")
  func stopDiscards() {
    var updates = batching()
    #expect(updates.live(fix(1)) == nil)
    updates.stop()
    #expect(updates.fire(at: at(100)).isEmpty)
    #expect(updates.nextDeadline == nil)
    _ = updates.start(at: at(101), cached: nil)
    #expect(updates.takeDue(at: at(300)).isEmpty)
  }

  @Test("D64: without a delay what is held goes at once")
  func flush() {
    var updates = batching()
    let held = [fix(1), fix(2)]
    for fix in held { #expect(updates.live(fix) == nil) }
    #expect(updates.takeDue(at: at(3)).isEmpty)
    updates.configuration.maximumDelay = .zero
    #expect(updates.takeDue(at: at(3)) == [.locations(held)])
    #expect(updates.live(fix(4)) != nil)
  }

  @Test func `filters judge fixes when they come, not when they are handed over`() {
    var updates = batching()
    updates.configuration.distanceFilter = 10
    let fixes = (1...100).map { fix(Double($0), north: Double($0)) }
    let log = run(&updates, fixes, until: 200)
    #expect(
      log.flatMap(\.output.locations).map(\.time) == stride(from: 1.0, to: 101, by: 10).map(at))
  }
}
