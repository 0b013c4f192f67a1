import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import Testing

@testable import CairnProviders

/// A device that goes away, at every moment.
@Suite("Losing a device", .serialized, .tags(.loopback))
struct LossTests {
  /// How far the provider is when the plug is pulled.
  enum Moment: CaseIterable {
    case justOpened, whileProbing, midSentence, midEpoch, afterAnEpoch, withUnreadBytes
  }

  @Test(
    "F85, F86: a hang-up at any moment is providerLost, and the receiver is used again",
    arguments: Moment.allCases, [DesiredAccuracy.best, .hundredMeters])
  func hangUp(moment: Moment, accuracy: DesiredAccuracy) async throws {
    let link = freshLink()
    let bench = try ProviderBench(.address(.device(link)), accuracy: accuracy)
    let terminal = try PseudoTerminal(link: link)
    let line = Line(terminal)
    try await bench.start()
    #expect(bench.openings == 1)
    let bytes = epoch(1, north: 0.1)
    var expected = 0
    switch moment {
    case .justOpened: break
    case .whileProbing: bench.loop.advance(by: .seconds(4))
    case .midSentence: #expect(await bench.send(Array(bytes[..<20]), to: terminal))
    case .midEpoch:
      // The first sentence has a position: a torn epoch is still an epoch.
      #expect(await bench.send(Array(bytes[..<80]), to: terminal))
      expected = 1
    case .afterAnEpoch:
      #expect(await bench.send(bytes, to: terminal))
      await bench.pass(.milliseconds(200))
      expected = 1
    case .withUnreadBytes:
      terminal.write(bytes)
      // Whether the kernel hands over what is in the line when it hangs up is its own affair.
      expected = -1
    }
    terminal.hangUp()
    try #require(line.waitForHangUp())
    let notice = await bench.pass(atMost: .seconds(1)) { bench.codes == [.providerLost] }
    #expect(notice != nil)
    #expect(bench.errors.first?.provider == "gnss")
    if expected >= 0 { #expect(bench.fixes.count == expected) }
    bench.clear()
    let again = try PseudoTerminal(link: link)
    bench.loop.advance(by: .seconds(1))
    #expect(bench.openings == 1)
    #expect(await bench.send(epoch(2), to: again))
    await bench.pass(.milliseconds(200))
    #expect(bench.fixes.count == 1 && bench.errors.isEmpty)
    await bench.stop()
  }

  @Test func `a device that vanishes while it is opened is waited for`() async throws {
    let link = freshLink()
    let box = Box(try PseudoTerminal(link: link))
    // Between `open` and the first read the plug is pulled.
    var access = DeviceAccess.system
    let open = access.open
    access.open = { (address, settings) throws(DeviceError) in
      let source = try open(address, settings)
      box.content.hangUp()
      return source
    }
    let bench = try ProviderBench(.address(.device(link)), access: access)
    try await bench.start()
    #expect(await bench.waitUntil { bench.codes == [.providerLost] })
    bench.loop.advance(by: .seconds(10))
    #expect(bench.codes == [.providerLost], "the node is gone, and that is no news")
    await bench.stop()
  }

  @Test func `a node that vanishes between announcement and opening is retried`() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let bus = FakeBus(loop)
    let link = freshLink()
    let bench = try ProviderBench(.discovered, access: bus.access, loop: loop)
    try await bench.start()
    // As the kernel announces it: before the node exists.
    bus.add(device(socket: "1-1", name: "ttyACM0", node: link))
    #expect(bench.openings == 0 && bench.codes == [.noProvider])
    let terminal = try PseudoTerminal(link: link)
    loop.advance(by: .seconds(1))
    #expect(bench.openings == 1)
    terminal.hangUp()
    await bench.stop()
  }

  @Test("F85: a removal that is announced ends the session at once, without waiting for the line")
  func removal() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let bus = FakeBus(loop)
    let terminal = try PseudoTerminal()
    let receiver = device(socket: "1-1", name: "ttyACM0", node: terminal.path)
    bus.add(receiver)
    let bench = try ProviderBench(.discovered, access: bus.access, loop: loop)
    try await bench.start()
    #expect(bench.openings == 1)
    bus.remove(receiver)
    #expect(bench.codes == [.providerLost])
    loop.advance(by: .seconds(60))
    #expect(bench.openings == 1 && bench.codes == [.providerLost])
    await bench.stop()
  }

  @Test func `a line that flaps is opened once a second and reported once`() async throws {
    let link = freshLink()
    let bench = try ProviderBench(.address(.device(link)))
    try await bench.start()
    bench.clear()
    for _ in 0..<10 {
      let terminal = try PseudoTerminal(link: link)
      let openings = bench.openings
      let absences = bench.absences
      bench.loop.advance(by: .seconds(1))
      #expect(bench.openings == openings + 1)
      terminal.hangUp()
      #expect(await bench.waitUntil { bench.absences > absences })
    }
    #expect(bench.codes == [.providerLost])
    await bench.stop()
  }
}
