import Cairn
import CairnSimulator
import CairnTestSupport
import Synchronization
import SystemTestSupport
import Testing

@testable import CairnLinux
@testable import CairnProviders

@Suite("What waited unread", .serialized)
struct HistoryTests {
  @Test func `history is no update, no last position, and is counted`() async throws {
    let bench = try Bench()
    bench.start()
    bench.emitFix(age: .seconds(20))
    bench.collect()
    #expect(bench.delegate.locations.isEmpty && bench.manager.location == nil)
    bench.emitFix(north: 50, age: .seconds(9))
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
    #expect(bench.manager.location?.age(at: bench.loop.now()) == .seconds(9))
    let intake = await bench.system.diagnostics().intake
    #expect(intake[.tooOld] == 1 && intake.accepted == 1)
  }

  @Test func `values that cannot be true are counted in the diagnostics`() async throws {
    let bench = try Bench()
    bench.start()
    var fix = bench.fix()
    fix.altitude = -2_147_483.648
    bench.emit(.fix(fix))
    bench.collect()
    #expect(bench.delegate.locations.count == 1 && bench.delegate.locations[0].altitude == nil)
    #expect(await bench.system.diagnostics().repairs[.altitude] == 1)
  }

  @Test(.timeLimit(.minutes(15)), arguments: [SimulatedReceiver.Output.nmea, .ubx])
  func `of sixty epochs that waited in a line those of ten seconds are updates, as old as they are`(
    output: SimulatedReceiver.Output
  ) async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    defer { loop.shutdown() }
    let line = try Held(PseudoTerminal())
    let provider = GNSSProvider(
      source: .address(.device(line.terminal.path), baudRate: 115_200), control: .listen, loop: loop
    )
    let system = LocationSystem(providers: [provider], executor: loop)
    let manager = LocationManager(system: system, isolation: nil)
    let delegate = Recorder()
    manager.delegate = delegate
    manager.pausesLocationUpdatesAutomatically = false
    manager.startUpdatingLocation()
    try #require(await Patience.wait { await provider.isOpen })

    /// Writes while the loop stands still for so long, and waits until it has read all.
    func send(_ bytes: [UInt8], after pause: Duration = .zero) async throws {
      let goal = await provider.bytesReceived + bytes.count
      let sent = Held(0)
      loop.wait {
        sent.value += line.terminal.write(bytes)
        loop.virtualNow.add(pause.wholeNanoseconds, ordering: .relaxed)
      }
      try #require(
        await Patience.wait {
          loop.wait {
            sent.value += line.terminal.write(Array(bytes[sent.value...]))
          }
          return await provider.bytesReceived == goal
        })
    }
    var configuration = SimulatedReceiver.Configuration(.uBloxM8)
    configuration.output = output
    configuration.timeToFirstFix = .zero
    var receiver = SimulatedReceiver(configuration)
    let begin = loop.now()
    for _ in 0..<20 {
      try await send(receiver.takeEpoch())
      loop.advance(by: .seconds(1))
    }
    manager.processPendingEvents()
    let before = delegate.locations.count
    // The first ones have no position; the last one may wait for what ends it.
    #expect((15...17).contains(before))
    delegate.clear()
    // A minute but a second: the last epoch is of now.
    var backlog: [UInt8] = []
    for _ in 0..<60 { backlog += receiver.takeEpoch() }
    try await send(backlog, after: .seconds(59))
    let now = loop.now()
    loop.advance(by: .milliseconds(900))
    manager.processPendingEvents()
    let ages = delegate.locations.map { ($0.age(at: now)).inSeconds }
    #expect((10...11).contains(ages.count), "\(ages)")
    for fix in delegate.locations {
      let truth = begin + (try #require(fix.timestamp) - configuration.clock.start)
      #expect((fix.time - truth).inSeconds.magnitude <= 0.6, "\(fix.time) instead of \(truth)")
    }
    let diagnostics = await system.diagnostics()
    #expect((49...50).contains(diagnostics.intake[.tooOld]))
    #expect(diagnostics.intake.rejected == diagnostics.intake[.tooOld])
    manager.stopUpdatingLocation()
    line.terminal.hangUp()
  }
}

/// What the test and the loop use in turn: the test waits meanwhile.
private final class Held<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

extension Held where Value == PseudoTerminal {
  var terminal: PseudoTerminal { value }
}
