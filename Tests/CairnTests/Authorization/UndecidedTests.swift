import Cairn
import CairnSimulator
import CairnTestSupport
import Dispatch
import SystemTestSupport
import Testing

@Suite("Clients that the policy has not decided on yet", .everyPlace, .timeLimit(.minutes(15)))
struct UndecidedTests {
  private let policy = SwitchedPolicy()
  private let recorder = ServiceRecorder()

  /// A bench with a known fix, whose policy has not decided.
  private func bench() throws -> Bench {
    let bench = try Bench(policy: policy, descriptor: .sleepy)
    bench.start()
    bench.emitFix()
    bench.manager.stopUpdatingLocation()
    decide(.notDetermined, bench)
    bench.manager.delegate = recorder
    bench.collect()
    return bench
  }

  private func decide(_ status: AuthorizationStatus, _ bench: Bench) {
    policy.set(status)
    bench.collect()
  }

  private let home = Region(identifier: "home", shape: .circle(center: seoul, radius: 100))

  @Test func `the standard service waits, and begins with the known fix`() throws {
    let bench = try bench()
    bench.start()
    bench.advance(.seconds(2))
    bench.emitFix(north: 10)
    bench.advance(.seconds(40))
    bench.collect()
    #expect(!bench.provider.isOn && recorder.fixes.isEmpty && recorder.errors.isEmpty)
    #expect(bench.manager.isUpdatingLocation && bench.manager.location == nil)
    bench.manager.configuration.maximumCachedAge = .seconds(60)
    bench.collect()
    decide(.authorizedAlways, bench)
    #expect(bench.provider.isOn && recorder.fixes.map(\.source.flags) == [[.cached]])
    bench.emitFix(north: 20)
    bench.collect()
    #expect(recorder.fixes.count == 2 && recorder.errors.isEmpty)
  }

  @Test func `whatever is started waits, and ends if it is refused`() throws {
    let bench = try bench()
    bench.start()
    bench.manager.startMonitoringVisits()
    bench.manager.startMonitoringSignificantLocationChanges()
    bench.manager.startMonitoring(for: home)
    bench.collect()
    #expect(!bench.provider.isOn && recorder.errors.isEmpty && recorder.failures.isEmpty)
    #expect(bench.manager.monitoredRegions == [home] && bench.system.clientCount == 4)
    decide(.denied, bench)
    #expect(recorder.errors.map(\.code) == [.denied, .denied, .denied])
    #expect(recorder.failures.map(\.code) == [.regionMonitoringDenied])
    #expect(bench.manager.monitoredRegions.isEmpty && bench.system.clientCount == 0)
  }

  @Test func `events come once they are allowed`() throws {
    let bench = try bench()
    bench.manager.startMonitoringSignificantLocationChanges()
    bench.manager.startMonitoring(for: home)
    bench.manager.requestState(for: home)
    bench.emitFix()
    bench.collect()
    #expect(recorder.fixes.isEmpty && recorder.states == [.unknown])
    decide(.authorizedAlways, bench)
    #expect(recorder.fixes.map(\.source.flags) == [[.cached]] && bench.provider.isOn)
    bench.advance(.seconds(1))
    bench.emitFix()
    bench.collect()
    #expect(recorder.states == [.unknown, .inside])
  }

  @Test(arguments: [AuthorizationStatus.authorizedAlways, .denied])
  func `a request waits for the answer`(status: AuthorizationStatus) async throws {
    let bench = try bench()
    bench.manager.requestLocation()
    bench.collect()
    #expect(recorder.fixes.isEmpty && recorder.errors.isEmpty && !bench.provider.isOn)
    decide(status, bench)
    if status == .denied {
      #expect(recorder.errors.map(\.code) == [.denied])
    } else {
      bench.emitFix()
      bench.collect()
      #expect(recorder.fixes.count == 1)
    }
    #expect(bench.system.pendingRequests == 0)
  }

  @Test func `a request does not wait for longer than its timeout`() throws {
    let bench = try bench()
    var request = LocationRequest()
    request.timeout = .seconds(20)
    bench.manager.requestLocation(request)
    bench.advance(.seconds(21))
    bench.collect()
    #expect(recorder.errors.map(\.code) == [.timeout])
    #expect(recorder.errors.first?.bestSoFar == nil)
  }

  @Test func `a monitor takes regions, and ends if it is refused`() async throws {
    let bench = try bench()
    let monitor = Monitor(system: bench.system)
    try await monitor.add(home)
    #expect(await monitor.identifiers == ["home"])
    #expect(!bench.provider.isOn)
    var events = monitor.events.makeAsyncIterator()
    decide(.denied, bench)
    #expect(await events.next()?.error?.code == .regionMonitoringDenied)
    #expect(await events.next() == nil)
  }

  @Test(.ownSystem("its system is its own"))
  func `a policy file is undecided until it is read, which nobody waits for`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "[default]\naccuracy = reduced\ntemporary-full-accuracy = map for 10min",
      to: "10.conf")
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let gate = DispatchSemaphore(value: 0)
    loop.post { gate.wait() }
    let policy = FilePolicy(folder: folder.path, loop: loop)
    let system = LocationSystem(providers: [], policy: policy, executor: loop)
    let manager = LocationManager(system: system)
    #expect(manager.authorization.status == .notDetermined)
    #expect(policy.lastError == nil && policy.purpose(for: .process) == nil)
    let delegate = Recorder()
    manager.delegate = delegate
    manager.processPendingEvents()
    #expect(delegate.authorizations == 1)
    async let full = policy.requestTemporaryFullAccuracy(for: .process, purpose: "map")
    gate.signal()
    #expect(try await full.accuracy == .fullAccuracy)
    #expect(manager.authorization.status == .authorizedAlways)
    #expect(manager.authorization.accuracy == .fullAccuracy)
    loop.settle()
    manager.processPendingEvents()
    #expect(delegate.authorizations == 2)
  }
}
