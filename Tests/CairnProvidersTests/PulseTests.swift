import CairnHAL
import CairnLinux
import CairnTypes
import Glibc
import Synchronization
import Testing

@testable import CairnProviders

@Suite("A receiver's pulses", .tags(.loopback), .timeLimit(.minutes(15)))
struct PulseTests {
  @Test func `are compared with the clock while the receiver works, and told of in its report`()
    async throws
  {
    let bench = try PulseBench()
    try await bench.bench.start()
    #expect(bench.opened == ["/dev/pps7"])
    for second in 0..<5 {
      bench.loop.advance(by: .seconds(1))
      // The clock is 3 µs ahead.
      bench.send(
        .pulse(
          Pulse(nanoseconds: Int64(second) * 1_000_000_000 + 3000, sequence: UInt32(second * 2))))
    }
    let pulses = try #require(bench.bench.reports.last?.pulses)
    #expect(pulses.source == "/dev/pps7")
    #expect(pulses.count == 5)
    #expect(pulses.missed == 4)
    #expect(pulses.offset.map { abs($0 - 3e-6) < 1e-9 } == true)
    #expect(pulses.jitter.map { $0 < 1e-9 } == true)
    #expect(pulses.age == 0)
    // No pulse any more: the report goes on, by the reader's own wake-ups.
    bench.loop.advance(by: .milliseconds(1500))
    bench.send(.missing)
    #expect(bench.bench.reports.last?.pulses?.age == 1.5)
    await bench.bench.stop()
    #expect(bench.isStopped)
  }

  @Test func `of a profile come before those of the receiver's own line`() async throws {
    let bench = try PulseBench(profile: "/dev/pps-gnss")
    try await bench.bench.start()
    #expect(bench.opened == ["/dev/pps-gnss"])
    await bench.bench.stop()
  }

  @Test func `are left alone where nobody wants them`() async throws {
    let bench = try PulseBench(watchesPulses: false)
    try await bench.bench.start()
    #expect(bench.opened.isEmpty)
    #expect(await bench.bench.send(epoch(1), to: bench.terminal))
    await bench.bench.pass(.seconds(1))
    #expect(bench.bench.reports.last?.pulses == nil)
    await bench.bench.stop()
  }

  @Test func `that cannot be had are told of with the reason, and cost no fix`() async throws {
    let bench = try PulseBench(failure: DeviceError(.open, path: "/dev/pps7", code: EACCES))
    try await bench.bench.start()
    #expect(await bench.bench.send(epoch(1) + epoch(2), to: bench.terminal))
    #expect(await bench.bench.pass(atMost: .seconds(20)) { !bench.bench.fixes.isEmpty } != nil)
    let pulses = try #require(bench.bench.reports.last?.pulses)
    #expect(pulses.failure?.contains("cannot open /dev/pps7: EACCES") == true)
    #expect(pulses.count == 0 && pulses.age == nil)
    await bench.bench.stop()
  }

  @Test func `end with a source that fails`() async throws {
    let bench = try PulseBench()
    try await bench.bench.start()
    bench.loop.advance(by: .seconds(1))
    bench.send(.failed(DeviceError(.read, path: "/dev/pps7", code: ENODEV)))
    #expect(bench.isStopped)
    #expect(bench.bench.reports.last?.pulses?.failure?.contains("ENODEV") == true)
    await bench.bench.stop()
  }
}

/// A receiver with a source of pulses that the test sends.
private final class PulseBench {
  let bench: ProviderBench
  let terminal: PseudoTerminal
  private let pulses = Pulses()

  var loop: EventLoop { bench.loop }
  var opened: [String] { pulses.opened.withLock { $0 } }
  var isStopped: Bool { pulses.feed.withLock { $0?.isStopped ?? false } }

  init(
    profile pulses: String? = nil, watchesPulses: Bool = true, failure: DeviceError? = nil
  ) throws {
    let loop = try EventLoop(
      clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    let terminal = try PseudoTerminal()
    let path = terminal.path
    var access = FakeBus(loop).access
    access.findPulses = { $0 == path ? "/dev/pps7" : nil }
    let source = self.pulses
    access.openPulses = { (path, _, onPulse) throws(DeviceError) in
      source.opened.withLock { $0.append(path) }
      if let failure { throw failure }
      let feed = FakeFeed(onPulse)
      source.feed.withLock { $0 = feed }
      return feed
    }
    var board = HardwareProfile(name: "board", title: "Board", vendor: "V")
    board.identity.paths = [path]
    board.pulses = pulses
    self.terminal = terminal
    bench = try ProviderBench(
      .address(.device(path), baudRate: 9600), access: access, profiles: [board],
      watchesPulses: watchesPulses, loop: loop)
  }

  /// Hands an event over on the loop, as the thread of a source does.
  func send(_ event: PulseSource.Event) {
    let feed = pulses.feed.withLock { $0 }
    loop.on { feed?.onPulse(event) }
  }
}

private final class Pulses: Sendable {
  let opened = Mutex<[String]>([])
  let feed = Mutex<FakeFeed?>(nil)
}

/// `@unchecked Sendable`: its closure is called on the loop only, and the test looks while it waits.
private final class FakeFeed: PulseFeed, @unchecked Sendable {
  let onPulse: (PulseSource.Event) -> Void
  private(set) var isStopped = false

  init(_ onPulse: @escaping (PulseSource.Event) -> Void) { self.onPulse = onPulse }

  func stop() { isStopped = true }
}
