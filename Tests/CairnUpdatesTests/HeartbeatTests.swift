import CairnTypes
import CairnUpdates
import Testing

@Suite("Standard updates: heartbeat and unknown location")
struct HeartbeatTests {
  @Test("D61: a heartbeat of 60 s on a still device beats at 60, 120 and 180 s despite the filter")
  func still() {
    var updates = StandardUpdates.started {
      $0.distanceFilter = 10
      $0.heartbeat = .seconds(60)
    }
    let log = run(&updates, (0...185).map { fix(Double($0)) }, until: 185)
    #expect(log.map(\.time) == [at(0), at(60), at(120), at(180)])
    for (time, output) in log {
      #expect(output.locations.count == 1)
      #expect(output.locations.first?.time == time)
      #expect(output.locations.first?.source.flags.contains(.cached) == false)
    }
  }

  @Test("D61: between fixes the heartbeat takes the current one, which the filter had left out")
  func current() throws {
    var updates = StandardUpdates.started {
      $0.distanceFilter = 10
      $0.heartbeat = .seconds(60)
    }
    _ = updates.live(fix(0))
    for second in 1...59 { #expect(updates.live(fix(Double(second))) == nil) }
    let beat = try #require(updates.fire(at: at(60)).first?.locations.first)
    #expect(beat.time == at(59) && !beat.source.flags.contains(.cached))
  }

  @Test("D61: a delivery starts the heartbeat anew")
  func afterDelivery() {
    var updates = StandardUpdates.started {
      $0.distanceFilter = 10
      $0.heartbeat = .seconds(20)
    }
    _ = updates.live(fix(0))
    _ = updates.live(fix(12, north: 50))
    #expect(updates.nextDeadline == at(32))
    #expect(updates.fire(at: at(31.9)).isEmpty)
  }

  @Test("D61: a late wake-up keeps the rhythm, one that missed beats sends a single one")
  func late() {
    var updates = StandardUpdates.started {
      $0.distanceFilter = 10
      $0.heartbeat = .seconds(10)
      $0.unknownAfter = .seconds(10_000)
    }
    _ = updates.live(fix(0))
    #expect(updates.fire(at: at(10.4)).count == 1)
    #expect(updates.nextDeadline == at(20))
    #expect(updates.fire(at: at(600)).count == 1)
    #expect(updates.fire(at: at(600)).isEmpty)
    #expect(updates.nextDeadline == at(610))
  }

  @Test("D62: a fix that is sent again keeps its time and is flagged as cached")
  func resent() {
    var updates = StandardUpdates.started {
      $0.heartbeat = .seconds(60)
      $0.unknownAfter = .seconds(10_000)
    }
    let log = run(&updates, [fix(1)], until: 200)
    #expect(log.map(\.time) == [at(1), at(61), at(121), at(181)])
    #expect(log.allSatisfy { $0.output.locations.map(\.time) == [at(1)] })
    #expect(
      log.map { $0.output.locations.first?.source.flags.contains(.cached) }
        == [false, true, true, true])
  }

  @Test("D62: a repeated fix is flagged however young it is")
  func youngRepeat() throws {
    var updates = StandardUpdates.started { $0.heartbeat = .seconds(2) }
    _ = updates.live(fix(0))
    let beat = try #require(updates.fire(at: at(2)).first?.locations.first)
    #expect(beat.time == at(0) && beat.source.flags.contains(.cached))
  }

  @Test("D61: a fix that arrives when the heartbeat is due is the heartbeat")
  func fixIsBeat() {
    var updates = StandardUpdates.started {
      $0.distanceFilter = 10
      $0.heartbeat = .seconds(60)
    }
    _ = updates.live(fix(0))
    #expect(updates.live(fix(60.2)) == fix(60.2))
    #expect(updates.fire(at: at(60.3)).isEmpty)
    #expect(updates.nextDeadline == at(90.2))
  }

  @Test("D62: a stale fix that the filter had left out is flagged too")
  func staleNews() throws {
    var updates = StandardUpdates.started {
      $0.distanceFilter = 10
      $0.heartbeat = .seconds(60)
      $0.unknownAfter = .seconds(10_000)
    }
    _ = updates.live(fix(0))
    _ = updates.live(fix(54.9))
    let beat = try #require(updates.fire(at: at(60)).first?.locations.first)
    #expect(beat.time == at(54.9) && beat.source.flags.contains(.cached))
  }

  @Test("D61: without a fix there is no heartbeat, nor with a period of zero")
  func noBeat() {
    var updates = StandardUpdates.started { $0.heartbeat = .seconds(10) }
    #expect(run(&updates, [], until: 29).isEmpty)
    var zero = StandardUpdates.started { $0.heartbeat = .zero }
    #expect(run(&zero, [fix(1)], until: 29).count == 1)
  }

  @Test("D59: a heartbeat does not break the minimum interval")
  func slowest() {
    var updates = StandardUpdates.started {
      $0.heartbeat = .seconds(1)
      $0.minimumInterval = .seconds(5)
    }
    let log = run(&updates, (0...20).map { fix(Double($0)) }, until: 20)
    #expect(log.map(\.time) == [0, 5, 10, 15, 20].map { at($0) })
  }

  @Test("F82: no fix for 30 s after start is a transient unknown location; the service goes on")
  func unknown() throws {
    var updates = StandardUpdates.started()
    #expect(updates.nextDeadline == at(30))
    #expect(updates.fire(at: at(29.999)).isEmpty)
    let error = try #require(updates.fire(at: at(30)).first?.error)
    #expect(error.code == .locationUnknown && error.severity == .transient)
    #expect(updates.isRunning)
    #expect(updates.live(fix(31)) != nil)
  }

  @Test("F83: it repeats every 30 s at most and ends with the next fix")
  func repeats() {
    var updates = StandardUpdates.started { $0.unknownAfter = .seconds(5) }
    let log = run(&updates, [fix(70)], until: 74)
    #expect(log.map(\.time) == [at(5), at(35), at(65), at(70)])
    #expect(log.dropLast().allSatisfy { $0.output.error?.code == .locationUnknown })
    #expect(run(&updates, [], until: 110).map(\.time) == [at(75), at(105)])
  }

  @Test("F82: fixes too bad for the client do not count as a location")
  func unusable() {
    var updates = StandardUpdates.started { $0.worstAcceptableAccuracy = 10 }
    let log = run(&updates, (1...40).map { fix(Double($0), accuracy: 50) }, until: 40)
    #expect(log.map(\.time) == [at(30)])
  }

  @Test("F84: a reported loss is unknown location within 30 s, however long the interval")
  func loss() {
    var updates = StandardUpdates.started { $0.interval = .seconds(600) }
    _ = updates.live(fix(1))
    #expect(updates.nextDeadline == at(1201))
    updates.noteLoss(at: at(100))
    updates.noteLoss(at: at(110))
    #expect(updates.nextDeadline == at(130))
    #expect(updates.fire(at: at(130)).first?.error?.code == .locationUnknown)
  }

  @Test("F84: a fix after the loss makes it forgotten")
  func regained() {
    var updates = StandardUpdates.started()
    updates.noteLoss(at: at(5))
    _ = updates.live(fix(20))
    #expect(updates.nextDeadline == at(50))
  }

  @Test("F82: an opportunistic client asked for nothing and hears of no silence")
  func opportunistic() {
    var updates = StandardUpdates.started { $0.isOpportunistic = true }
    #expect(updates.nextDeadline == nil && updates.fire(at: at(100)).isEmpty)
    #expect(updates.live(fix(101)) != nil)
  }

  @Test func `a client that is told of no silence waits for nothing`() {
    var updates = StandardUpdates.started { $0.unknownAfter = .zero }
    #expect(updates.nextDeadline == nil)
    _ = updates.live(fix(0))
    #expect(updates.nextDeadline == nil)
  }

  @Test func `a wake-up a century late is one heartbeat, and the next is a period later`() {
    var updates = StandardUpdates.started {
      $0.heartbeat = .seconds(1)
      $0.unknownAfter = .zero
    }
    _ = updates.live(fix(0))
    #expect(updates.fire(at: at(4e9)).count == 1)
    #expect(updates.nextDeadline == at(4e9 + 1))
  }
}
