import CairnHAL
import CairnLinux
import CairnReceiver
import CairnSimulator
import CairnTypes
import CairnUBX
import Foundation
import Synchronization
import Testing

@testable import CairnProviders

@Suite("Assistance, and what is kept")
struct AssistanceTests {
  /// A new, empty directory that disappears with its owner.
  private final class Directory: Sendable {
    let path: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: [UInt8] {
      FileManager.default.contents(atPath: path + "/gnss.receivers").map { Array($0) } ?? []
    }
  }

  /// One run of a program with one receiver, which has just been switched on.
  private final class Run: Sendable {
    let bench: ProviderBench
    let port: SimulatedPort

    init(_ directory: String?, knowsTime: Bool = true) async throws {
      let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
      var receiver = SimulatedReceiver.Configuration(.uBloxM10)
      receiver.timeToFirstFix = nil
      port = SimulatedPort(.receiver(receiver), loop: loop)
      let path = try await port.plugIn()
      var access = DeviceAccess.system
      access.time = {
        knowsTime ? (Timestamp(nanosecondsSince1970: 1_767_240_000_000_000_000), .seconds(1)) : nil
      }
      bench = try ProviderBench(
        .address(.device(path)), access: access, stateDirectory: directory, loop: loop)
    }

    func pass(_ limit: Duration, until condition: () async -> Bool = { false }) async -> Duration? {
      await bench.pass(atMost: limit, with: port, until: condition)
    }

    /// How long the first fix takes.
    func firstFix() async throws -> Duration {
      try await bench.start()
      return try #require(await pass(.seconds(60)) { !self.bench.fixes.isEmpty })
    }

    /// Stops the provider, which may have something to ask before.
    func end() async {
      let hasBegun = Atomic(false)
      let hasEnded = Atomic(false)
      let bench = bench
      let stop = Task {
        hasBegun.store(true, ordering: .releasing)
        try? await bench.provider.perform(.off)
        hasEnded.store(true, ordering: .releasing)
      }
      #expect(await bench.waitUntil { hasBegun.load(ordering: .acquiring) })
      // A busy machine may let the task wait: then more time passes.
      let isStopped = await bench.waitUntil {
        await pass(.milliseconds(100)) { hasEnded.load(ordering: .acquiring) } != nil
      }
      #expect(isStopped)
      // Otherwise nobody would pass the time that it waits for.
      if isStopped { await stop.value }
      await port.unplug()
    }

    var report: ReceiverReport? {
      bench.events.reversed().lazy.compactMap {
        if case .receiver(let report) = $0 { report } else { nil }
      }.first
    }
  }

  @Test(.tags(.loopback), .timeLimit(.minutes(15)))
  func `what a receiver has learnt shortens the next start of the program`() async throws {
    let directory = try Directory()
    let first = try await Run(directory.path, knowsTime: false)
    let cold = try await first.firstFix()
    _ = await first.pass(.seconds(45))
    let told = try #require(first.report?.timeToFirstFix)
    #expect(max(told - cold, cold - told) < .milliseconds(100), "\(told), \(cold)")
    let load = try #require(first.report?.portLoad)
    #expect(!load.isFull && load.percent < 50)
    await first.end()

    let records = ReceiverRecords(decoding: directory.file)
    let record = try #require(records.receivers.first)
    #expect(record.identity.firmware == "SPG 5.10")
    #expect(record.database.count > 200)
    #expect(records.place?.coordinate.isValid == true)

    let second = try await Run(directory.path)
    let warm = try await second.firstFix()
    print("first fix of the program's first start after \(cold), of the second after \(warm)")
    #expect(cold > .seconds(20))
    #expect(warm < .seconds(15))
    _ = await second.pass(.seconds(2))
    #expect(second.report?.assistance?.contains("of them used") == true)
    await second.end()
  }

  @Test(.tags(.loopback), .timeLimit(.minutes(15)))
  func `without a directory nothing is kept, and a stop is a matter of a moment`() async throws {
    let run = try await Run(nil)
    _ = try await run.firstFix()
    let before = run.bench.loop.now()
    await run.end()
    #expect(run.bench.loop.now() - before < .seconds(1))
  }

  @Test(.tags(.loopback), .timeLimit(.minutes(15)))
  func `a file that is garbage, and a directory that is not there, cost nothing`() async throws {
    let directory = try Directory()
    let garbage = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 * 31) })
    try garbage.write(to: URL(filePath: directory.path + "/gnss.receivers"))
    for path in [directory.path, "/nonexistent/cairn"] {
      let run = try await Run(path, knowsTime: false)
      _ = try await run.firstFix()
      await run.end()
      let words = run.bench.events.compactMap {
        if case .issue(let issue) = $0 { issue.explanation } else { nil }
      }
      #expect(words.contains { $0.contains("not kept") } == (path != directory.path))
    }
    #expect(ReceiverRecords(decoding: directory.file).receivers.count == 1)
  }

  @Test(.tags(.loopback), .timeLimit(.minutes(15)))
  func `data of AssistNow are given to a receiver that searches`() async throws {
    let run = try await Run(nil)
    var orbits: [UInt8] = []
    for satellite: UInt8 in 1...30 {
      // MGA-GPS-EPH by its header alone.
      let payload = [1, 0, satellite] + [UInt8](repeating: 0, count: 65)
      orbits += UBXFrame.encode(MessageID(.mga, 0x00), payload.span)
    }
    try await run.bench.provider.assist(with: orbits)
    _ = try await run.firstFix()
    _ = await run.pass(.seconds(2))
    let words = try #require(run.report?.assistance)
    #expect(!words.hasPrefix("1 "), "\(words)")
    await run.end()
  }

  @Test func `what is no assistance is refused, a server's words too`() async throws {
    let bench = try ProviderBench(.discovered)
    for data in [[], Array("<html>403 Forbidden</html>".utf8), MonVer().encode()] {
      await #expect(throws: AssistanceError.noMessages) {
        try await bench.provider.assist(with: data)
      }
    }
    await #expect(throws: AssistanceError.tooLong) {
      try await bench.provider.assist(with: [UInt8](repeating: 0, count: 1 << 20 + 1))
    }
  }

  @Test func `the activity of a manager is the receiver's`() {
    let tracking = ProviderWork.Tracking(
      interval: .seconds(1), accuracy: .best, activity: .fitness)
    #expect(ReportDemand(tracking, takesCorrections: false).activity == .fitness)
  }
}
