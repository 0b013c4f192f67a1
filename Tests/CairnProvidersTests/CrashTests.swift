import CairnHAL
import CairnLinux
import CairnTestSupport
import CairnTypes
import Foundation
import Synchronization
import Testing

@testable import CairnProviders

/// A receiver of whose bytes the program dies.
@Suite("Crashes", .serialized, .tags(.loopback), .timeLimit(.minutes(15)))
struct CrashTests {
  private static let deviceVariable = "CAIRN_TEST_CRASH_DEVICE"
  private static let folderVariable = "CAIRN_TEST_CRASH_FOLDER"
  private static let endVariable = "CAIRN_TEST_CRASH_END"
  private static let environment = ProcessInfo.processInfo.environment

  /// Runs in a process of its own: the first fix is its end, one way or the other, also where it never comes.
  @Test(
    "reads a device until its first fix",
    .enabled(if: environment[deviceVariable] != nil, "the other tests' program"))
  func reads() async throws {
    let device = try #require(Self.environment[Self.deviceVariable])
    let folder = try #require(Self.environment[Self.folderVariable])
    let loop = try EventLoop()
    let provider = GNSSProvider(
      source: .address(.device(device)), control: .listen, stateDirectory: folder, loop: loop)
    let dies = Self.environment[Self.endVariable] == "abort"
    let hasFix = Atomic(false)
    let refusal = Mutex<LocationError?>(nil)
    let sink = ProviderSink { event in
      switch event {
      case .fix:
        if dies { abort() }
        hasFix.store(true, ordering: .relaxed)
      // The kernel may not have taken the port back yet from the program before: it is tried again.
      case .failure(let error) where error.code != .deviceBusy: refusal.withLock { $0 = error }
      default: break
      }
    }
    await provider.connect(sink)
    try await provider.perform(.track(.init(interval: .seconds(1), accuracy: .best)))
    _ = await Patience.wait {
      hasFix.load(ordering: .relaxed) || refusal.withLock { $0 != nil }
    }
    if let error = refusal.withLock({ $0 }) {
      print("refused \(error.code): \(error.reason ?? "")")
    } else if hasFix.load(ordering: .relaxed) {
      print("has a fix")
    }
    fflush(nil)
    if Self.environment[Self.endVariable] == "kill" {
      // On the loop, so that nothing is decoded meanwhile.
      loop.on { kill(getpid(), SIGKILL) }
    }
    try? await provider.perform(.off)
    loop.shutdown()
  }

  /// A receiver that has a new epoch to tell at each turn, whoever has it open.
  private static func receiver() throws -> RepeatingDevice {
    try RepeatingDevice(speech: { epoch($0) })
  }

  private func program(
    _ receiver: RepeatingDevice, _ folder: TemporaryFolder, ending end: String
  ) async throws -> (status: Int32, output: String) {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let child = try ChildProcess(
      own, ["--testing-library", "swift-testing", "--filter", "CrashTests/reads\\("],
      environment: [
        Self.deviceVariable: receiver.path, Self.folderVariable: folder.path,
        Self.endVariable: end, "SWIFT_BACKTRACE": "enable=no",
      ])
    return (await child.end(), child.output)
  }

  @Test func `after two deaths in decoding the device is left alone, and its last bytes are named`()
    async throws
  {
    let (receiver, folder) = try (Self.receiver(), TemporaryFolder())
    defer { receiver.release() }
    for _ in 0..<2 {
      let (status, output) = try await program(receiver, folder, ending: "abort")
      #expect(status == -SIGABRT, "\(output)")
    }
    let (status, output) = try await program(receiver, folder, ending: "stop")
    #expect(status == 0)
    let line = output.split(separator: "\n").first { $0.hasPrefix("refused") } ?? ""
    let file = DecodingMark.path(in: folder.path, "gnss", receiver.path)
    #expect(line.hasPrefix("refused deviceDistrusted: \(receiver.path) made it die 2 times"))
    #expect(line.contains(file) && line.contains("plug it in again or remove that file"))
    let kept = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    #expect(kept.contains("$GPGGA"))
    #expect(!output.contains("has a fix"))
    try FileManager.default.removeItem(atPath: file)
    #expect(try await program(receiver, folder, ending: "stop").output.contains("has a fix"))
  }

  @Test func `neither clean ends nor kills while nothing is decoded count`() async throws {
    let (receiver, folder) = try (Self.receiver(), TemporaryFolder())
    defer { receiver.release() }
    for end in ["stop", "stop", "kill", "stop"] {
      let (status, output) = try await program(receiver, folder, ending: end)
      #expect(status == (end == "kill" ? -SIGKILL : 0))
      #expect(output.contains("has a fix"), "\(output)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!left.contains { $0.hasSuffix(".crash") })
  }

  @Test func `a distrusted device is read again when it is plugged in again`() async throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    let bus = FakeBus(loop)
    var access = bus.access
    access.boot = { "0a1b2c3d-0000-4000-8000-000000000001" }
    let first = try PseudoTerminal()
    let plugged = device(socket: "1-1", name: "ttyACM0", node: first.path)
    let path = DecodingMark.path(in: folder.path, "gnss", plugged.identity)
    for _ in 0..<2 {
      let mark = try DecodingMark(
        path, node: NodeIdentity(first.path), boot: access.boot(), now: loop.now())
      mark.begin([1].span, at: loop.now())
    }
    let bench = try ProviderBench(
      .discovered, access: access, stateDirectory: folder.path, loop: loop)
    try await bench.start()
    bus.add(plugged)
    #expect(await bench.waitUntil { bench.codes == [.deviceDistrusted] })
    #expect(bench.openings == 0)
    await bench.pass(.seconds(100))
    #expect(bench.openings == 0 && bench.codes == [.deviceDistrusted])
    bus.remove(plugged)
    let second = try PseudoTerminal()
    bus.add(device(socket: "1-1", name: "ttyACM1", node: second.path))
    #expect(await bench.waitUntil { bench.openings == 1 })
    #expect(await bench.send(epoch(1), to: second))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 1)
    await bench.stop()
  }

  @Test func `another receiver serves while one is distrusted`() async throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    let bus = FakeBus(loop)
    var access = bus.access
    access.boot = { "0a1b2c3d-0000-4000-8000-000000000001" }
    let (bad, good) = try (PseudoTerminal(), PseudoTerminal())
    let distrusted = device(socket: "1-1", name: "ttyACM0", node: bad.path)
    let path = DecodingMark.path(in: folder.path, "gnss", distrusted.identity)
    for _ in 0..<2 {
      let mark = try DecodingMark(
        path, node: NodeIdentity(bad.path), boot: access.boot(), now: loop.now())
      mark.begin([1].span, at: loop.now())
    }
    bus.add(distrusted)
    bus.add(device(socket: "1-2", name: "ttyACM1", node: good.path))
    let bench = try ProviderBench(
      .discovered, access: access, stateDirectory: folder.path, loop: loop)
    try await bench.start()
    #expect(await bench.waitUntil { bench.openings == 1 })
    #expect(bench.codes == [.deviceDistrusted])
    #expect(await bench.send(epoch(1), to: good))
    await bench.pass(.milliseconds(100))
    #expect(bench.fixes.count == 1)
    await bench.stop()
  }

  @Test(.timeLimit(.minutes(15)), arguments: ["pipe", "giant", "/dev/zero"])
  func `records that are none are told of, and the receiver is read without them`(kind: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/gnss.receivers"
    switch kind {
    case "pipe": try #require(mkfifo(path, 0o600) == 0)
    case "giant":
      try folder.write("", to: "gnss.receivers")
      try #require(truncate(path, 1 << 30) == 0)
    default: try folder.link(kind, to: "gnss.receivers")
    }
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(
      .address(.device(terminal.path)), control: .listen, stateDirectory: folder.path)
    try await bench.start()
    #expect(await bench.send(epoch(1), to: terminal))
    await bench.pass(.milliseconds(500))
    #expect(bench.fixes.count == 1)
    let complaint = bench.events.contains {
      guard case .issue(let issue) = $0 else { return false }
      let text = issue.explanation
      return text.hasPrefix("what was known of receivers is not read: \(path): ")
    }
    #expect(complaint)
    await bench.stop()
  }
}
