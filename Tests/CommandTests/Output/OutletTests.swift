import CairnFiles
import CairnTestSupport
import Foundation
import Synchronization
import Testing

@testable import CommandSupport

@Suite("The queue before a reader", .timeLimit(.minutes(15)))
struct OutletTests {
  private static func record(_ number: Int) -> [UInt8] { Array("record \(number)\n".utf8) }

  /// A descriptor that nobody else closes: the thread of an outlet may write to the end.
  private static func own(_ pipe: UnreadPipe) throws -> Int32 {
    let descriptor = fcntl(pipe.input, F_DUPFD_CLOEXEC, 3)
    try #require(descriptor >= 0)
    return descriptor
  }

  @Test func `holds so much and no more, and counts what does not fit where it is missing`()
    async throws
  {
    let pipe = try UnreadPipe()
    let outlet = Outlet(try Self.own(pipe), capacity: 1000)
    outlet.describeGaps { Array("gap \($0)\n".utf8) }
    var taken: [Int] = []
    var count = 0
    // Its thread may take what waits at any time, once.
    while count < 1000 || outlet.gap == 0 {
      if outlet.put(Self.record(count), .drops) { taken.append(count) }
      count += 1
    }
    // What its thread has in hand, and the queue.
    #expect((60...200).contains(taken.count))
    #expect(outlet.gap > 0)
    #expect(!outlet.isIdle)
    pipe.resume()
    #expect(await Patience.wait { outlet.isIdle })
    let last = Self.record(count)
    #expect(outlet.put(last, .drops))
    #expect(await Patience.wait { pipe.bytes.suffix(last.count) == last[...] })
    outlet.close()
    let lines = String(decoding: pipe.bytes, as: UTF8.self).split(separator: "\n")
    let dropped = lines.compactMap { $0.hasPrefix("gap ") ? Int($0.dropFirst(4)) : nil }
    #expect(dropped.reduce(0, +) + taken.count == count)
    #expect(lines.dropLast().last?.hasPrefix("gap ") == true)
  }

  @Test func `makes who says so wait, until nobody waits any more`() async throws {
    let pipe = try UnreadPipe()
    defer { pipe.resume() }
    let outlet = Outlet(try Self.own(pipe), capacity: 100)
    let refused = Mutex<Int?>(nil)
    Thread.detachNewThread {
      var number = 0
      while outlet.put(Self.record(number), .waits) { number += 1 }
      refused.withLock { $0 = number }
    }
    #expect(await Patience.wait { !outlet.isIdle })
    outlet.release()
    #expect(await Patience.wait { refused.withLock { $0 } != nil })
    #expect(!outlet.drain(within: .milliseconds(1)))
  }

  @Test func `says why nothing can be written, and calls back once`() async throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    let outlet = Outlet(full, capacity: 1000)
    let calls = Mutex(0)
    outlet.whenFailed { calls.withLock { $0 += 1 } }
    outlet.put(Self.record(1), .drops)
    #expect(!outlet.drain())
    #expect(outlet.failure == ENOSPC)
    #expect(!outlet.put(Self.record(2), .waits))
    #expect(await Patience.wait { calls.withLock { $0 } == 1 })
  }

  @Test func `notices that the reader has gone, also when there is nothing to write`()
    async throws
  {
    let pipe = try UnreadPipe.pipe()
    let outlet = Outlet(pipe.input, capacity: 1000)
    let hasGone = Atomic(false)
    outlet.whenFailed { hasGone.store(true, ordering: .relaxed) }
    close(pipe.output)
    #expect(await Patience.wait { hasGone.load(ordering: .relaxed) })
    #expect(outlet.failure == EPIPE)
    #expect(!outlet.put(Self.record(1), .waits))
  }
}
