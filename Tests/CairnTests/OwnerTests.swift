import Cairn
import CairnSimulator
import CairnTestSupport
import Synchronization
import SystemTestSupport
import Testing

/// Managers that are made where Swift does not say on which actor.
@Suite("Owner of a manager", .everyPlace)
struct OwnerTests {
  @Test
  func `a manager in a stored property of a main actor class is served on the main actor`()
    async throws
  {
    let bench = try Bench()
    let tracker = await Tracker(system: bench.system)
    await tracker.start()
    bench.loop.settle()
    bench.emitFix()
    #expect(await Patience.wait { await tracker.count == 1 })
  }

  @Test
  func `a lazy manager is served on the actor that first starts it`() async throws {
    let bench = try Bench()
    let logbook = Logbook(system: bench.system)
    await logbook.start()
    bench.loop.settle()
    bench.emitFix()
    #expect(await Patience.wait { await logbook.count == 1 })
  }

  @Test
  func `what waited before the first isolated call is delivered after it`() async throws {
    let bench = try Bench()
    let keeper = Keeper(system: bench.system)
    bench.loop.settle()
    bench.emitFix()
    await keeper.request()
    #expect(await Patience.wait { await keeper.count == 1 })
  }

  @Test(arguments: [true, false])
  func `whoever polls the descriptor or collects is not replaced by an actor`(polls: Bool)
    async throws
  {
    let bench = try Bench()
    let poller = Poller(system: bench.system)
    await poller.start(polls: polls)
    bench.loop.settle()
    bench.emitFix()
    #expect(await poller.isReadable)
    #expect(await poller.collect() > 0)
  }

  @Test
  func `a manager whose events nobody takes says so once`() throws {
    let reports = Mutex<[LocationError.Code]>([])
    let bench = try Bench(report: { error in reports.withLock { $0.append(error.code) } })
    let forsaken = LocationManager(system: bench.system)
    let recorder = Recorder()
    forsaken.delegate = recorder
    forsaken.startUpdatingLocation()
    bench.walk(4)
    #expect(reports.withLock { $0 }.isEmpty)
    bench.walk(200)
    #expect(reports.withLock { $0 } == [.deliveryStalled])
  }

  @Test
  func `a manager that is collected from, has no delegate or is gone is not said to be forsaken`()
    throws
  {
    let reports = Mutex<[LocationError.Code]>([])
    let bench = try Bench(report: { error in reports.withLock { $0.append(error.code) } })
    bench.start()
    let silent = LocationManager(system: bench.system)
    silent.startUpdatingLocation()
    let recorder = Recorder()
    var gone: LocationManager? = LocationManager(system: bench.system)
    gone?.delegate = recorder
    gone = nil
    bench.walk(20)
    #expect(reports.withLock { $0 }.isEmpty)
    withExtendedLifetime(silent) {}
  }
}

/// As a first program has it: no initializer, no isolation named.
@MainActor
private final class Tracker: @MainActor LocationManagerDelegate {
  private let manager: LocationManager
  private(set) var count = 0

  init(system: LocationSystem) { manager = Self.make(system) }

  /// Like the initial value of a stored property, it does not know the main actor.
  nonisolated private static func make(_ system: LocationSystem) -> sending LocationManager {
    LocationManager(system: system)
  }

  func start() {
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    MainActor.preconditionIsolated()
    count += locations.count
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
}

private actor Logbook {
  private let system: LocationSystem
  private lazy var manager = LocationManager(system: system)
  private let recorder = Recorder()

  init(system: LocationSystem) { self.system = system }

  func start() {
    recorder.onUpdate = { [unowned self] _ in preconditionIsolated() }
    manager.delegate = recorder
    manager.startUpdatingLocation()
  }

  var count: Int { recorder.locations.count }
}

/// Starts in the initializer, which is outside of the actor.
private actor Keeper {
  private let manager: LocationManager
  private let recorder = Recorder()

  init(system: LocationSystem) {
    manager = LocationManager(system: system)
    manager.delegate = recorder
    manager.startUpdatingLocation()
  }

  func request() {
    recorder.onUpdate = { [unowned self] _ in preconditionIsolated() }
    manager.startMonitoringSignificantLocationChanges()
    manager.stopMonitoringSignificantLocationChanges()
  }

  var count: Int { recorder.locations.count }
}

private actor Poller {
  private let manager: LocationManager
  private let recorder = Recorder()

  init(system: LocationSystem) { manager = LocationManager(system: system) }

  func start(polls: Bool) {
    manager.delegate = recorder
    if polls { #expect(manager.eventDescriptor >= 0) } else { manager.processPendingEvents() }
    manager.startUpdatingLocation()
  }

  var isReadable: Bool { manager.eventDescriptor >= 0 }

  func collect() -> Int { manager.processPendingEvents() }
}
