import CairnLinux
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

@Suite("Timers")
struct TimerTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000)

  private func virtualLoop() throws -> EventLoop {
    try EventLoop(name: "virtual", clock: .virtual(start: start))
  }

  @Test func `virtual timers fire in order of their deadline and then of their scheduling`() throws
  {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let journal = Journal()
    loop.post {
      let now = loop.now()
      for (delay, name) in [(3, "c"), (1, "a"), (3, "d"), (2, "b")] {
        _ = loop.schedule(at: now + .seconds(delay)) {
          journal.add("\(name)@\((loop.now() - now).inSeconds)")
        }
      }
    }
    loop.advance(by: .seconds(2))
    #expect(journal.all == ["a@1.0", "b@2.0"])
    loop.advance(by: .seconds(5))
    #expect(journal.all == ["a@1.0", "b@2.0", "c@3.0", "d@3.0"])
    #expect(loop.now() == start + .seconds(7))
  }

  @Test func `virtual time stands still without advance`() throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let journal = Journal()
    loop.post { _ = loop.schedule(at: loop.now() + .nanoseconds(1)) { journal.add("fired") } }
    loop.settle()
    #expect(journal.all.isEmpty)
    loop.advance(by: .nanoseconds(1))
    #expect(journal.all == ["fired"])
  }

  @Test func `an overdue virtual timer fires at the next advance, whatever the boot clock says`()
    throws
  {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1 << 61)))
    defer { loop.shutdown() }
    let journal = Journal()
    loop.post { _ = loop.schedule(at: MonotonicTime(nanoseconds: 5)) { journal.add("overdue") } }
    loop.settle()
    #expect(journal.all.isEmpty)
    loop.advance(by: .zero)
    #expect(journal.all == ["overdue"])
    #expect(loop.now() == MonotonicTime(nanoseconds: 1 << 61))
  }

  @Test func `what a timer posts runs before the next timer`() throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let journal = Journal()
    loop.post {
      let now = loop.now()
      _ = loop.schedule(at: now + .seconds(1)) {
        journal.add("first")
        loop.post { journal.add("posted") }
      }
      _ = loop.schedule(at: now + .seconds(1)) { journal.add("second") }
    }
    loop.advance(by: .seconds(1))
    #expect(journal.all == ["first", "posted", "second"])
  }

  @Test func `a timer that schedules the next one keeps its period`() throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let journal = Journal()
    @Sendable func tick() {
      journal.add("tick")
      _ = loop.schedule(at: loop.now() + .seconds(1), tick)
    }
    loop.post { _ = loop.schedule(at: loop.now() + .seconds(1), tick) }
    loop.advance(by: .seconds(3600))
    #expect(journal.all.count == 3600)
  }

  @Test func `a cancelled timer stays silent and its handle is harmless afterwards`() throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let journal = Journal()
    loop.post {
      let stale = loop.schedule(at: loop.now() + .seconds(1)) { journal.add("cancelled") }
      loop.cancel(stale)
      _ = loop.schedule(at: loop.now() + .seconds(1)) { journal.add("reuses the slot") }
      loop.cancel(stale)
    }
    loop.advance(by: .seconds(2))
    #expect(journal.all == ["reuses the slot"])
  }

  @Test func `many timers in random order fire sorted, whichever are cancelled`() throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let fired = Mutex<[Int]>([])
    var delays = Array(0..<500)
    var generator = SystemRandomNumberGenerator()
    delays.shuffle(using: &generator)
    let order = delays
    loop.post {
      let now = loop.now()
      var cancelled: [TimerID] = []
      for delay in order {
        let id = loop.schedule(at: now + .milliseconds(delay)) {
          fired.withLock { $0.append(delay) }
        }
        if delay % 3 == 0 { cancelled.append(id) }
      }
      for id in cancelled { loop.cancel(id) }
    }
    loop.advance(by: .seconds(1))
    #expect(fired.withLock { $0 } == (0..<500).filter { $0 % 3 != 0 })
  }

  @Test func `boot clock timers fire in order, overdue ones included`() async throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let journal = Journal()
    await withCheckedContinuation { done in
      loop.post {
        let now = loop.now()
        _ = loop.schedule(at: now + .milliseconds(3)) {
          journal.add("late")
          done.resume()
        }
        _ = loop.schedule(at: now - .seconds(5)) { journal.add("overdue") }
        _ = loop.schedule(at: now + .milliseconds(1)) { journal.add("early") }
        _ = loop.schedule(at: .distantFuture) { journal.add("never") }
        journal.add("scheduled")
      }
    }
    #expect(journal.all == ["scheduled", "overdue", "early", "late"])
  }

  @Test func `postponing a watchdog costs no system call`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    loop.settle()
    let watchdog = Mutex<TimerID?>(nil)
    let before = loop.statistics.timerArmings
    for _ in 0..<100 {
      loop.post {
        watchdog.withLock { id in
          if let id { loop.cancel(id) }
          id = loop.schedule(at: loop.now() + .seconds(3600)) {}
        }
      }
      loop.settle()
    }
    #expect(loop.statistics.timerArmings == before + 1)
  }
}
