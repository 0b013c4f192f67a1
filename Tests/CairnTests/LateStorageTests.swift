@testable import Cairn
import CairnSimulator
import CairnTestSupport
import Dispatch
import Synchronization
import SystemTestSupport
import Testing

/// What a program does while what was kept is not known yet, however long that takes.
@Suite("A storage that answers late or never", .timeLimit(.minutes(15)))
struct LateStorageTests {
  private let recorder = ServiceRecorder()

  /// A program that does not wait for the storage.
  private func bench(
    _ storage: any Storage, after: Duration = .seconds(60), boot: String = "1",
    utc: Timestamp? = nil
  ) throws -> Bench {
    let bench = try Bench(
      descriptor: .sleepy, storage: storage, clock: RestartClock(boot: boot) { utc },
      start: MonotonicTime(nanoseconds: 1_000_000_000_000) + after)
    bench.manager.delegate = recorder
    bench.collect()
    return bench
  }

  private func circle(_ identifier: String, north: Double = 0, radius: Double = 100) -> Region {
    Region(
      identifier: identifier,
      shape: .circle(center: seoul.moved(by: north, bearing: 0), radius: radius))
  }

  /// What a program left that monitored these regions while the device stood at the City Hall.
  private func kept(_ regions: Region...) async throws -> MemoryStorage {
    let storage = MemoryStorage()
    let bench = try Bench(storage: storage)
    bench.manager.delegate = recorder
    for region in regions { bench.manager.startMonitoring(for: region) }
    bench.start()
    for _ in 0..<3 {
      bench.emitFix()
      bench.advance(.seconds(1))
    }
    bench.collect()
    await bench.system.save()
    (recorder.states, recorder.fixes) = ([], [])
    return MemoryStorage(storage.states)
  }

  private func open(_ storage: LateStorage, _ bench: Bench) async {
    storage.open()
    await bench.collectKept()
  }

  // MARK: Nothing waits

  @Test func `neither a manager nor its delegate nor its regions wait for the disk or the loop`()
    async throws
  {
    let storage = LateStorage(try await kept(circle("home")))
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    defer { loop.shutdown() }
    let gate = DispatchSemaphore(value: 0)
    loop.post { gate.wait() }
    let system = LocationSystem(
      providers: [], storage: storage, clock: RestartClock(boot: "1") { nil }, executor: loop,
      ownsExecutor: false)
    let manager = LocationManager(system: system)
    manager.delegate = recorder
    #expect(manager.monitoredRegions.isEmpty && manager.location == nil)
    manager.startMonitoring(for: circle("work"))
    manager.startMonitoringVisits()
    manager.requestState(for: circle("home"))
    #expect(manager.monitoredRegions == [circle("work")])
    manager.stopMonitoring(for: circle("work"))
    #expect(manager.monitoredRegions.isEmpty)
    gate.signal()
    loop.settle()
    #expect(manager.monitoredRegions.isEmpty)
    storage.open()
    await system.engine.finishKeeping()
    #expect(manager.monitoredRegions == [circle("home")])
  }

  @Test func `without an answer everything else works`() async throws {
    let storage = LateStorage()
    defer { storage.open() }
    let bench = try bench(storage)
    bench.manager.startMonitoring(for: circle("home"))
    bench.manager.requestState(for: circle("home"))
    bench.start()
    #expect(recorder.states == [.unknown])
    for second in 0..<120 {
      bench.emitFix(north: Double(second) * 10)
      bench.advance(.seconds(1))
      bench.collect()
    }
    #expect(recorder.states == [.unknown, .inside, .outside])
    #expect(recorder.crossings == ["exit home"] && recorder.fixes.count == 120)
    bench.manager.stopMonitoring(for: circle("home"))
    bench.manager.stopUpdatingLocation()
    bench.collect()
    #expect(!bench.provider.isOn && bench.system.clientCount == 0)
    // What comes later must not be overwritten.
    #expect(storage.memory.writes.isEmpty)
  }

  // MARK: Regions

  @Test func `what the program did meanwhile counts, and the rest comes back with its states`()
    async throws
  {
    let old = try await kept(
      circle("added"), circle("removed"), circle("left"), circle("far", north: 9000))
    let storage = LateStorage(old)
    let bench = try bench(storage)
    bench.manager.startMonitoring(for: circle("added", north: 3000))
    bench.manager.startMonitoring(for: circle("new", north: 3000))
    bench.manager.stopMonitoring(for: circle("removed"))
    bench.manager.requestState(for: circle("left"))
    bench.collect()
    #expect(bench.manager.monitoredRegions.map(\.identifier) == ["added", "new"])
    #expect(recorder.states.isEmpty && old.writes.isEmpty)
    await open(storage, bench)
    let regions = [
      circle("added", north: 3000), circle("far", north: 9000), circle("left"),
      circle("new", north: 3000),
    ]
    #expect(bench.manager.monitoredRegions == regions)
    #expect(recorder.states == [.inside])
    for _ in 0..<3 {
      bench.emitFix(north: 3000)
      bench.advance(.seconds(1))
    }
    bench.collect()
    #expect(recorder.crossings == ["exit left"])
    await bench.system.save()
    let again = try self.bench(MemoryStorage(old.states), after: .seconds(120))
    await again.collectKept()
    #expect(again.manager.monitoredRegions == regions)
  }

  @Test func `the last region that is removed meanwhile does not come back`() async throws {
    let old = try await kept(circle("home"))
    let storage = LateStorage(old)
    let bench = try bench(storage)
    bench.manager.stopMonitoring(for: circle("home"))
    await open(storage, bench)
    #expect(bench.manager.monitoredRegions.isEmpty && !bench.provider.isOn)
    await bench.system.save()
    let again = try self.bench(MemoryStorage(old.states))
    await again.collectKept()
    #expect(again.manager.monitoredRegions.isEmpty)
    // It can be monitored again.
    bench.manager.startMonitoring(for: circle("home"))
    bench.collect()
    #expect(bench.provider.isOn && bench.system.clientCount == 1)
  }

  @Test func `a manager that goes meanwhile loses nothing for the next one`() async throws {
    let old = try await kept(circle("home"))
    let storage = LateStorage(old)
    let bench = try bench(storage)
    let client = ClientIdentity(name: "app")
    for identifier in ["a", "b", "a"] {
      let manager = LocationManager(system: bench.system, client: client)
      manager.delegate = recorder
      manager.startMonitoring(for: circle(identifier))
    }
    bench.loop.settle()
    #expect(bench.system.clientCount == 0)
    let last = LocationManager(system: bench.system, client: client)
    last.delegate = recorder
    #expect(last.monitoredRegions.isEmpty)
    await open(storage, bench)
    #expect(last.monitoredRegions.map(\.identifier) == ["a", "b"])
    #expect(bench.manager.monitoredRegions == [circle("home")])
  }

  @Test func `a manager that went before an answer came leaves nothing running`() async throws {
    let storage = LateStorage(try await kept(circle("home")))
    var bench: Bench? = try bench(storage)
    let (system, loop) = (try #require(bench).system, try #require(bench).loop)
    let provider = try #require(bench).provider
    var manager: LocationManager? = LocationManager(
      system: system, client: ClientIdentity(name: "other"))
    manager?.delegate = recorder
    manager = nil
    storage.open()
    await system.engine.finishKeeping()
    #expect(system.clientCount == 1)
    bench?.manager.stopMonitoring(for: circle("home"))
    loop.settle()
    #expect(!provider.isOn)
    bench = nil
  }

  @Test func `a service that was left behind goes on with what was kept`() async throws {
    let old = try await kept(circle("home"))
    let storage = LateStorage(old)
    let bench = try Bench(descriptor: .sleepy, storage: storage)
    var manager: LocationManager? = LocationManager(system: bench.system)
    manager?.delegate = recorder
    var options = MonitoringOptions()
    options.wake = .execute(path: "/bin/true", arguments: [])
    manager?.startMonitoring(for: circle("work"), options: options)
    bench.loop.settle()
    manager = nil
    bench.loop.settle()
    #expect(bench.system.clientCount == 1)
    let next = LocationManager(system: bench.system)
    next.delegate = recorder
    bench.loop.settle()
    #expect(next.monitoredRegions == [circle("work")])
    next.stopMonitoring(for: circle("work"))
    await open(storage, bench)
    #expect(next.monitoredRegions == [circle("home")])
    #expect(bench.system.clientCount == 1)
  }

  @Test func `regions of a monitor come when they are read, without those it changed`()
    async throws
  {
    let memory = MemoryStorage()
    let first = try Bench(storage: memory)
    let monitor = Monitor("doors", system: first.system)
    for name in ["a", "b", "c"] { try await monitor.add(circle(name)) }
    await first.system.save()
    let storage = LateStorage(MemoryStorage(memory.states))
    let bench = try bench(storage)
    let heir = Monitor("doors", system: bench.system)
    await heir.remove("a")
    try await heir.add(circle("d"))
    #expect(await heir.identifiers == ["d"])
    await open(storage, bench)
    #expect(await heir.identifiers == ["b", "c", "d"])
  }

  @Test func `a failure to read is told once, when it is known, and nothing is lost`() async throws
  {
    let storage = LateStorage(isFailing: true)
    let bench = try bench(storage)
    bench.manager.startMonitoring(for: circle("home"))
    bench.collect()
    #expect(recorder.errors.isEmpty)
    await open(storage, bench)
    #expect(recorder.errors.map(\.code) == [.storageFailure])
    #expect(recorder.errors.first?.cause?.path == "/state/fix")
    #expect(bench.manager.monitoredRegions == [circle("home")] && bench.provider.isOn)
    #expect(storage.memory.writes["regions-\(ClientIdentity.process.name)"] == 1)
  }

  @Test func `what is kept waits for a policy that has not decided`() async throws {
    let policy = SwitchedPolicy()
    policy.set(.notDetermined)
    let storage = try await kept(circle("home"))
    let bench = try Bench(policy: policy, descriptor: .sleepy, storage: storage)
    bench.manager.delegate = recorder
    await bench.collectKept()
    #expect(bench.manager.monitoredRegions == [circle("home")] && !bench.provider.isOn)
    bench.manager.requestState(for: circle("home"))
    bench.collect()
    #expect(recorder.states == [.unknown] && recorder.failures.isEmpty)
    policy.set(.authorizedAlways)
    bench.collect()
    #expect(bench.provider.isOn)
    bench.manager.requestState(for: circle("home"))
    bench.collect()
    #expect(recorder.states == [.unknown, .inside])
  }

  // MARK: The last fix

  @Test func `services that began without the last fix get it when it comes`() async throws {
    let storage = LateStorage(try await kept())
    let bench = try bench(storage, after: .seconds(5))
    bench.start()
    bench.manager.startMonitoringSignificantLocationChanges()
    bench.collect()
    #expect(recorder.fixes.isEmpty)
    await open(storage, bench)
    #expect(recorder.fixes.map(\.source.flags) == [[.cached], [.cached]])
    #expect(bench.manager.location?.source.flags == [.cached])
  }

  @Test func `a request is answered by a last fix that comes late`() async throws {
    let storage = LateStorage(try await kept())
    let bench = try bench(storage, after: .seconds(5))
    var request = LocationRequest()
    request.desiredAccuracy = 100
    request.maximumAge = .seconds(60)
    bench.manager.requestLocation(request)
    bench.collect()
    #expect(bench.provider.isOn)
    await open(storage, bench)
    #expect(recorder.fixes.map(\.source.flags) == [[.cached]])
    #expect(bench.system.pendingRequests == 0 && !bench.provider.isOn)
  }

  @Test func `a fix that has come meanwhile is newer`() async throws {
    let old = try await kept()
    let storage = LateStorage(old)
    let bench = try bench(storage)
    bench.start()
    bench.emitFix(north: 50)
    bench.collect()
    let fix = try #require(bench.manager.location)
    await open(storage, bench)
    #expect(bench.manager.location == fix && recorder.fixes == [fix])
    #expect(old.writes == ["fix": 1])
  }

  // MARK: Visits

  /// What a program left during a visit that began an hour before.
  private func keptVisit() async throws -> MemoryStorage {
    let storage = MemoryStorage()
    let bench = try Bench(storage: storage)
    bench.manager.delegate = recorder
    bench.manager.startMonitoringVisits()
    for step in 0..<20 {
      bench.emitFix(north: Double(min(step - 5, 0)) * 100)
      bench.advance(.seconds(30))
    }
    bench.collect()
    await bench.system.save()
    #expect(recorder.visits.count == 1)
    return MemoryStorage(storage.states)
  }

  @Test func `a visit goes on when it is read`() async throws {
    let storage = LateStorage(try await keptVisit())
    let bench = try bench(storage, after: .seconds(610))
    bench.manager.startMonitoringVisits()
    for _ in 0..<4 {
      bench.emitFix()
      bench.advance(.seconds(30))
    }
    await open(storage, bench)
    for step in 0..<10 {
      bench.emitFix(north: Double(step) * 100)
      bench.advance(.seconds(30))
    }
    bench.collect()
    #expect(recorder.visits.count == 2)
    #expect(recorder.visits.last?.departureTime != nil)
    #expect(recorder.visits.first?.arrivalTime == recorder.visits.last?.arrivalTime)
  }

  @Test func `a visit that was reported meanwhile is not replaced`() async throws {
    let old = try await keptVisit()
    let storage = LateStorage(old)
    let bench = try bench(storage, after: .seconds(610))
    bench.manager.startMonitoringVisits()
    for step in 0..<25 {
      bench.emitFix(north: 5000 + Double(max(5 - step, 0)) * 100)
      bench.advance(.seconds(30))
    }
    bench.collect()
    #expect(recorder.visits.count == 2 && old.writes.isEmpty)
    await open(storage, bench)
    for step in 0..<10 {
      bench.emitFix(north: 5000 - Double(step) * 100)
      bench.advance(.seconds(30))
    }
    bench.collect()
    #expect(recorder.visits.count == 3)
    #expect(recorder.visits[1].arrivalTime == recorder.visits[2].arrivalTime)
  }

  @Test func `a service that was stopped meanwhile begins anew`() async throws {
    let old = try await keptVisit()
    let storage = LateStorage(old)
    let bench = try bench(storage, after: .seconds(610))
    bench.manager.startMonitoringVisits()
    bench.manager.stopMonitoringVisits()
    bench.collect()
    await open(storage, bench)
    await bench.system.save()
    recorder.visits = []
    let again = try self.bench(MemoryStorage(old.states), after: .seconds(620))
    again.manager.startMonitoringVisits()
    await again.collectKept()
    for _ in 0..<20 {
      again.emitFix()
      again.advance(.seconds(30))
    }
    again.collect()
    #expect(recorder.visits.map(\.arrivalTime) == [nil])
  }
}
