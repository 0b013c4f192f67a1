import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import Testing

@testable import CairnProviders

/// What the provider does with an open line.
@Suite("Listening", .serialized, .tags(.loopback))
struct ListeningTests {
  @Test func `a bridge that stays silent gets no byte and no speed for ever`() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let port = SimulatedPort(.silent, loop: loop)
    let path = try await port.plugIn()
    let speed = await port.lineSpeed
    let bench = try ProviderBench(.address(.device(path)), loop: loop)
    try await bench.start()
    loop.advance(by: .seconds(600))
    #expect(bench.codes == [.protocolMismatch])
    #expect(bench.openings > 5)
    #expect(await port.counts.bytesFromHost == 0)
    await bench.stop()
    #expect(await port.lineSpeed == speed)
    await port.unplug()
  }

  @Test(arguments: [4800, 57_600, 230_400, 921_600] as [UInt32])
  func `a receiver at any common speed is found without a word to it`(speed: UInt32) async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    var receiver = SimulatedReceiver.Configuration(.uBloxM8)
    receiver.baudRate = speed
    receiver.timeToFirstFix = .zero
    let port = SimulatedPort(.receiver(receiver), loop: loop)
    let path = try await port.plugIn()
    let bench = try ProviderBench(.address(.device(path)), control: .listen, loop: loop)
    try await bench.start()
    let wait = await bench.pass(atMost: .seconds(14), with: port) { !bench.fixes.isEmpty }
    #expect(wait != nil)
    #expect(bench.errors.isEmpty)
    #expect(await port.lineSpeed == speed)
    #expect(await port.counts.bytesFromHost == 0)
    await bench.stop()
    await port.unplug()
  }

  @Test func `a receiver that comes back is listened to at its last speed first`() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    var receiver = SimulatedReceiver.Configuration(.uBloxM8)
    receiver.baudRate = 460_800
    receiver.timeToFirstFix = .zero
    let port = SimulatedPort(.receiver(receiver), loop: loop)
    let path = try await port.plugIn()
    let bench = try ProviderBench(.address(.device(path)), loop: loop)
    try await bench.start()
    #expect(await bench.pass(atMost: .seconds(14), with: port) { !bench.fixes.isEmpty } != nil)
    await bench.stop()
    bench.clear()
    try await bench.start()
    let wait = await bench.pass(atMost: .seconds(14), with: port) { !bench.fixes.isEmpty }
    // The epoch that is in the line as it is opened may be torn.
    #expect(try #require(wait) <= .milliseconds(2100))
    await bench.stop()
    await port.unplug()
  }

  @Test func `a speed that is known is the only one that is used`() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let port = SimulatedPort(.silent, loop: loop)
    let path = try await port.plugIn()
    let bench = try ProviderBench(.address(.device(path), baudRate: 250_000), loop: loop)
    try await bench.start()
    var speeds: Set<UInt32> = []
    _ = await bench.pass(atMost: .seconds(20), step: .milliseconds(100)) {
      if let speed = await port.lineSpeed { speeds.insert(speed) }
      return !bench.errors.isEmpty
    }
    #expect(speeds.contains(250_000) && speeds.isDisjoint(with: [9600, 57_600, 115_200]))
    #expect(bench.codes == [.protocolMismatch])
    await bench.stop()
    await port.unplug()
  }

  @Test("G122: after stop nothing is read: the line's buffer fills and stays full")
  func stopped() async throws {
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(.address(.device(terminal.path)))
    try await bench.start()
    #expect(await bench.send(epoch(1), to: terminal))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 1)
    await bench.stop()
    let events = bench.events.count
    let read = await bench.provider.bytesReceived
    // Only a reader makes room again. The kernel moves on what it can on a thread of its own: the
    // line is full when it has moved all that one reading may hold, and takes no more.
    let line = Line(terminal)
    let isFull = await bench.waitUntil {
      let count = terminal.write([UInt8](repeating: 0x41, count: 512))
      bench.loop.advance(by: .milliseconds(10))
      return count == 0 && line.unreadCount >= 4095
    }
    #expect(isFull)
    let before = bench.loop.statistics
    bench.loop.advance(by: .seconds(3600))
    #expect(terminal.write([UInt8](repeating: 0x41, count: 512)) == 0)
    #expect(await bench.provider.bytesReceived == read)
    #expect(bench.events.count == events)
    #expect(bench.loop.statistics.timers == before.timers, "a timer was left behind")
  }

  @Test func `a stalled loop takes no epoch apart: what waits in the line is read first`()
    async throws
  {
    // Virtual time never stalls; the boot clock does.
    let loop = try EventLoop()
    let terminal = try PseudoTerminal()
    let line = Line(terminal)
    let bench = try ProviderBench(.address(.device(terminal.path), baudRate: 9600), loop: loop)
    try await bench.start()
    #expect(await bench.send(epoch(1), to: terminal))
    try #require(await bench.waitUntil { bench.fixes.count == 1 })
    // A machine that is busy may stall the loop between the two sentences too, and then the epoch
    // is apart in truth: one of many that is whole shows that the line is read first.
    var isWhole = false
    for second in 2...60 where !isWhole {
      let known = bench.fixes.count
      stall(loop, terminal, line, epoch(second))
      try #require(await bench.waitUntil { bench.fixes.count > known })
      // The speed is in the first sentence, the altitude in the second.
      isWhole = bench.fixes.dropFirst(known).contains { $0.speed != nil && $0.altitude == 50 }
    }
    #expect(isWhole, "the second sentence came too late")
    await bench.stop()
  }

  private func stall(
    _ loop: EventLoop, _ terminal: PseudoTerminal, _ line: Line, _ bytes: [UInt8]
  ) {
    let box = Box(terminal)
    let deliver: @Sendable (ArraySlice<UInt8>) -> Void = { part in
      box.content.write(Array(part))
      let limit = loop.now() + .seconds(60)
      while line.unreadCount < part.count, loop.now() < limit {}
    }
    // The first sentence is read between the two; during the second the silence passes, and only
    // then the rest arrives.
    loop.post {
      deliver(bytes[..<70])
      loop.post {
        // One more turn: the kernel lists what was ready the last time before what is new.
        loop.post {
          let end = loop.now() + .milliseconds(50)
          while loop.now() < end {}
          deliver(bytes[70...])
        }
      }
    }
  }

  @Test("the finer the wish, the shorter the rest between two looks at the line")
  func quanta() {
    #expect(GNSSProvider.quantum(for: .bestForNavigation) == .zero)
    #expect(GNSSProvider.quantum(for: .best) == .zero)
    #expect(GNSSProvider.quantum(for: .nearestTenMeters) == .milliseconds(5))
    #expect(GNSSProvider.quantum(for: .hundredMeters) == .milliseconds(10))
    #expect(GNSSProvider.quantum(for: .reduced) == .milliseconds(10))
  }

  /// A full epoch at 115,200 baud comes in 53 pieces within 55 ms.
  @Test(arguments: [
    (DesiredAccuracy.best, 53...55), (.nearestTenMeters, 12...17), (.kilometer, 7...10),
  ])
  func `how often an epoch wakes the processor follows the accuracy that is wanted`(
    accuracy: DesiredAccuracy, wakeUps: ClosedRange<Int>
  ) async throws {
    let terminal = try PseudoTerminal()
    let line = Line(terminal)
    let bench = try ProviderBench(
      .address(.device(terminal.path), baudRate: 115_200), accuracy: accuracy, control: .listen)
    try await bench.start()
    for second in 0..<5 {
      let count = try await trickle(second, to: terminal, line, bench)
      #expect(wakeUps.contains(count), "\(count) wake-ups")
    }
    #expect(bench.fixes.count == 5)
    await bench.stop()
  }

  @Test func `a changed wish changes the rest at once, without opening again`() async throws {
    let terminal = try PseudoTerminal()
    let line = Line(terminal)
    let bench = try ProviderBench(
      .address(.device(terminal.path), baudRate: 115_200), accuracy: .kilometer)
    try await bench.start()
    _ = try await trickle(0, to: terminal, line, bench)
    #expect(try await trickle(1, to: terminal, line, bench) <= 10)
    try await bench.provider.perform(.track(.init(interval: .seconds(1), accuracy: .best)))
    #expect(try await trickle(2, to: terminal, line, bench) >= 53)
    try await bench.provider.perform(.track(.init(interval: .seconds(1), accuracy: .kilometer)))
    #expect(try await trickle(3, to: terminal, line, bench) <= 10)
    #expect(bench.openings == 1 && bench.fixes.count == 4)
    await bench.stop()
  }

  /// Writes an epoch as a UART hands it up, 12 bytes every 1.04 ms, and waits for the next second.
  ///
  /// - Returns: in how many of the steps the provider did anything: read, or woke by a timer.
  private func trickle(
    _ second: Int, to terminal: PseudoTerminal, _ line: Line, _ bench: ProviderBench
  ) async throws -> Int {
    let view = sentence("GPGSV,1,1,04,02,25,181,42,06,45,146,45,12,19,292,47,13,17,209,43")
    let bytes = epoch(second) + (0..<7).flatMap { _ in view }
    #expect((625...636).contains(bytes.count))
    var wakeUps = 0
    var known = await bench.provider.bytesReceived
    let start = known
    for step in 0..<900 {
      let timers = bench.loop.statistics.timers
      if step * 12 < bytes.count {
        let sent = min(step * 12 + 12, bytes.count)
        terminal.write(Array(bytes[(step * 12)..<sent]))
        // The kernel hands over on a thread of its own: time waits for it.
        let isHandedOver = await bench.waitUntil {
          await bench.provider.bytesReceived - start + line.unreadCount == sent
        }
        try #require(isHandedOver)
      }
      bench.loop.advance(by: .microseconds(1042))
      let received = await bench.provider.bytesReceived
      if received != known || bench.loop.statistics.timers != timers { wakeUps += 1 }
      known = received
    }
    #expect(known - start == bytes.count)
    return wakeUps
  }
}
