import CCairnLinux
import CairnLinux
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

/// An actor that lives on a loop.
private actor Resident {
  let loop: EventLoop
  private(set) var log: [Int] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ loop: EventLoop) { self.loop = loop }

  func note(_ value: Int) { log.append(value) }
  func isOnLoop() -> Bool { loop.isCurrent }

  /// Actor to actor on the same executor.
  func forward(_ value: Int, to other: Resident) async -> Bool {
    await other.note(value)
    return loop.isCurrent
  }
}

@Suite("Event loop")
struct EventLoopTests {
  @Test func `actors of the loop run on its thread and share it`() async throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let one = Resident(loop)
    let two = Resident(loop)
    #expect(!loop.isCurrent)
    #expect(await one.isOnLoop())
    #expect(await one.forward(7, to: two))
    #expect(await two.log == [7])
  }

  @Test func `a closure on the loop enters its actors without a hop`() async throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let resident = Resident(loop)
    let inside = Mutex(false)
    loop.post { resident.assumeIsolated { _ in inside.withLock { $0 = loop.isCurrent } } }
    loop.settle()
    #expect(inside.withLock { $0 })
  }

  @Test func `what is posted runs later and in order`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let journal = Journal()
    loop.post {
      loop.post { journal.add("inner") }
      journal.add("outer")
    }
    loop.post { journal.add("second") }
    loop.settle()
    let all = journal.all
    #expect(all.first == "outer")
    #expect(Set(all) == ["outer", "second", "inner"])
  }

  @Test func `posts of many threads all arrive, each thread's in its order`() async throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let journal = Journal()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask { for index in 0..<500 { loop.post { journal.add("\(thread):\(index)") } } }
      }
    }
    loop.settle()
    let all = journal.all
    #expect(all.count == 2000)
    for thread in 0..<4 {
      let own = all.filter { $0.hasPrefix("\(thread):") }
      #expect(own == (0..<500).map { "\(thread):\($0)" })
    }
  }

  @Test func `an idle loop is not woken`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    loop.settle()
    let before = loop.statistics.wakeUps
    loop.post {}
    loop.settle()
    // The post and the settle, each at most one wake-up.
    #expect(loop.statistics.wakeUps <= before + 2)
  }

  @Test func `one sleep costs one wake-up however much is posted from the loop`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    loop.settle()
    let before = loop.statistics
    loop.post { for _ in 0..<1000 { loop.post {} } }
    loop.settle()
    #expect(loop.statistics.wakeUps <= before.wakeUps + 2)
    #expect(loop.statistics.jobs == before.jobs + 1001)
  }

  @Test func `shutdown runs what was queued and is idempotent`() throws {
    let loop = try EventLoop()
    let journal = Journal()
    loop.post { journal.add("queued") }
    loop.shutdown()
    loop.shutdown()
    #expect(journal.all == ["queued"])
  }

  @Test func `a loop can shut itself down`() async throws {
    let loop = try EventLoop()
    await withCheckedContinuation { continuation in
      loop.post {
        loop.shutdown()
        continuation.resume()
      }
    }
    loop.settle()
  }

  @Test func `an actor of a loop that ended still answers`() async throws {
    let loop = try EventLoop()
    let resident = Resident(loop)
    loop.shutdown()
    await resident.note(3)
    #expect(await resident.log == [3])
    #expect(await resident.isOnLoop())
  }

  @Test func `a closure that queues itself for ever does not stop others`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let isDone = Mutex(false)
    @Sendable func again() { if !isDone.withLock({ $0 }) { loop.post { again() } } }
    loop.post { again() }
    let pipe = try PipePair()
    loop.post {
      _ = loop.schedule(at: loop.now()) {
        _ = try? loop.watch(pipe.reader, .readable) { _ in isDone.withLock { $0 = true } }
        pipe.signal()
      }
    }
    loop.settle()
    #expect(isDone.withLock { $0 })
  }
}

/// An eventfd: readable after `signal`, closed at the end.
final class PipePair: Sendable {
  let reader: Int32

  init() throws {
    reader = cairnlinux_event_create()
    try #require(reader >= 0)
  }

  deinit { _ = cairnlinux_close(reader) }

  func signal() { _ = cairnlinux_event_signal(reader) }
}
