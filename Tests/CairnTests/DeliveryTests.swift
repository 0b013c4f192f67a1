import CairnTestSupport
import Cairn
import CairnSimulator
import CairnTypes
import Glibc
import SystemTestSupport
import Testing

@Suite("Delivery", .everyPlace)
struct DeliveryTests {
  @Test(arguments: [-1, 0, .nan, .infinity])
  func `a filter that is no limit filters nothing`(value: Double) throws {
    let bench = try Bench()
    bench.manager.distanceFilter = value
    bench.manager.configuration.worstAcceptableAccuracy = value
    bench.manager.configuration.interval = .seconds(-1)
    bench.start()
    for _ in 0..<3 {
      bench.advance(.seconds(1))
      bench.emitFix()
      bench.collect()
    }
    #expect(bench.delegate.locations.count == 3)
    #expect(bench.manager.distanceFilter == nil)
  }

  @Test("B17: an update is never empty")
  func neverEmpty() throws {
    let bench = try Bench()
    bench.start()
    bench.walk(5)
    bench.collect()
    bench.emit(.noFix(reason: "tunnel"))
    bench.advance(.seconds(60))
    bench.collect()
    #expect(!bench.delegate.calls.isEmpty)
    #expect(bench.delegate.calls.allSatisfy { !$0.isEmpty })
  }

  @Test("B18, B19: fixes come in increasing time with the newest last, across calls and providers")
  func order() throws {
    let bench = try Bench(
      coarse: .scripted(id: "second", technology: .cellular, accuracy: 60, power: 1))
    let second = try #require(bench.coarse)
    let coarse = LocationManager(system: bench.system)
    coarse.desiredAccuracy = .kilometer
    coarse.startUpdatingLocation()
    bench.loop.settle()
    #expect(second.log.isRunning)
    // From now on the fine provider serves both; the coarse one's last answers are still coming.
    bench.start()
    for step in 0..<20 {
      bench.emitFix(north: Double(step))
      bench.emitLate(
        bench.fix(north: Double(step), age: .milliseconds(step % 3 * 400), from: second),
        from: second)
      if step % 4 == 0 { bench.collect() }
      bench.advance(.milliseconds(500))
    }
    bench.collect()
    let times = bench.delegate.locations.map(\.time)
    #expect(times.count >= 20)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("B20: a fix older than the last delivered one is never delivered and counted")
  func outOfOrder() async throws {
    let bench = try Bench()
    bench.start()
    bench.advance(.seconds(10))
    bench.emitFix()
    bench.emitFix(north: 5, age: .seconds(2))
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
    let counts = await bench.served.diagnostics().intake
    #expect(counts[.outOfOrder] == 1 && counts.accepted == 1)
  }

  @Test("B21: two fixes of one provider with equal time are one fix")
  func duplicate() async throws {
    let bench = try Bench()
    bench.start()
    bench.emitFix()
    bench.emitFix(north: 1)
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
    #expect(await bench.served.diagnostics().intake[.duplicate] == 1)
  }

  @Test("B22: calls never nest, not even when a delegate collects inside a call")
  func nesting() throws {
    let bench = try Bench()
    bench.delegate.onUpdate = { manager in
      bench.emitFix(north: Double(bench.delegate.calls.count))
      #expect(manager.processPendingEvents() == 0)
      manager.desiredAccuracy = 20
      if bench.delegate.calls.count >= 3 { bench.delegate.onUpdate = nil }
    }
    bench.start()
    bench.emitFix()
    bench.advance(.seconds(1))
    bench.collect()
    #expect(bench.delegate.deepest == 1)
  }

  @Test("B24: a manager made outside an actor calls nothing until its events are processed")
  func manual() throws {
    let bench = try Bench()
    bench.manager.startUpdatingLocation()
    bench.loop.settle()
    bench.emitFix()
    #expect(bench.delegate.calls.isEmpty && bench.delegate.plans.isEmpty)
    bench.manager.processPendingEvents()
    #expect(bench.delegate.calls.count == 1)
  }

  @Test("B25: the event descriptor is readable if and only if events wait")
  func descriptor() throws {
    let bench = try Bench()
    #expect(!bench.isReadable)
    bench.start()
    #expect(!bench.isReadable)
    bench.emitFix()
    #expect(bench.isReadable)
    #expect(bench.isReadable, "still, because it is level-triggered")
    bench.manager.processPendingEvents()
    #expect(!bench.isReadable)
    bench.advance(.seconds(1))
    bench.emitFix(north: 1)
    #expect(bench.isReadable)
    bench.manager.stopUpdatingLocation()
    #expect(!bench.isReadable, "stop takes the waiting fix away")
  }

  @Test("B26: processing answers the number of calls made")
  func callCount() throws {
    let bench = try Bench()
    #expect(bench.manager.processPendingEvents() == 0)
    bench.manager.startUpdatingLocation()
    bench.loop.settle()
    bench.emitFix()
    bench.advance(.seconds(1))
    bench.emitFix(north: 1)
    #expect(bench.manager.processPendingEvents() == 2, "one plan, one batch of two fixes")
    #expect(bench.delegate.calls.map(\.count) == [2])
    #expect(bench.manager.processPendingEvents() == 0)
  }

  @Test("B27: of 1000 fixes a blocked client gets the newest 16 and a drop count of 984")
  func blocked() throws {
    let bench = try Bench()
    bench.manager.configuration.isFiltered = false
    bench.start()
    bench.delegate.clear()
    for step in 0..<1000 {
      bench.emitFix(north: Double(step))
      bench.advance(.milliseconds(1))
    }
    bench.collect()
    #expect(bench.delegate.locations.count == 16)
    #expect(bench.delegate.locations.last?.coordinate == seoul.moved(by: 999, bearing: 0))
    #expect(bench.manager.droppedLocationCount == 984)
  }

  @Test("B28: errors and authorization changes behind a full queue are all delivered")
  func noticesSurvive() async throws {
    let policy = SwitchedPolicy()
    let bench = try Bench(policy: policy)
    bench.start()
    bench.walk(40)
    bench.emit(.failure(LocationError(.antennaFault)))
    bench.emit(.failure(LocationError(.interference, severity: .transient)))
    bench.walk(40)
    policy.set(.authorizedWhenInUse)
    #expect(await bench.waitUntil { bench.manager.authorization.status == .authorizedWhenInUse })
    bench.collect()
    #expect(bench.delegate.codes.contains(.antennaFault))
    #expect(bench.delegate.codes.contains(.interference))
    #expect(bench.delegate.authorizations == 1)
    #expect(bench.delegate.locations.count <= 16)
  }

  @Test
  func `errors that repeat while nobody collects take no more room than one`() throws {
    let bench = try Bench()
    bench.start()
    bench.advance(.seconds(24 * 3600))
    bench.collect()
    #expect(bench.delegate.codes == [.locationUnknown])
  }

  @Test("B29: the age a slow client sees is bounded by the queue and does not grow")
  func slowClient() throws {
    let bench = try Bench()
    bench.start()
    for step in 0..<600 {
      bench.emitFix(north: Double(step))
      if step % 2 == 1 {
        bench.delegate.clear()
        bench.collect()
        let newest = try #require(bench.delegate.locations.last)
        #expect(newest.age(at: bench.loop.now()) <= .seconds(2))
      }
      bench.advance(.seconds(1))
    }
  }

  @Test("B30: a queue not collected for five seconds is reported as stalled, once")
  func stalled() throws {
    let bench = try Bench()
    bench.start()
    for step in 0..<12 {
      bench.emitFix(north: Double(step))
      bench.advance(.seconds(1))
      #expect(bench.manager.isDeliveryStalled == (step >= 5))
    }
    bench.collect()
    #expect(bench.delegate.codes == [.deliveryStalled])
    #expect(!bench.manager.isDeliveryStalled)
  }

  @Test("B33: starting headings with a delegate for positions only is an invalid configuration")
  func headingDelegate() throws {
    let bench = try Bench()
    bench.manager.startUpdatingHeading()
    bench.collect()
    #expect(bench.delegate.codes == [.invalidConfiguration])
    let compass = CompassRecorder()
    bench.manager.delegate = compass
    bench.manager.startUpdatingHeading()
    bench.collect()
    #expect(compass.codes == [.headingFailure], "there is no magnetometer")
  }

  @Test("B34: a delegate may stop, reconfigure or release the manager inside a call")
  func insideCalls() throws {
    let bench = try Bench()
    bench.delegate.onUpdate = { $0.stopUpdatingLocation() }
    bench.start()
    bench.emitFix()
    bench.advance(.seconds(1))
    bench.emitFix(north: 10)
    bench.collect()
    #expect(bench.delegate.calls.count == 1)
    #expect(!bench.manager.isUpdatingLocation)

    var other: LocationManager? = LocationManager(system: bench.system)
    let recorder = Recorder()
    recorder.onUpdate = { _ in other = nil }
    other?.delegate = recorder
    other?.startUpdatingLocation()
    bench.loop.settle()
    bench.emitFix(north: 20)
    other?.processPendingEvents()
    bench.loop.settle()
    #expect(recorder.calls.count == 1 && other == nil)
    #expect(!bench.provider.log.isRunning)
  }

  @Test("B23: on a custom actor every call runs in that actor")
  func customActor() async throws {
    let bench = try Bench()
    let owner = Owner(system: bench.system)
    await owner.start()
    bench.loop.settle()
    bench.emitFix()
    #expect(await owner.received(1))
    #expect(await owner.wasIsolated)
  }

  @Test("B23: on the main actor every call runs on it")
  func mainActor() async throws {
    let bench = try Bench()
    let owner = await MainOwner(system: bench.system)
    bench.loop.settle()
    bench.emitFix()
    #expect(await owner.received(1))
  }

  @Test(.ownSystem("it is about calls on one thread"))
  func `a manager made on the loop is called inside the provider's own call`() async throws {
    let bench = try Bench()
    let owner = LoopOwner(system: bench.system)
    await owner.start()
    bench.loop.settle()
    let sent = await owner.emit(from: bench.provider, bench.fix())
    #expect(sent == 1, "delivered before the provider's call returned")
  }
}

extension Bench {
  var isReadable: Bool {
    var poll = pollfd(fd: manager.eventDescriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, 0) == 1
  }

  /// Sends a fix even from a provider that was stopped.
  func emitLate(_ fix: Location, from provider: ScriptedProvider) {
    loop.post { provider.assumeIsolated { _ = $0.emit(.fix(fix), afterStop: true) } }
    loop.settle()
  }
}

/// Asks for headings too.
final class CompassRecorder: HeadingDelegate {
  var codes: [LocationError.Code] = []

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    codes.append(error.code)
  }
  func locationManager(_ manager: LocationManager, didUpdateHeading heading: Heading) {}
}

/// A manager inside an actor of its own.
actor Owner {
  private let system: LocationSystem
  private var manager: LocationManager?
  private let delegate = Recorder()
  private(set) var wasIsolated = false

  init(system: LocationSystem) { self.system = system }

  func start() {
    let manager = LocationManager(system: system)
    self.manager = manager
    manager.delegate = delegate
    delegate.onUpdate = { [weak self] _ in
      self?.preconditionIsolated("called outside the actor that made the manager")
      self?.assumeIsolated { $0.wasIsolated = true }
    }
    manager.startUpdatingLocation()
  }

  func received(_ count: Int) async -> Bool {
    _ = await Patience.wait { delegate.locations.count >= count }
    return delegate.locations.count == count
  }
}

@MainActor
final class MainOwner {
  private let manager: LocationManager
  private let delegate = Recorder()

  init(system: LocationSystem) {
    manager = LocationManager(system: system)
    manager.delegate = delegate
    delegate.onUpdate = { _ in MainActor.preconditionIsolated() }
    manager.startUpdatingLocation()
  }

  func received(_ count: Int) async -> Bool {
    _ = await Patience.wait { delegate.locations.count >= count }
    return delegate.locations.count == count
  }
}

/// A manager on the event loop itself.
actor LoopOwner {
  private nonisolated let system: LocationSystem
  private var manager: LocationManager?
  private let delegate = Recorder()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    system.executor.asUnownedSerialExecutor()
  }

  init(system: LocationSystem) { self.system = system }

  func start() {
    let manager = LocationManager(system: system)
    self.manager = manager
    manager.delegate = delegate
    manager.startUpdatingLocation()
  }

  /// How many fixes the delegate has got when the provider's call returns.
  func emit(from provider: ScriptedProvider, _ fix: Location) -> Int {
    provider.assumeIsolated { _ = $0.emit(.fix(fix)) }
    return delegate.locations.count
  }
}
