import CairnTestSupport
import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import Synchronization
import Testing

/// Remembers what a sink was given.
final class Recorder: Sendable {
  private let stored = Mutex<[ProviderEvent]>([])
  var events: [ProviderEvent] { stored.withLock { $0 } }
  var fixes: [Location] {
    events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
  }
  var sink: ProviderSink {
    ProviderSink { event in self.stored.withLock { $0.append(event) } }
  }
}

@Suite("Scripted provider")
struct ScriptedProviderTests {
  private let place = Coordinate(latitude: 37.5663528, longitude: 126.9779528)
  private let work = ProviderWork.track(.init(interval: .seconds(1), accuracy: .best))

  @Test func `says each line of its script at its time`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let utc = Timestamp(nanosecondsSince1970: 1_800_000_000_000_000_000)
    let provider = ScriptedProvider(
      loop: loop,
      script: [
        .fix(place, accuracy: 7, after: .seconds(2)),
        .event(.noFix(reason: "tunnel"), after: .seconds(3)),
      ], utcAtZero: utc)
    let recorder = Recorder()
    await provider.connect(recorder.sink)
    try await provider.perform(work)
    loop.advance(by: .milliseconds(1999))
    #expect(recorder.events.isEmpty)
    loop.advance(by: .milliseconds(1))
    let fix = try #require(recorder.fixes.first)
    #expect(fix.coordinate == place)
    #expect(fix.horizontalAccuracy == 7)
    #expect(fix.time == MonotonicTime(nanoseconds: 2_000_000_000))
    #expect(fix.timestamp == utc + .seconds(2))
    #expect(fix.source.flags == .simulated)
    loop.advance(by: .seconds(5))
    #expect(recorder.events.count == 2)
  }

  @Test func `is silent once stopped and counts what was asked`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let provider = ScriptedProvider(loop: loop, script: [.fix(place, after: .seconds(2))])
    let recorder = Recorder()
    await provider.connect(recorder.sink)
    try await provider.perform(work)
    #expect(provider.log.isRunning)
    try await provider.perform(.track(.init(interval: .seconds(9), accuracy: .kilometer)))
    try await provider.perform(.off)
    loop.advance(by: .seconds(5))
    #expect(await provider.emitFix(at: place) == false)
    #expect(recorder.events.isEmpty)
    #expect(provider.log.works.compactMap(\.tracking?.interval) == [.seconds(1), .seconds(9)])
    #expect(provider.log.starts == 1 && provider.log.stops == 1)
    #expect(!provider.log.isRunning)
    #expect(await provider.emit(.lifecycle(.off), afterStop: true))
    #expect(recorder.events.count == 1)
  }

  @Test func `fails to start as told and then succeeds`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let provider = ScriptedProvider(loop: loop)
    await provider.failWork(with: LocationError(.devicePermission))
    await #expect(throws: LocationError(.devicePermission)) {
      try await provider.perform(work)
    }
    #expect(!provider.log.isRunning)
    await provider.failWork(with: nil)
    let recorder = Recorder()
    await provider.connect(recorder.sink)
    try await provider.perform(work)
    #expect(await provider.report(.serving))
    #expect(provider.log.starts == 2)
    #expect(provider.log.eventsSent == 1)
  }

  @Test func `hangs until it is released`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let provider = ScriptedProvider(loop: loop)
    await provider.hang()
    let start = Task { try await provider.perform(work) }
    try #require(await Patience.wait { provider.log.starts == 1 })
    loop.settle()
    #expect(!provider.log.isRunning)
    await provider.release()
    try await start.value
    #expect(provider.log.isRunning)
  }
}
