import CairnLinux
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

@Suite("States on their way to the disk", .timeLimit(.minutes(15)))
struct StateWriterTests {
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
  }

  /// Only the loop touches the writer.
  private final class Bench: @unchecked Sendable {
    let disk = Disk()
    let loop: EventLoop
    private let writer: StateWriter
    private var snapshots = 0
    private var failures: [Bool] = []

    init() throws {
      loop = try EventLoop()
      writer = StateWriter(loop: loop) { [disk] bytes, key throws(LocationError) in
        try disk.store(bytes, key)
      }
      loop.wait { [self] in
        writer.onWrite = { [unowned self] in failures.append(writer.failure != nil) }
      }
    }

    deinit { loop.shutdown() }

    func write(_ states: [(key: String, value: UInt8)]) {
      loop.wait { [self] in
        for state in states {
          writer.write(state.key) { [self] in
            snapshots += 1
            return { [state.value] }
          }
        }
      }
    }

    func unwritten(_ key: String) -> [UInt8]? {
      let found = Mutex<[UInt8]?>(nil)
      loop.wait { [self] in found.withLock { $0 = writer.unwritten(key)?() } }
      return found.withLock { $0 }
    }

    func finish() async -> (snapshots: Int, failures: [Bool]) {
      await withCheckedContinuation { continuation in
        loop.post { [self] in
          writer.whenIdle { continuation.resume(returning: (self.snapshots, self.failures)) }
        }
      }
    }
  }

  @Test func `of each key only the newest is written, in the order of the keys`() async throws {
    let bench = try Bench()
    bench.disk.gate.withLock { _ in
      bench.write([("a", 1), ("b", 1), ("c", 1), ("b", 2), ("a", 2), ("c", 2), ("b", 3)])
      #expect(bench.unwritten("a") == [2] && bench.unwritten("b") == [3])
      #expect(bench.unwritten("none") == nil)
    }
    let end = await bench.finish()
    #expect(bench.disk.log == ["a [1]", "b [3]", "c [2]", "a [2]"])
    #expect(bench.unwritten("a") == nil)
    // Two of them were to show what is unwritten.
    #expect(end.snapshots == 6 && end.failures == [false, false, false, false])
  }

  @Test func `a failure ends nothing, and is forgotten with the next write`() async throws {
    let bench = try Bench()
    bench.write([("bad", 1), ("a", 1)])
    #expect(await bench.finish().failures == [true, false])
    #expect(bench.disk.log == ["bad [1]", "a [1]"])
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
