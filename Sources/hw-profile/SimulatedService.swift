import Cairn
import CairnHAL
import CairnLinux
import CairnTypes
import Synchronization

/// The real service on a virtual clock, with providers that obey and report through the line protocol.
///
/// Takes the scheduler's events and gives its steps, so that one session serves both.
final class SimulatedService {
  /// The time with fixes after which a receiver begins to sleep between them.
  static let untilCyclic = Duration.seconds(6)

  /// The virtual clock's time at the protocol's zero: a service is not started with its device.
  private static let zero = MonotonicTime(nanoseconds: 1_000_000_000_000)

  private let loop: EventLoop
  private let system: LocationSystem
  /// Those whose services run, by their names.
  private var clients: [String: SimulatedClient] = [:]
  /// The client whose positions are reported.
  private let reported: String
  private let providers: [SimulatedProvider]
  private let sensor: SimulatedSensor?
  private let commands = CommandLog()
  /// Millijoules by the plans that were in effect so far.
  private var planned = 0.0

  /// - Parameters:
  ///   - descriptors: the providers of the board.
  ///   - hostWake: millijoules for each wake-up of the host.
  ///   - detector: the motion sensor; `nil` for a board without one.
  ///   - client: the name of the client that asks first, whose positions are reported.
  ///   - configuration: what it asks for.
  /// - Throws: when the event loop cannot be made.
  init(
    _ descriptors: [ProviderDescriptor], hostWake: Double, detector: MotionDetector?,
    for client: String, _ configuration: LocationConfiguration
  ) throws(DeviceError) {
    let loop = try EventLoop(clock: .virtual(start: Self.zero))
    self.loop = loop
    providers = descriptors.map { [commands] in
      SimulatedProvider($0, commands: commands, loop: loop)
    }
    sensor = detector.map { SimulatedSensor($0, loop: loop) }
    system = LocationSystem(providers: providers, hostWake: hostWake, executor: loop)
    reported = client
    if let sensor { system.add(sensor) }
    loop.settle()
    serve(client, configuration)
    loop.settle()
  }

  deinit { loop.shutdown() }

  /// Lets an event happen.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - time: of the protocol, not before the last event's.
  /// - Returns: what the providers were told, when the service wakes up next, and what it delivered.
  func handle(_ event: SchedulerEvent, at time: MonotonicTime) -> SchedulerStep {
    pass(toProtocolTime: time)
    loop.post { [providers, sensor] in
      for provider in providers { provider.assumeIsolated { $0.take(event) } }
      if case .motion(let isMoving) = event {
        sensor?.assumeIsolated { $0.set(isMoving: isMoving) }
      }
    }
    return step()
  }

  /// Lets a client ask for something else, join or leave.
  ///
  /// - Parameters:
  ///   - configuration: what it asks for from now on; `nil` when it leaves, if it is there.
  ///   - client: its name, which is also that of its account.
  ///   - time: of the protocol, not before the last event's.
  /// - Returns: see `handle`.
  func change(
    _ configuration: LocationConfiguration?, of client: String, at time: MonotonicTime
  ) -> SchedulerStep {
    pass(toProtocolTime: time)
    if let configuration { serve(client, configuration) } else { clients[client] = nil }
    return step()
  }

  private func serve(_ name: String, _ configuration: LocationConfiguration) {
    if let client = clients[name] {
      client.manager.configuration = configuration
    } else {
      clients[name] = SimulatedClient(name, configuration, in: system)
    }
  }

  /// Lets time pass, with what receivers do by themselves meanwhile.
  private func pass(toProtocolTime time: MonotonicTime) {
    let now = Self.zero + (time - MonotonicTime(nanoseconds: 0))
    while let cycle = nextCycle(), cycle < now {
      pass(until: cycle)
      loop.post { [providers] in
        for provider in providers { provider.assumeIsolated { $0.beginCycle(at: cycle) } }
      }
      loop.settle()
    }
    pass(until: now)
  }

  /// Collects what follows from what has just happened.
  private func step() -> SchedulerStep {
    loop.settle()
    for client in clients.values { client.manager.processPendingEvents() }
    var step = SchedulerStep()
    step.commands = commands.take()
    let next = Mutex<MonotonicTime?>(nil)
    loop.wait { [loop] in next.withLock { $0 = loop.nextTimer } }
    step.wake = next.withLock { $0 }.map { MonotonicTime(nanoseconds: 0) + ($0 - Self.zero) }
    step.position = clients[reported]?.receiver.take().map {
      SchedulerPosition(
        coordinate: $0.coordinate, horizontalAccuracy: $0.horizontalAccuracy)
    }
    return step
  }

  /// Lets time pass. The protocol wakes the host on whole seconds, however early its timers are due.
  private func pass(until time: MonotonicTime) {
    let elapsed = max(.zero, time - loop.now())
    planned += system.plan.estimatedPower * elapsed.inSeconds
    loop.suspend(for: elapsed)
  }

  /// When the next receiver begins to sleep between fixes by itself.
  private func nextCycle() -> MonotonicTime? {
    let next = Mutex<MonotonicTime?>(nil)
    loop.wait { [providers] in
      let times = providers.compactMap { $0.assumeIsolated { $0.nextCycle() } }
      next.withLock { $0 = times.min() }
    }
    return next.withLock { $0 }
  }

  /// What was drawn so far, by the plans and by the ledger.
  func energy() async -> SimulatedEnergy {
    let ledger = await system.diagnostics().energy
    return SimulatedEnergy(planned: planned, ledger: ledger)
  }
}

/// What was drawn in a simulation.
struct SimulatedEnergy {
  /// Millijoules by the plans that were in effect.
  let planned: Double
  /// What was booked, by provider and by client.
  let ledger: EnergyLedger

  /// For a person: one line, in millijoules.
  var text: String {
    let words = ledger.clients.map { "\(Self.text($0.energy)) for \($0.name)" }
    return "planned \(planned.text(places: 0)) mJ, booked \(Self.text(ledger.total)): "
      + (words + ["\(Self.text(ledger.unattributed)) for nobody"]).joined(separator: ", ")
  }

  private static func text(_ energy: Energy) -> String {
    "\((energy.joules * 1e3).text(places: 0)) mJ"
  }
}

/// A client of the simulated service, whose demand ends with it.
private final class SimulatedClient {
  let manager: LocationManager
  let receiver = LocationReceiver()

  init(_ name: String, _ configuration: LocationConfiguration, in system: LocationSystem) {
    // Events are collected by the service.
    manager = LocationManager(
      system: system, client: ClientIdentity(name: name), isolation: nil)
    manager.configuration = configuration
    manager.delegate = receiver
    manager.startUpdatingLocation()
  }
}

/// Commands that were not told the harness yet. Isolation: the lock guards them and nothing else.
private final class CommandLog: Sendable {
  private let commands = Mutex<[ProviderCommand]>([])

  func note(_ command: ProviderCommand) { commands.withLock { $0.append(command) } }

  func take() -> [ProviderCommand] {
    commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
  }
}

/// Keeps the last position that was delivered.
private final class LocationReceiver: LocationManagerDelegate {
  private var last: Location?

  func take() -> Location? {
    defer { last = nil }
    return last
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    last = locations.last
  }
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
}

/// A provider whose hardware is the harness. Isolation: the event loop.
private actor SimulatedProvider: LocationProvider {
  nonisolated let descriptor: ProviderDescriptor
  var sink: ProviderSink? {
    // A receiver is asleep until it is needed.
    didSet { if !descriptor.energy.isOperation { sink?.send(.power(.backup(.software))) } }
  }
  private nonisolated let loop: EventLoop
  private let commands: CommandLog
  private var work = ProviderWork.off
  /// Since when a receiver that was switched on has had fixes.
  private var fixedSince: MonotonicTime?
  /// Whether it sleeps between fixes.
  private var isCycling = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ descriptor: ProviderDescriptor, commands: CommandLog, loop: EventLoop) {
    self.descriptor = descriptor
    self.commands = commands
    self.loop = loop
  }

  func perform(_ work: ProviderWork) async throws(LocationError) {
    commands.note(ProviderCommand(descriptor.id, work))
    let wasTracking = self.work.tracking != nil
    self.work = work
    switch work {
    case .track: if !wasTracking { sink?.send(.power(.acquiring)) }
    case .off where hasSwitch: sink?.send(.power(.off))
    case .rest, .off: sink?.send(.power(.backup(.software)))
    case .measure: break
    }
    if work.tracking?.isCyclic != true { isCycling = false }
    if work.tracking == nil { fixedSince = nil } else if fixedSince != nil { noteCycle() }
  }

  /// Whether something takes the supply of a receiver that is off.
  private var hasSwitch: Bool {
    if case .receiver(let receiver) = descriptor.energy { return receiver.off != nil }
    return true
  }

  /// Passes on what happened to this provider.
  func take(_ event: SchedulerEvent) {
    switch event {
    case .fix(descriptor.id, let fix): find(fix)
    case .noFix(descriptor.id): end(with: .nothing(reason: "nothing found"))
    case .cue(descriptor.id): sink?.send(.cue)
    default: break
    }
  }

  private func find(_ fix: SchedulerFix) {
    var location = Location(
      coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy, time: loop.now(),
      source: LocationSource(
        provider: descriptor.id, technology: descriptor.technology, flags: .simulated))
    location.speed = fix.speed
    location.course = fix.course
    guard descriptor.energy.isOperation else {
      noteCycle()
      sink?.send(location)
      return
    }
    end(with: .positions([location]))
  }

  /// When the receiver begins to sleep between fixes, if it was told to.
  func nextCycle() -> MonotonicTime? {
    guard work.tracking?.isCyclic == true, !isCycling else { return nil }
    return fixedSince.map { $0 + SimulatedService.untilCyclic }
  }

  func beginCycle(at time: MonotonicTime) {
    if nextCycle() == time { noteCycle() }
  }

  /// Says that the receiver sleeps between fixes, if it does so by now.
  private func noteCycle() {
    let now = loop.now()
    guard let tracking = work.tracking else { return }
    let start = fixedSince ?? now
    fixedSince = start
    isCycling = tracking.isCyclic && now - start >= SimulatedService.untilCyclic
    sink?.send(.power(isCycling ? .cyclic(period: tracking.interval) : .tracking))
  }

  private func end(with outcome: MeasurementOutcome) {
    work = .off
    sink?.send(.measured(outcome))
  }
}

/// The harness's motion sensor, whose delays the harness has waited for. Isolation: the event loop.
private actor SimulatedSensor: Sensor {
  nonisolated let descriptor: SensorDescriptor
  var sink: SensorSink?
  private nonisolated let loop: EventLoop
  private var isMoving = true
  private var work = SensorWork.off

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ detector: MotionDetector, loop: EventLoop) {
    descriptor = SensorDescriptor(id: "motion", kind: .motion, power: 0, delays: detector)
    self.loop = loop
  }

  func set(isMoving: Bool) {
    self.isMoving = isMoving
    if work != .off { tell() }
  }

  func perform(_ work: SensorWork) async throws(LocationError) {
    self.work = work
    if work != .off { tell() }
  }

  private func tell() { sink?.send(.reading(.motion(isMoving: isMoving), at: loop.now())) }
}
