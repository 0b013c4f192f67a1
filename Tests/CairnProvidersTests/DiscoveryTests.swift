import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import Testing

@testable import CairnProviders

/// Which of several devices is used.
@Suite("Choosing a receiver", .serialized, .tags(.loopback))
struct DiscoveryTests {
  @Test("O205: two receivers that swap their names keep their roles over stop and start")
  func swapped() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let bus = FakeBus(loop)
    let left = try PseudoTerminal()
    let right = try PseudoTerminal()
    let before = [
      device(socket: "1-1", name: "ttyACM0", node: left.path),
      device(socket: "1-2", name: "ttyACM1", node: right.path),
    ]
    for device in before { bus.add(device) }
    let bench = try ProviderBench(.discovered, access: bus.access, loop: loop)
    try await bench.start()
    #expect(await bench.send(epoch(1), to: left))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 1)
    await bench.stop()
    // The left receiver is now ttyACM1 on the right one's old node, and is found last.
    for device in before { bus.remove(device) }
    bus.add(device(socket: "1-2", name: "ttyACM0", node: left.path))
    bus.add(device(socket: "1-1", name: "ttyACM1", node: right.path))
    try await bench.start()
    #expect(await bench.send(epoch(2), to: right))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 2)
    await bench.stop()
  }

  @Test("O205: the receiver it had is preferred when both come back while it runs")
  func swappedWhileRunning() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let bus = FakeBus(loop)
    let first = try PseudoTerminal()
    let had = device(socket: "1-2", name: "ttyACM0", node: first.path)
    bus.add(had)
    let bench = try ProviderBench(.discovered, access: bus.access, loop: loop)
    try await bench.start()
    #expect(await bench.send(epoch(1), to: first))
    await bench.pass(.milliseconds(100))
    bus.remove(had)
    first.hangUp()
    #expect(bench.codes == [.providerLost])
    // The other one comes first and is opened; then the one it had comes back elsewhere.
    let other = try PseudoTerminal(isRaw: false)
    let second = try PseudoTerminal()
    bus.add(device(socket: "1-1", name: "ttyACM0", node: other.path))
    #expect(bench.openings == 2 && !other.isCooked)
    bus.add(device(socket: "1-2", name: "ttyACM1", node: second.path))
    #expect(bench.openings == 3 && other.isCooked)
    #expect(await bench.send(epoch(2), to: second))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 2)
    await bench.stop()
  }

  @Test func `a bridge that nobody vouches for is never opened`() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let bus = FakeBus(loop)
    let terminal = try PseudoTerminal(isRaw: false)
    var bridge = device(socket: "1-1", name: "ttyUSB0", node: terminal.path)
    bridge.classification = .bridge
    let bench = try ProviderBench(.discovered, access: bus.access, loop: loop)
    try await bench.start()
    bus.add(bridge)
    loop.advance(by: .seconds(600))
    #expect(bench.openings == 0)
    #expect(terminal.isCooked, "opened and made raw")
    bridge.isProbingAllowed = true
    bus.add(bridge)
    #expect(bench.openings == 1)
    await bench.stop()
  }

  @Test func `a receiver that sends nothing understood gives way to another one`() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let bus = FakeBus(loop)
    let silent = try PseudoTerminal()
    let good = try PseudoTerminal()
    bus.add(device(socket: "1-1", name: "ttyACM0", node: silent.path))
    bus.add(device(socket: "1-2", name: "ttyACM1", node: good.path))
    let bench = try ProviderBench(.discovered, access: bus.access, loop: loop)
    try await bench.start()
    loop.advance(by: .seconds(17))
    #expect(bench.openings == 2 && bench.codes == [.protocolMismatch])
    #expect(await bench.send(epoch(1), to: good))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 1)
    await bench.stop()
  }
}
