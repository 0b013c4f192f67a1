@testable import Cairn
import CairnSimulator
import CairnTestSupport
import Synchronization
import SystemTestSupport
import Testing

/// What outlasts the program. A program that ends without a word is one whose `save` is not called.
@Suite("States that are kept", .everyPlace, .timeLimit(.minutes(15)))
struct KeepingTests {
  private let recorder = ServiceRecorder()

  /// A program that begins `after` the virtual clock's start.
  private func bench(
    _ storage: any Storage, after: Duration = .zero, boot: String = "1", utc: Timestamp? = nil,
    client: ClientIdentity? = nil
  ) async throws -> Bench {
    let bench = try Bench(
      descriptor: .sleepy, storage: storage, clock: RestartClock(boot: boot) { utc },
      start: MonotonicTime(nanoseconds: 1_000_000_000_000) + after)
    bench.manager.delegate = recorder
    await bench.collectKept()
    return bench
  }

  private func circle(_ identifier: String, north: Double = 0) -> Region {
    Region(
      identifier: identifier,
      shape: .circle(center: seoul.moved(by: north, bearing: 0), radius: 100))
  }

  /// Fixes at one place, one each second.
  private func stay(_ bench: Bench, north: Double, seconds: Int) {
    for _ in 0..<seconds {
      bench.emitFix(north: north)
      bench.advance(.seconds(1))
      bench.collect()
    }
  }

  // MARK: Regions

  @Test(
    "K176: regions survive a restart; a crossing meanwhile is told at the first fix",
    .ownSystem("a program keeps its regions itself where a daemon monitors them"))
  func regions() async throws {
    let folder = try TemporaryFolder()
    let storage = FileStorage(folder.path)
    let first = try await bench(storage)
    first.manager.startMonitoring(for: circle("home"))
    first.manager.startMonitoring(for: circle("work", north: 3000))
    first.collect()
    stay(first, north: 0, seconds: 3)
    #expect(recorder.crossings.isEmpty && recorder.states == [.inside])
    await first.served.engine.finishKeeping()
    let second = try await bench(storage, after: .seconds(600))
    #expect(second.manager.monitoredRegions == [circle("home"), circle("work", north: 3000)])
    #expect(second.provider.isOn)
    second.manager.requestState(for: circle("home"))
    second.collect()
    #expect(recorder.states == [.inside, .inside])
    second.emitFix(north: 3000)
    second.collect()
    #expect(Set(recorder.crossings) == ["exit home", "enter work"])
    await second.served.engine.finishKeeping()
    // Told once.
    let third = try await bench(storage, after: .seconds(1200))
    stay(third, north: 3000, seconds: 3)
    #expect(recorder.crossings.count == 2)
  }

  @Test(.ownSystem("a program keeps its regions itself where a daemon monitors them"))
  func `a region that is not monitored any more does not come back, the last one neither`()
    async throws
  {
    let storage = MemoryStorage()
    let first = try await bench(storage)
    first.manager.startMonitoring(for: circle("a"))
    first.manager.startMonitoring(for: circle("b"))
    first.manager.stopMonitoring(for: circle("a"))
    first.collect()
    await first.served.engine.finishKeeping()
    let second = try await bench(storage)
    #expect(second.manager.monitoredRegions == [circle("b")])
    second.manager.stopMonitoring(for: circle("b"))
    second.collect()
    #expect(!second.provider.isOn)
    await second.served.engine.finishKeeping()
    #expect(try await bench(storage).manager.monitoredRegions.isEmpty)
  }

  @Test(.ownSystem("a program keeps its regions itself where a daemon monitors them"))
  func `clients have regions of their own, and of two managers the first keeps them`()
    async throws
  {
    let storage = MemoryStorage()
    let bench = try await bench(storage)
    let other = LocationManager(system: bench.system, client: ClientIdentity(name: "../other"))
    other.delegate = recorder
    other.startMonitoring(for: circle("theirs"))
    let twin = LocationManager(system: bench.system)
    twin.delegate = recorder
    twin.startMonitoring(for: circle("twin"))
    bench.manager.startMonitoring(for: circle("ours"))
    bench.collect()
    await bench.served.engine.finishKeeping()
    let again = try await self.bench(MemoryStorage(storage.states))
    #expect(again.manager.monitoredRegions == [circle("ours")])
    let others = LocationManager(system: again.system, client: ClientIdentity(name: "../other"))
    // A delegate lets its regions be read.
    others.delegate = recorder
    again.collect()
    await again.collectKept()
    #expect(others.monitoredRegions == [circle("theirs")])
  }

  @Test(.ownSystem("a program keeps its regions itself where a daemon monitors them"))
  func `a manager that takes another one's place finds its regions`() async throws {
    let bench = try await bench(MemoryStorage())
    let client = ClientIdentity(name: "app")
    var manager = LocationManager(system: bench.system, client: client)
    for round in 0..<20 {
      manager.delegate = recorder
      await bench.collectKept()
      #expect(manager.monitoredRegions.count == round)
      manager.startMonitoring(for: circle("\(round)"))
      manager = LocationManager(system: bench.system, client: client)
    }
  }

  // MARK: The last fix

  @Test(.ownSystem("a client of a daemon knows the last position of when it connected"))
  func `the last fix comes back with its age, marked as cached`() async throws {
    let storage = MemoryStorage()
    let first = try await bench(storage)
    first.start()
    first.emitFix(north: 7)
    let fix = try #require(first.manager.location)
    await first.served.engine.finishKeeping()
    let second = try await bench(storage, after: .seconds(90))
    let restored = try #require(second.manager.location)
    #expect(restored.coordinate == fix.coordinate && restored.time == fix.time)
    #expect(restored.age(at: second.loop.now()) == .seconds(90))
    #expect(restored.source.flags == [.cached])
  }

  @Test(.ownSystem("a client of a daemon knows the last position of when it connected"))
  func `after a start of the device UTC tells the age of the last fix, or nothing does`()
    async throws
  {
    let storage = MemoryStorage()
    let utc = Timestamp(nanosecondsSince1970: 1_795_000_000_000_000_000)
    let first = try await bench(storage)
    first.start()
    var fix = first.fix()
    fix.timestamp = utc
    first.emit(.fix(fix))
    await first.served.engine.finishKeeping()
    let second = try await bench(
      storage, after: .seconds(-900), boot: "2", utc: utc + .seconds(3600))
    let restored = try #require(second.manager.location)
    #expect(restored.age(at: second.loop.now()) == .seconds(3600))
    #expect(restored.timestamp == utc)
    // No UTC now, or one before the fix.
    #expect(try await bench(storage, boot: "2").manager.location == nil)
    #expect(try await bench(storage, boot: "2", utc: utc + .seconds(-2)).manager.location == nil)
    #expect(try await bench(storage, boot: "").manager.location == nil)
    // No UTC then.
    first.advance(.seconds(61))
    first.emitFix()
    await first.served.engine.finishKeeping()
    #expect(try await bench(storage, after: .seconds(61)).manager.location != nil)
    #expect(try await bench(storage, boot: "2", utc: utc + .seconds(99)).manager.location == nil)
  }

  @Test(.ownSystem("a client of a daemon knows the last position of when it connected"))
  func `a fix of before the device's start waits until UTC is known`() async throws {
    let storage = MemoryStorage()
    let begin = Timestamp(nanosecondsSince1970: 1_795_000_000_000_000_000)
    let first = try await bench(storage)
    first.start()
    var fix = first.fix()
    fix.timestamp = begin
    first.emit(.fix(fix))
    await first.served.engine.finishKeeping()
    let isSet = Atomic(false)
    let second = try Bench(
      storage: storage,
      clock: RestartClock(boot: "2") {
        isSet.load(ordering: .relaxed) ? begin + .seconds(70) : nil
      })
    await second.collectKept()
    second.start()
    #expect(second.manager.location == nil)
    isSet.store(true, ordering: .relaxed)
    second.manager.stopUpdatingLocation()
    second.start()
    #expect(second.manager.location?.age(at: second.loop.now()) == .seconds(70))
  }

  @Test(arguments: [(4.9, true), (5.1, false)])
  func `a start within five seconds of the last fix delivers it`(
    after seconds: Double, isDelivered: Bool
  ) async throws {
    let storage = MemoryStorage()
    let first = try await bench(storage)
    first.start()
    first.emitFix()
    await first.served.engine.finishKeeping()
    recorder.fixes = []
    let second = try await bench(storage, after: .seconds(seconds))
    second.start()
    #expect(recorder.fixes.map(\.source.flags) == (isDelivered ? [[.cached]] : []))
  }

  @Test(.ownSystem("a client of a daemon knows the last position of when it connected"))
  func `the last fix is written once a minute while it changes, and at the end`() async throws {
    let storage = MemoryStorage()
    let bench = try await bench(storage)
    bench.start()
    for second in 0..<600 {
      bench.emitFix(north: Double(second))
      bench.advance(.seconds(1))
      await bench.served.engine.finishKeeping()
    }
    #expect(storage.writes == ["fix": 10])
    bench.advance(.seconds(600))
    await bench.served.save()
    #expect(storage.writes == ["fix": 11])
    await bench.served.save()
    #expect(storage.writes == ["fix": 11])
    let again = try await self.bench(storage, after: .seconds(1200))
    #expect(again.manager.location?.time == bench.manager.location?.time)
  }

  @Test(.ownSystem("a client of a daemon knows the last position of when it connected"))
  func `a system that goes keeps its last fix`() async throws {
    let storage = MemoryStorage()
    var bench: Bench? = try await bench(storage)
    bench?.start()
    bench?.emitFix()
    bench?.advance(.seconds(30))
    bench?.emitFix(north: 30)
    let last = try #require(bench?.manager.location)
    bench = nil
    #expect(await Patience.wait { storage.writes["fix"] == 2 })
    #expect(try await self.bench(storage, after: .seconds(60)).manager.location?.time == last.time)
  }

  // MARK: Failures

  @Test func `what cannot be kept is told once, and everything goes on`() async throws {
    let storage = MemoryStorage()
    storage.isFailing = true
    let bench = try await bench(storage)
    bench.start()
    for second in 0..<180 {
      bench.emitFix(north: Double(second))
      bench.advance(.seconds(1))
      await bench.served.engine.finishKeeping()
      bench.collect()
    }
    #expect(storage.writes == ["fix": 3] && recorder.fixes.count == 180)
    #expect(recorder.errors.map(\.code) == [.storageFailure])
    let error = try #require(recorder.errors.first)
    #expect(error.severity == .degraded && error.cause?.path == "/state/fix")
    #expect(await bench.served.diagnostics().storageFailure == error)
    storage.isFailing = false
    await bench.served.save()
    #expect(await bench.served.diagnostics().storageFailure == nil)
  }

  @Test(.ownSystem("a client of a daemon knows the last position of when it connected"))
  func `damaged states are set aside, told once, and nothing else is lost`() async throws {
    let folder = try TemporaryFolder()
    let storage = FileStorage(folder.path)
    try folder.write("no fix", to: "fix.state")
    try storage.store([1, 2, 3], for: "regions-\(ClientIdentity.process.name)")
    let bench = try await bench(storage)
    #expect(bench.manager.location == nil && bench.manager.monitoredRegions.isEmpty)
    let late = LocationManager(system: bench.system)
    let lateRecorder = Recorder()
    late.delegate = lateRecorder
    bench.loop.settle()
    late.processPendingEvents()
    #expect(lateRecorder.codes == [.storageFailure])
    #expect(lateRecorder.errors.first?.cause?.path == folder.path + "/fix.state")
    bench.manager.startMonitoring(for: circle("home"))
    bench.start()
    bench.emitFix()
    bench.collect()
    // The delegate before this one may have heard it.
    #expect(recorder.errors.count <= 1 && lateRecorder.codes.count == 1)
    await bench.served.save()
    recorder.errors = []
    let again = try await self.bench(storage)
    #expect(again.manager.location != nil && again.manager.monitoredRegions == [circle("home")])
    again.collect()
    #expect(recorder.errors.isEmpty)
  }
}
