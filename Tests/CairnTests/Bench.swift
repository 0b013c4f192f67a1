@testable import Cairn
import CairnHAL
import CairnSimulator
import SystemTestSupport
import Testing

/// A system on a virtual clock with one scripted receiver, and a manager made outside any actor.
final class Bench {
  let loop: EventLoop
  let provider: ScriptedProvider
  /// The second provider, where there is one.
  let coarse: ScriptedProvider?
  let system: LocationSystem
  let manager: LocationManager
  let delegate = Recorder()
  /// The system that has the providers: `system`, or that of the daemon that serves it.
  let served: LocationSystem
  /// What serves the system, if its services do not run in it.
  private let daemon: BenchDaemon?

  /// `coarse` describes a second provider.
  convenience init(
    policy: any AuthorizationPolicy = AllowAllPolicy(),
    descriptor: ProviderDescriptor = .scripted(), coarse: ProviderDescriptor? = nil,
    hostWake: Double? = 1, saver: BatterySaver? = nil,
    report: (@Sendable (LocationError) -> Void)? = nil,
    storage: (any Storage)? = nil, clock: RestartClock = RestartClock(boot: "1") { nil },
    start: MonotonicTime = MonotonicTime(nanoseconds: 1_000_000_000_000)
  ) throws {
    try self.init(
      descriptor: descriptor, coarse: coarse, hostWake: hostWake, saver: saver, report: report,
      storage: storage, clock: clock, start: start
    ) { _ in policy }
  }

  /// With a policy that lives on the loop.
  init(
    descriptor: ProviderDescriptor = .scripted(), coarse: ProviderDescriptor? = nil,
    hostWake: Double? = 1, saver: BatterySaver? = nil,
    report: (@Sendable (LocationError) -> Void)? = nil,
    storage: (any Storage)? = nil, clock: RestartClock = RestartClock(boot: "1") { nil },
    start: MonotonicTime = MonotonicTime(nanoseconds: 1_000_000_000_000),
    policy: (EventLoop) -> any AuthorizationPolicy
  ) throws {
    loop = try EventLoop(clock: .virtual(start: start))
    provider = ScriptedProvider(descriptor: descriptor, loop: loop)
    let second = coarse.map { [loop] in ScriptedProvider(descriptor: $0, loop: loop) }
    self.coarse = second
    let quiet: @Sendable (LocationError) -> Void = { _ in }
    served = LocationSystem(
      providers: [provider] + (second.map { [$0] } ?? []), hostWake: hostWake, saver: saver,
      policy: policy(loop), report: Place.current == .here ? report : quiet, storage: storage,
      clock: clock, executor: loop, ownsExecutor: false)
    daemon = Place.current == .daemon ? try BenchDaemon(served) : nil
    system = daemon?.client(report) ?? served
    manager = LocationManager(system: system)
    manager.delegate = delegate
    loop.settle()
    manager.processPendingEvents()
    delegate.clear()
  }

  deinit {
    daemon?.end()
    loop.shutdown()
  }

  func advance(_ duration: Duration) { loop.advance(by: duration) }

  /// Lets the engine work and collects what it has for the manager.
  @discardableResult
  func collect() -> Int {
    loop.settle()
    return manager.processPendingEvents()
  }

  /// Lets what is stored be read, by a thread that no clock drives, and collects.
  func collectKept() async {
    await served.engine.finishKeeping()
    collect()
  }

  func start() {
    manager.startUpdatingLocation()
    collect()
  }

  /// Sends one event of the provider.
  func emit(_ event: ProviderEvent, from provider: ScriptedProvider? = nil) {
    let provider = provider ?? self.provider
    loop.post { provider.assumeIsolated { _ = $0.emit(event) } }
    loop.settle()
  }

  /// Sends a fix `north` metres north of Seoul's City Hall, true `age` ago.
  func emitFix(
    north: Double = 0, accuracy: Double = 5, age: Duration = .zero,
    from provider: ScriptedProvider? = nil
  ) {
    let fix = fix(north: north, accuracy: accuracy, age: age, from: provider)
    let log = (provider ?? self.provider).log
    let measures = log.isActive && log.works.last?.measurement != nil
    emit(measures ? .measured(.positions([fix])) : .fix(fix), from: provider)
  }

  func fix(
    north: Double = 0, accuracy: Double = 5, age: Duration = .zero,
    from provider: ScriptedProvider? = nil
  ) -> Location {
    let descriptor = (provider ?? self.provider).descriptor
    return Location(
      coordinate: seoul.moved(by: north, bearing: 0), horizontalAccuracy: accuracy,
      time: loop.now() - age,
      source: LocationSource(
        provider: descriptor.id, technology: descriptor.technology, fix: .threeD))
  }

  /// A second after the other, so many fixes ten metres apart.
  func walk(_ count: Int) {
    for step in 0..<count {
      emitFix(north: Double(step) * 10)
      advance(.seconds(1))
    }
  }
}
