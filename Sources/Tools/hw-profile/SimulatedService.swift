import Cairn
import CairnHAL
import CairnLinux
import CairnTypes
import Synchronization

/// The real service on a virtual clock, with providers that obey and report through the line protocol.
///
/// Takes events of the hardware, and returns the service's responses.
final class SimulatedService {
  /// The time with fixes after which a receiver begins to sleep between them.
  static let untilCyclic = Duration.seconds(6)

  /// The virtual clock's time at the protocol's zero: the service starts later than its device.
  private static let zero = MonotonicTime(nanoseconds: 1_000_000_000_000)

  private let loop: EventLoop
  private let system: LocationSystem
  /// Clients whose services run, by their names.
  private var clients: [String: SimulatedClient] = [:]
  /// The client whose positions are reported.
  private let reported: String
  private let providers: [SimulatedProvider]
  private let sensor: SimulatedSensor?
  private let commands = CommandLog()
  /// Millijoules by the plans that have been in effect so far.
  private var planned: Double? = 0

  /// - Parameters:
  ///   - descriptors: the providers of the board.
  ///   - hostWake: millijoules for each wake-up of the host.
  ///   - motion: the motion sensor; `nil` for a board without one.
  ///   - client: the name of the first client, whose positions are reported.
  ///   - configuration: its requirements.
  /// - Throws: an error if the event loop cannot be made.
  init(
    _ descriptors: [ProviderDescriptor], hostWake: Double, motion: SensorDescriptor?,
    for client: String, _ configuration: LocationConfiguration
  ) throws(DeviceError) {
    let loop = try EventLoop(clock: .virtual(start: Self.zero))
    self.loop = loop
    providers = descriptors.map { [commands] in
      SimulatedProvider($0, commands: commands, loop: loop)
    }
    sensor = motion.map { SimulatedSensor($0, loop: loop) }
    system = LocationSystem(providers: providers, hostWake: hostWake, executor: loop)
    reported = client
    if let sensor { system.add(sensor) }
    loop.settle()
    serve(client, configuration)
    loop.settle()
  }

  deinit { loop.shutdown() }

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - heard: how many access points a scan has heard, by frequency in MHz.
  ///   - time: in the protocol's time, not before the last event's.
  /// - Returns: the new work of the providers, the service's next wake-up, and the delivered
  ///   position.
  func handle(
    _ event: SchedulerEvent, heard: [UInt32: Int] = [:], at time: MonotonicTime
  ) -> SimulatedStep {
    pass(toProtocolTime: time)
    loop.post { [providers, sensor] in
      for provider in providers { provider.assumeIsolated { $0.take(event, heard: heard) } }
      if case .motion(let isMoving) = event {
        sensor?.assumeIsolated { $0.set(isMoving: isMoving) }
      }
    }
    return step()
  }

  /// Changes a client's requirements, or lets it join or leave.
  ///
  /// - Parameters:
  ///   - configuration: its requirements from now on; `nil` if it leaves, in case it is there.
  ///   - client: its name, which is also that of its account.
  ///   - time: in the protocol's time, not before the last event's.
  /// - Returns: see `handle`.
  func change(
    _ configuration: LocationConfiguration?, of client: String, at time: MonotonicTime
  ) -> SimulatedStep {
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

  /// Advances time, with the changes that receivers make by themselves meanwhile.
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

  /// Collects the consequences of the last event.
  private func step() -> SimulatedStep {
    loop.settle()
    for client in clients.values { client.manager.processPendingEvents() }
    let next = Mutex<MonotonicTime?>(nil)
    loop.wait { [loop] in next.withLock { $0 = loop.nextTimer } }
    return SimulatedStep(
      commands: commands.take(),
      wake: next.withLock { $0 }.map { MonotonicTime(nanoseconds: 0) + ($0 - Self.zero) },
      position: clients[reported]?.receiver.take())
  }

  /// Advances time. The protocol wakes the host on whole seconds, however early its timers are due.
  private func pass(until time: MonotonicTime) {
    let elapsed = max(.zero, time - loop.now())
    planned = planned.flatMap { sum in
      system.plan.estimatedPower.map { sum + $0 * elapsed.inSeconds }
    }
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

  /// Energy drawn so far, by the plans and by the ledger.
  func energy() async -> SimulatedEnergy {
    let ledger = await system.diagnostics().energy
    return SimulatedEnergy(planned: planned, ledger: ledger)
  }
}

/// Response of the service to an event.
struct SimulatedStep {
  /// Commands, in the order in which they were given.
  let commands: [SimulatedCommand]
  /// When to wake it, in the protocol's time; `nil` for not at all.
  let wake: MonotonicTime?
  /// A position that was delivered since the last event.
  let position: Location?
}

/// Energy drawn in a simulation.
struct SimulatedEnergy {
  /// Millijoules by the plans that were in effect; `nil` if unknown.
  let planned: Double?
  /// Energy booked, by provider and by client.
  let ledger: EnergyLedger

  /// The energy in millijoules, in one line for a person.
  var text: String {
    let words = ledger.clients.map { "\(Self.text($0.energy)) for \($0.name)" }
    let planned = planned.map { "\($0.text(places: 0)) mJ" } ?? "unknown energy"
    return "planned \(planned), booked \(Self.text(ledger.total)): "
      + (words + ["\(Self.text(ledger.unattributed)) for nobody"]).joined(separator: ", ")
  }

  private static func text(_ energy: Energy?) -> String {
    energy.map { "\(($0.joules * 1e3).text(places: 0)) mJ" } ?? "unknown energy"
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
