import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTestSupport
import CairnTypes
import Foundation
import Synchronization
import Testing

@testable import CairnProviders

/// What happens when a device cannot be opened, or not used.
@Suite("Opening a device", .serialized, .tags(.loopback))
struct OpeningTests {
  @Test("F86: replugged under another name, fixes resume within 3 s of the receiver's first word")
  func replugged() async throws {
    let link = freshLink()
    let bench = try ProviderBench(.address(.device(link)))
    var options = SimulatedPort.Options()
    options.link = link
    options.losesPowerUnplugged = false
    var receiver = SimulatedReceiver.Configuration(.uBloxM9)
    receiver.timeToFirstFix = .zero
    let port = SimulatedPort(.receiver(receiver), loop: bench.loop, options: options)
    try await port.plugIn()
    let first = await port.node
    try await bench.start()
    try #require(await bench.pass(atMost: .seconds(15), with: port) { !bench.fixes.isEmpty } != nil)
    await port.unplug()
    #expect(await bench.waitUntil { bench.codes.contains(.providerLost) })
    // Gone for so long that every kind of patience has run out.
    await bench.pass(.seconds(200))
    #expect(bench.codes == [.providerLost])
    bench.clear()
    try await port.plugIn(onAnotherNode: true)
    #expect(await port.node != first)
    // The receiver speaks at once.
    let wait = await bench.pass(atMost: .seconds(4), with: port) { !bench.fixes.isEmpty }
    #expect(try #require(wait) <= .seconds(3))
    await bench.stop()
    await port.unplug()
  }

  @Test("F86: a receiver that comes back as another tty is opened when it is announced")
  func announcedElsewhere() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let bus = FakeBus(loop)
    let bench = try ProviderBench(.discovered, access: bus.access, loop: loop)
    try await bench.start()
    #expect(bench.openings == 0)
    let first = try PseudoTerminal()
    let before = device(socket: "1-1", name: "ttyACM0", node: first.path)
    bus.add(before)
    #expect(await bench.waitUntil { bench.openings == 1 })
    #expect(await bench.send(epoch(1), to: first))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 1)
    first.hangUp()
    #expect(await bench.waitUntil { bench.codes == [.providerLost] })
    bus.remove(before)
    let second = try PseudoTerminal()
    bus.add(device(socket: "1-1", name: "ttyACM1", node: second.path))
    #expect(await bench.waitUntil { bench.openings == 2 })
    #expect(await bench.send(epoch(2), to: second))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 2)
    await bench.stop()
  }

  @Test("F87: EACCES is devicePermission with errno and path, retried when the node changes")
  func permission() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let bus = FakeBus(loop)
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let permission = Permission()
    var access = bus.access
    let open = access.open
    access.open = { (address, settings) throws(DeviceError) in
      guard permission.isGiven.load(ordering: .relaxed) else {
        throw DeviceError(.open, path: path, code: EACCES)
      }
      return try open(address, settings)
    }
    let node = device(socket: "1-1", name: "ttyACM0", node: path)
    bus.add(node)
    let bench = try ProviderBench(.address(.device(path)), access: access, loop: loop)
    try await bench.start()
    let error = try #require(bench.errors.first)
    #expect(error.code == .devicePermission && error.severity == .transient)
    #expect(error.systemError == 13)
    #expect(error.cause?.path == path)
    #expect(error.cause?.explanation.contains(path) == true)
    // The device's group is set by a rule: udev says that it has changed.
    permission.isGiven.store(true, ordering: .relaxed)
    #expect(bench.openings == 0)
    bus.add(node)
    #expect(await bench.waitUntil { bench.openings == 1 })
    #expect(bench.codes == [.devicePermission])
    await bench.stop()
  }

  @Test("F87, F99: without a change, refusals are retried after 1, 2, 4, 8, 16, 32, 60 and 60 s")
  func permissionBackoff() async throws {
    let access = DeviceAccess(
      open: { (_, _) throws(DeviceError) in
        throw DeviceError(.open, path: "/dev/ttyACM0", code: EACCES)
      },
      makeMonitor: DeviceAccess.system.makeMonitor)
    let bench = try ProviderBench(.address(.device("/dev/ttyACM0")), access: access)
    try await bench.start()
    bench.loop.advance(by: .seconds(184))
    let times = bench.failureTimes(.devicePermission)
    let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    #expect(bench.codes == [.devicePermission], "reported once")
    await bench.stop()
  }

  @Test("F88: a device locked by another process is deviceBusy, and used once it is free")
  func busy() async throws {
    let terminal = try PseudoTerminal()
    let holder = try await Holder(of: terminal.path)
    let bench = try ProviderBench(.address(.device(terminal.path)))
    try await bench.start()
    #expect(bench.codes == [.deviceBusy])
    #expect(bench.errors.first?.severity == .transient)
    #expect(bench.errors.first?.cause?.path == terminal.path)
    bench.loop.advance(by: .seconds(8))
    let times = bench.failureTimes(.deviceBusy)
    #expect(zip(times.dropFirst(), times).map { $0 - $1 } == [1, 2, 4].map { .seconds($0) })
    #expect(bench.codes == [.deviceBusy] && bench.openings == 0)
    await holder.release()
    bench.loop.advance(by: .seconds(8))
    #expect(bench.openings == 1)
    #expect(await bench.send(epoch(1), to: terminal))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 1)
    await bench.stop()
  }

  @Test("F88: a failing receiver does not keep another one from being used")
  func busyWithAlternative() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let bus = FakeBus(loop)
    let terminal = try PseudoTerminal()
    bus.add(device(socket: "1-1", name: "ttyACM0", node: "/dev/cairn-does-not-exist"))
    bus.add(device(socket: "1-2", name: "ttyACM1", node: terminal.path))
    let bench = try ProviderBench(.discovered, access: bus.access, loop: loop)
    try await bench.start()
    #expect(bench.openings == 1)
    #expect(await bench.send(epoch(1), to: terminal))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 1)
    await bench.stop()
  }

  @Test func `a device that speaks another language is named before the mismatch`() async throws {
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(.address(.device(terminal.path)))
    try await bench.start()
    // MID 11 of SiRF binary.
    let sirf: [UInt8] = [0xA0, 0xA2, 0x00, 0x02, 0x0B, 0x88, 0x00, 0x93, 0xB0, 0xB3]
    #expect(await bench.send(sirf, to: terminal))
    await bench.pass(.milliseconds(100))
    let words = bench.explanations
    #expect(words.count == 1)
    #expect(words.first?.hasPrefix("\(terminal.path) looks like SiRF binary; switch") == true)
    #expect(bench.codes == [.protocolMismatch])
    await bench.stop()
  }

  @Test("F89: garbage at every speed is protocolMismatch after one sweep, retried with back-off")
  func garbage() async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let port = SimulatedPort(.garbage(seed: 7), loop: loop)
    let path = try await port.plugIn()
    let bench = try ProviderBench(.address(.device(path)), loop: loop)
    let speedBefore = await port.lineSpeed
    try await bench.start()
    var speeds: [UInt32] = []
    let sweep = await bench.pass(atMost: .seconds(20), step: .milliseconds(100)) {
      if let speed = await port.lineSpeed, speeds.last != speed { speeds.append(speed) }
      return !bench.errors.isEmpty
    }
    // Of a burst that is read at once, the speeds in between are seen by nobody.
    #expect(Set(speeds).count >= 3)
    try #require(sweep != nil)
    #expect(bench.codes == [.protocolMismatch])
    #expect(bench.errors.first?.severity == .transient)
    // O206: what is no receiver is left as it was found.
    #expect(await port.lineSpeed == speedBefore)
    #expect(await port.counts.bytesFromHost == 0)
    bench.loop.advance(by: .seconds(60))
    let pauses = zip(bench.openingTimes.dropFirst(), bench.failureTimes(.protocolMismatch))
      .map { $0 - $1 }
    #expect(Array(pauses.prefix(3)) == [1, 2, 4].map { .seconds($0) })
    #expect(bench.codes == [.protocolMismatch], "reported once")
    #expect(bench.fixes.isEmpty)
    await bench.stop()
    await port.unplug()
  }

  @Test("O206: the line is given back as it was found, also its echo")
  func restored() async throws {
    let terminal = try PseudoTerminal(isRaw: false)
    let speed = terminal.baudRate
    let bench = try ProviderBench(.address(.device(terminal.path), baudRate: 9600))
    try await bench.start()
    #expect(!terminal.isCooked)
    bench.loop.advance(by: .seconds(3))
    #expect(terminal.baudRate != speed)
    await bench.stop()
    #expect(terminal.isCooked && terminal.baudRate == speed)
    #expect(terminal.read().isEmpty)
  }

  @Test(arguments: ["/dev/cairn-does-not-exist", "/tmp", "/dev/null", "/etc/hostname/x"])
  func `what is no device is waited for and said with its path`(path: String) async throws {
    let bench = try ProviderBench(.address(.device(path)))
    try await bench.start()
    #expect(bench.codes == [.noProvider])
    #expect(bench.errors.first?.cause?.path == path)
    bench.loop.advance(by: .seconds(30))
    #expect(bench.codes == [.noProvider] && bench.openings == 0)
    await bench.stop()
  }

  @Test(arguments: ["gpsd://x", "", "file:", "tcp://host", "tcp://host:99999", "/tmp"])
  func `an address under which no receiver can be is refused in words`(address: String) throws {
    let error = try #require(throws: LocationError.self) { try ReceiverSource(address) }
    #expect(error.code == .invalidConfiguration && error.reason?.isEmpty == false)
  }

  @Test func `a device that is not there yet is a source`() throws {
    let path = "/dev/no-receiver"
    #expect(try ReceiverSource(path) == .address(.device(path)))
  }

  @Test func `a capture is read to its end and its last epoch counts`() async throws {
    let path = freshLink()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let count = 50
    let bytes = (0..<count).flatMap { epoch($0) }
    try #require(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    let bench = try ProviderBench(try ReceiverSource(path))
    try await bench.start()
    #expect(await bench.waitUntil { bench.fixes.count >= count })
    bench.loop.advance(by: .seconds(30))
    #expect(bench.fixes.count == count)
    #expect(zip(bench.fixes.dropFirst(), bench.fixes).allSatisfy { $0.time > $1.time })
    #expect(bench.errors.isEmpty)
    guard case .lifecycle(.absent) = bench.events.last else {
      Issue.record("the last event is \(String(describing: bench.events.last))")
      return
    }
    await bench.stop()
  }
}

/// Another process that has locked a device.
private struct Holder {
  private let process: ChildProcess

  init(of path: String) async throws {
    let process = try ChildProcess(
      "/usr/bin/flock", ["-x", path, "sh", "-c", "echo locked; read line"], input: .written)
    try #require(await Patience.wait { process.output == "locked\n" })
    self.process = process
  }

  func release() async {
    process.closeInput()
    _ = await process.end()
  }
}

/// Whether the node may be opened.
private final class Permission: Sendable {
  let isGiven = Atomic(false)
}
