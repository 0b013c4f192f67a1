import CairnUpdates
@testable import Cairn
import CairnSimulator
import CairnTestSupport
import Synchronization
import SystemTestSupport
import Testing

@Suite("Monitor", .everyPlace, .timeLimit(.minutes(15)))
struct MonitorTests {
  private func circle(_ name: String, radius: Double = 100, north: Double = 0) -> Region {
    Region(
      identifier: name, shape: .circle(center: seoul.moved(by: north, bearing: 0), radius: radius))
  }

  /// Collects what a monitor tells until it ends.
  private final class Listener: Sendable {
    private let updates = Mutex<[MonitorUpdate]>([])
    private let task: Task<Void, Never>

    init(_ monitor: Monitor) {
      let events = monitor.events
      let (ready, continuation) = AsyncStream.makeStream(of: MonitorUpdate.self)
      task = Task {
        for await update in events { continuation.yield(update) }
        continuation.finish()
      }
      all = ready
    }

    private let all: AsyncStream<MonitorUpdate>

    /// The next so many.
    func next(_ count: Int) async -> [MonitorUpdate] {
      var iterator = all.makeAsyncIterator()
      var taken: [MonitorUpdate] = []
      while taken.count < count, let update = await iterator.next() { taken.append(update) }
      return taken
    }

    /// Everything until the end.
    func rest() async -> [MonitorUpdate] {
      var taken: [MonitorUpdate] = []
      for await update in all { taken.append(update) }
      return taken
    }
  }

  @Test func `walking through a circle gives the events that the delegate gets`() async throws {
    let bench = try Bench(descriptor: .sleepy)
    let monitor = Monitor(system: bench.system)
    let listener = Listener(monitor)
    let home = circle("home")
    try await monitor.add(home)
    #expect(await Patience.wait { bench.provider.isOn })
    var journey = Journey(bench)
    journey.north = -400
    journey.speed = 1.4
    journey.pass(600) { _ in bench.loop.settle() }
    let events = await listener.next(2).compactMap(\.event)
    #expect(events.map(\.state) == [.inside, .outside])
    #expect(events.map(\.crossing) == [.enter, .exit])
    #expect(events.allSatisfy { $0.probability > 0.95 })
    #expect(await monitor.lastEvent(for: "home") == events.last)
    #expect(await monitor.identifiers == ["home"])
    await monitor.remove("home")
    #expect(await monitor.lastEvent(for: "home") == nil)
    journey.pass(2)
    #expect(!bench.provider.isOn)
  }

  @Test func `each region that makes no sense is refused and changes nothing`() async throws {
    let bench = try Bench(descriptor: .sleepy)
    let monitor = Monitor(system: bench.system)
    for radius in [0, Double.infinity] {
      await #expect(throws: RegionError.radius(radius).locationError) {
        try await monitor.add(circle("none", radius: radius))
      }
    }
    #expect(await monitor.identifiers.isEmpty)
  }

  @Test func `a policy that forbids monitoring ends what iterates`() async throws {
    let policy = SwitchedPolicy()
    let bench = try Bench(policy: policy, descriptor: .sleepy)
    let monitor = Monitor(system: bench.system)
    let listener = Listener(monitor)
    let home = circle("home")
    try await monitor.add(home)
    policy.set(.denied)
    bench.loop.settle()
    let updates = await listener.rest()
    #expect(updates.map(\.error?.code) == [.regionMonitoringDenied])
    #expect(updates.map(\.diagnostics) == [.authorizationDenied])
    #expect(!bench.provider.isOn)
    await #expect(throws: LocationError(.regionMonitoringDenied)) { try await monitor.add(home) }
  }

  @Test func `a monitor that nobody holds asks for nothing`() async throws {
    let bench = try Bench(descriptor: .sleepy)
    do {
      let monitor = Monitor(system: bench.system)
      let home = circle("home")
      try await monitor.add(home)
      #expect(bench.system.clientCount == 1)
    }
    bench.loop.settle()
    #expect(bench.system.clientCount == 0 && !bench.provider.isOn)
  }

  @Test(.ownSystem("a program keeps its regions itself where a daemon monitors them"))
  func `regions outlast the program under the monitor's name`() async throws {
    let storage = MemoryStorage()
    func bench(after: Duration) throws -> Bench {
      try Bench(
        descriptor: .sleepy, storage: storage, clock: RestartClock(boot: "1") { nil },
        start: MonotonicTime(nanoseconds: 1_000_000_000_000) + after)
    }
    let first = try bench(after: .zero)
    do {
      let monitor = Monitor("doors", system: first.system)
      try await monitor.add(circle("home"))
      try await monitor.add(circle("work", north: 3000))
      await monitor.remove("work")
      first.emitFix()
      first.loop.settle()
    }
    await first.served.save()
    let second = try bench(after: .seconds(600))
    let other = Monitor("windows", system: second.system)
    let monitor = Monitor("doors", system: second.system)
    await second.collectKept()
    #expect(await other.identifiers.isEmpty)
    #expect(await monitor.identifiers == ["home"])
    #expect(await Monitor("doors", system: second.system).identifiers.isEmpty)
    let listener = Listener(monitor)
    // What was crossed meanwhile is told at the first fix.
    second.emitFix(north: 3000)
    #expect(await listener.next(1).map(\.event?.crossing) == [.exit])
  }
}
