import CairnTypes
import CairnUpdates
import Testing

@Suite("One-shot acquisition")
struct AcquisitionTests {
  private func begin(
    cached: Location? = nil, _ change: (inout LocationRequest) -> Void = { _ in }
  ) -> Acquisition {
    var request = LocationRequest()
    change(&request)
    return Acquisition(request, at: at(0), cached: cached)
  }

  private func receive(_ acquisition: inout Acquisition, _ fix: Location) -> Acquisition.Outcome? {
    acquisition.receive(fix, at: fix.time)
  }

  @Test("E67: the first fix that meets the target ends the request")
  func first() {
    var request = begin()
    #expect(receive(&request, fix(1, accuracy: 10.1)) == nil)
    let good = fix(2, accuracy: 10)
    #expect(receive(&request, good) == .location(good))
    #expect(request.outcome == .location(good) && request.nextDeadline == nil)
  }

  @Test("E68: a known fix that meets target and age is the answer before hardware starts")
  func cached() throws {
    let request = begin(cached: fix(-5, accuracy: 10))
    guard case .location(let known) = try #require(request.outcome) else {
      Issue.record("a failure")
      return
    }
    #expect(known.time == at(-5) && known.source.flags.contains(.cached))
    #expect(request.nextDeadline == nil)
  }

  @Test(
    "E68: a known fix too old or too bad is not",
    arguments: [(-5.001, 5.0), (-1, 10.1)])
  func notCached(seconds: Double, accuracy: Double) {
    #expect(begin(cached: fix(seconds, accuracy: accuracy)).outcome == nil)
  }

  @Test("E68: a maximum age of zero wants a live fix")
  func noCache() {
    var request = begin(cached: fix(0, accuracy: 1)) { $0.maximumAge = .zero }
    #expect(request.outcome == nil)
    #expect(request.receive(fix(-0.5, accuracy: 1), at: at(0.1)) == nil)
    #expect(receive(&request, fix(0.2, accuracy: 1)) != nil)
  }

  @Test("E69: fixes of 100, 60, 20 and 8 m with a target of 10 m give the 8 m fix")
  func improving() {
    var request = begin()
    for (i, accuracy) in [100.0, 60, 20].enumerated() {
      #expect(receive(&request, fix(Double(i) * 3, accuracy: accuracy)) == nil)
    }
    let good = fix(9, accuracy: 8)
    #expect(receive(&request, good) == .location(good))
  }

  @Test("E70: worse fixes never replace the best")
  func worse() {
    var request = begin { $0.desiredAccuracy = 5 }
    let best = fix(1, accuracy: 8)
    _ = receive(&request, best)
    _ = receive(&request, fix(2, accuracy: 12))
    #expect(request.best == best)
    _ = receive(&request, fix(3, accuracy: 7.9))
    #expect(request.best?.time == at(3))
  }

  @Test("E71: no improvement by a tenth for the settling time ends it with the best")
  func settles() {
    var request = begin { $0.desiredAccuracy = 1 }
    _ = receive(&request, fix(2, accuracy: 10))
    #expect(request.nextDeadline == at(12))
    // 9.1 is no improvement by a tenth, but still the best fix.
    _ = receive(&request, fix(5, accuracy: 9.1))
    #expect(request.nextDeadline == at(12))
    #expect(request.fire(at: at(11.999)) == nil)
    #expect(request.fire(at: at(12)) == .location(fix(5, accuracy: 9.1)))
  }

  @Test("E71: an improvement by a tenth starts the settling anew")
  func keepsImproving() {
    var request = begin { $0.desiredAccuracy = 1 }
    _ = receive(&request, fix(2, accuracy: 10))
    _ = receive(&request, fix(8, accuracy: 9))
    #expect(request.nextDeadline == at(18))
  }

  @Test("E72: on timeout the best fix is returned, or thrown with the timeout, as asked")
  func timeout() {
    for allows in [true, false] {
      var request = begin {
        $0.allowsBestEffort = allows
        $0.settle = .seconds(100)
      }
      let best = fix(1, accuracy: 50)
      _ = receive(&request, best)
      #expect(request.nextDeadline == at(30))
      #expect(request.fire(at: at(29.999)) == nil)
      let expected: Acquisition.Outcome =
        allows ? .location(best) : .failure(LocationError(.timeout, bestSoFar: best))
      #expect(request.fire(at: at(30)) == expected)
    }
  }

  @Test("E73: on timeout without any fix the timeout is the answer, at its time")
  func nothing() {
    var request = begin()
    #expect(request.nextDeadline == at(30))
    #expect(request.fire(at: at(29.999)) == nil)
    #expect(request.fire(at: at(30)) == .failure(LocationError(.timeout)))
  }

  @Test("E72: a young known fix that missed the target is better than nothing")
  func fallback() {
    var request = begin(cached: fix(-2, accuracy: 50))
    let outcome = request.fire(at: at(30))
    guard case .location(let known)? = outcome else {
      Issue.record("a failure")
      return
    }
    #expect(known.time == at(-2) && known.source.flags.contains(.cached))
  }

  @Test(
    "E74: the best accuracy ends by settling or timeout, never runs for ever",
    arguments: [DesiredAccuracy.best, .bestForNavigation])
  func best(accuracy: DesiredAccuracy) {
    var settling = begin(cached: fix(-1, accuracy: 0.01)) { $0.desiredAccuracy = accuracy }
    #expect(settling.outcome == nil)
    var ended: Double?
    for second in 1...100 where ended == nil {
      if receive(&settling, fix(Double(second), accuracy: 3)) != nil { ended = Double(second) }
    }
    #expect(ended == 11)
    var shrinking = begin { $0.desiredAccuracy = accuracy }
    ended = nil
    for second in 1...100 where ended == nil {
      let better = fix(Double(second), accuracy: 1e6 / Double(1 << min(second, 40)))
      if receive(&shrinking, better) != nil { ended = Double(second) }
    }
    #expect(ended == 30)
  }

  @Test("E77: there is exactly one answer")
  func once() {
    var request = begin()
    #expect(receive(&request, fix(1)) != nil)
    #expect(receive(&request, fix(2)) == nil)
    #expect(request.fire(at: at(1000)) == nil)
    var late = begin()
    #expect(late.fire(at: at(30)) != nil)
    #expect(late.fire(at: at(31)) == nil)
    #expect(receive(&late, fix(32)) == nil)
  }
}
