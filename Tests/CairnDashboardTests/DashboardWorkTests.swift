import CairnLinux
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

@testable import CairnDashboard

@Suite("questions that take long", .tags(.loopback), .timeLimit(.minutes(15)))
struct DashboardWorkTests {
  /// Holds a queue up until it is opened.
  private final class Gate: Sendable {
    private let isOpen = Atomic(false)
    let runs = Atomic(0)

    func open() { isOpen.store(true, ordering: .relaxed) }

    func hold() {
      runs.add(1, ordering: .relaxed)
      while !isOpen.load(ordering: .relaxed) { pauseThread(.milliseconds(1)) }
    }
  }

  private static func bench() throws -> DashboardBench {
    var builder = RecordingBuilder(name: "drive", clock: .utc)
    builder.begin(at: 1000, RecordedReceiver())
    builder.take(raw: fix(1))
    var sources = DashboardSources()
    sources.recordings = [builder.finish()]
    return try DashboardBench(sources: sources)
  }

  @Test func `a moment of a recording does not wait behind maps`() async throws {
    let bench = try Self.bench()
    let gate = Gate()
    bench.on { server in
      _ = server.work.add(
        { _ in
          gate.hold()
          return HTTPAnswer(.missing)
        }, then: { _ in })
    }
    #expect(await Patience.wait { gate.runs.load(ordering: .relaxed) == 1 })
    let browser = try bench.connect()
    #expect(await browser.get("/recording/0?at=1000").status == 200)
    gate.open()
    bench.end()
  }

  @Test func `work of a client that has gone is left out, and told so while it runs`() async throws
  {
    let bench = try Self.bench()
    let gate = Gate()
    let tickets = Mutex<[DashboardWork.Ticket]>([])
    let results = Mutex<[Int]>([])
    bench.on { server in
      for number in 0..<3 {
        let ticket = server.work.add(
          { ticket in
            gate.hold()
            results.withLock { $0.append(ticket.isWanted ? number : -1) }
            return HTTPAnswer(.missing)
          }, then: { _ in results.withLock { $0.append(10 + number) } })
        tickets.withLock { $0.append(ticket) }
      }
    }
    #expect(await Patience.wait { gate.runs.load(ordering: .relaxed) == 1 })
    tickets.withLock {
      $0[0].withdraw(); $0[1].withdraw()
    }
    gate.open()
    #expect(
      await Patience.wait {
        bench.loop.settle()
        return results.withLock { $0.contains(12) }
      })
    // The first ran and has no answer, the second did not run.
    #expect(results.withLock { $0 } == [-1, 2, 12])
    #expect(gate.runs.load(ordering: .relaxed) == 2)
    bench.end()
  }

  @Test func `a browser that hangs up withdraws its question`() async throws {
    let bench = try Self.bench()
    let gate = Gate()
    bench.on { server in
      _ = server.recordingWork.add(
        { _ in
          gate.hold()
          return HTTPAnswer(.missing)
        }, then: { _ in })
    }
    let browser = try bench.connect()
    browser.send(bench.request("/recording/0"))
    #expect(
      await Patience.wait { bench.read { $0.connections.values.first?.ticket != nil } == true })
    let ticket = try #require(bench.read { $0.connections.values.first?.ticket } ?? nil)
    #expect(ticket.isWanted)
    browser.client.hangUp()
    #expect(
      await Patience.wait {
        bench.loop.settle()
        return !ticket.isWanted
      })
    gate.open()
    bench.end()
  }
}
