import CairnLinux
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

@Suite("States on their way to the disk and back", .timeLimit(.minutes(15)))
struct StateQueueTests {
  /// A disk that is held up until it is let go, and fails for one key.
  private final class Disk: Sendable {
    let gate = Mutex(())
    private let stored = Mutex<[String]>([])

    var log: [String] { stored.withLock { $0 } }

    func store(_ bytes: [UInt8], _ key: String) throws(LocationError) {
      gate.withLock { _ in }
      stored.withLock { $0.append("\(key) \(bytes)") }
      if key == "bad" { throw LocationError(.storageFailure) }
    }

    func load(_ value: UInt8) throws(LocationError) -> UInt8 {
      gate.withLock { _ in }
      stored.withLock { $0.append("read \(value)") }
      guard value > 0 else { throw LocationError(.storageFailure) }
      return value
    }
  }

  /// Only the loop touches the queue.
  private final class Bench: @unchecked Sendable {
    let disk = Disk()
    let loop: EventLoop
    private let queue: StateQueue
    private var snapshots = 0
    private var failures: [Bool] = []
    private var found: UInt8 = 0
    private var refusals = 0

    init() throws {
      loop = try EventLoop()
      queue = StateQueue(loop: loop) { [disk] bytes, key throws(LocationError) in
        try disk.store(bytes, key)
      }
      loop.wait { [self] in
        queue.onWrite = { [unowned self] in failures.append(queue.failure != nil) }
      }
    }

    deinit { loop.shutdown() }

    func write(_ states: [(key: String, value: UInt8)]) {
      loop.wait { [self] in
        for state in states {
          queue.write(state.key) { [self] in
            snapshots += 1
            return { [found] in [state.value + found] }
          }
        }
      }
    }

    /// Reads; on the loop, its result adds to every state written from then on.
    func read(_ value: UInt8) {
      loop.wait { [self] in
        queue.read { [disk] () throws(LocationError) in
          try disk.load(value)
        } then: { [self] in
          switch $0 {
          case .success(let value): found += value
          case .failure: refusals += 1
          }
        }
      }
    }

    func finish() async -> (snapshots: Int, failures: [Bool], refusals: Int) {
      await withCheckedContinuation { continuation in
        loop.post { [self] in
          queue.whenIdle {
            continuation.resume(returning: (self.snapshots, self.failures, self.refusals))
          }
        }
      }
    }
  }

  @Test func `of each key only the newest is written, in the order of the keys`() async throws {
    let bench = try Bench()
    bench.disk.gate.withLock { _ in
      bench.write([("a", 1), ("b", 1), ("c", 1), ("b", 2), ("a", 2), ("c", 2), ("b", 3)])
    }
    let end = await bench.finish()
    #expect(bench.disk.log == ["a [1]", "b [3]", "c [2]", "a [2]"])
    #expect(end.snapshots == 4 && end.failures == [false, false, false, false])
  }

  @Test func `a failure ends nothing, and is forgotten with the next write`() async throws {
    let bench = try Bench()
    bench.write([("bad", 1), ("a", 1)])
    #expect(await bench.finish().failures == [true, false])
    #expect(bench.disk.log == ["bad [1]", "a [1]"])
  }

  @Test func `what is written after a read has its result, and does not replace what came before`()
    async throws
  {
    let bench = try Bench()
    bench.disk.gate.withLock { _ in
      bench.write([("a", 1), ("b", 1)])
      bench.read(40)
      bench.write([("b", 2), ("b", 3)])
      bench.read(0)
      bench.write([("c", 1)])
    }
    let end = await bench.finish()
    #expect(
      bench.disk.log == ["a [1]", "b [1]", "read 40", "b [43]", "read 0", "c [41]"])
    #expect(end.refusals == 1 && end.failures.count == 4)
  }

  @Test func `a call that waits runs on the loop, at once where it is there already`() throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let journal = Journal()
    loop.post { journal.add("before") }
    loop.wait {
      journal.add("outer \(loop.isCurrent)")
      loop.post { journal.add("after") }
      loop.wait { journal.add("inner") }
    }
    loop.settle()
    #expect(journal.all == ["before", "outer true", "inner", "after"])
  }
}
