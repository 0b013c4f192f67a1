import Cairn
import CairnHAL
import SystemTestSupport
import Testing

/// Wi-Fi scans that look networks up in a table; results of scans that others make arrive unasked.
private actor ScanProvider: LocationProvider {
  nonisolated let descriptor = ProviderDescriptor(
    id: "wifi", technology: .wifi, capabilities: [],
    accuracy: AccuracyModel(openSky: 40, urban: 30, indoor: 20, floor: 10),
    energy: .operation(OperationEnergy(energy: 860, duration: 3)))
  var sink: ProviderSink?
  private nonisolated let loop: EventLoop
  private let places: [String: Coordinate]
  private(set) var scans = 0
  private var heard: [String] = []
  private var timer: TimerID?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(places: [String: Coordinate], loop: EventLoop) {
    self.places = places
    self.loop = loop
  }

  /// What is in the air from now on.
  func hear(_ networks: [String]) { heard = networks }

  /// Another program has scanned.
  func overhear() { observe() }

  func perform(_ work: ProviderWork) async throws(LocationError) {
    if let timer { loop.cancel(timer) }
    guard case .measure = work else { return }
    scans += 1
    timer = loop.schedule(at: loop.now() + .seconds(3)) { [weak self] in
      self?.assumeIsolated { $0.finish() }
    }
  }

  private func finish() {
    timer = nil
    observe()
    guard let place = heard.lazy.compactMap({ self.places[$0] }).first else {
      sink?.send(.measured(.nothing(reason: "no network is in the table")))
      return
    }
    let source = LocationSource(provider: descriptor.id, technology: .wifi)
    let fix = Location(
      coordinate: place, horizontalAccuracy: 30, time: loop.now(), source: source)
    sink?.send(.measured(.positions([fix])))
  }

  private func observe() {
    let transmitters = heard.map { RadioObservation.Transmitter(identifier: $0) }
    sink?.send(.observation(RadioObservation(transmitters: transmitters, time: loop.now())))
  }
}

/// A modem that knows its cell, says so at once, and tells of a change by itself.
private actor ModemProvider: LocationProvider {
  nonisolated let descriptor = ProviderDescriptor(
    id: "cell", technology: .cellular, capabilities: [],
    accuracy: AccuracyModel(openSky: 2000, urban: 800, indoor: 800, floor: 100),
    energy: .operation(OperationEnergy(energy: 9, duration: 0.3)))
  var sink: ProviderSink?
  private nonisolated let loop: EventLoop
  private let cells: [Int: Coordinate]
  private var cell: Int?
  private(set) var queries = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(cells: [Int: Coordinate], loop: EventLoop) {
    self.cells = cells
    self.loop = loop
  }

  /// The modem registers with another cell, or with `nil` loses its card.
  func register(with cell: Int?) {
    self.cell = cell
    if cell == nil {
      let error = LocationError(.noProvider, reason: "there is no SIM card")
      sink?.send(.issue(ProviderIssue(blocking: error)))
    } else {
      sink?.send(.resolved(.failure))
      sink?.send(.cue)
    }
  }

  func perform(_ work: ProviderWork) async throws(LocationError) {
    guard case .measure = work else { return }
    queries += 1
    guard let cell, let place = cells[cell] else {
      sink?.send(.measured(.nothing(reason: "the cell is not in the table")))
      return
    }
    let source = LocationSource(provider: descriptor.id, technology: .cellular)
    let fix = Location(
      coordinate: place, horizontalAccuracy: 800, time: loop.now(), source: source)
    sink?.send(.measured(.positions([fix])))
  }
}

/// A motion sensor of 0.5 mW that reports changes at once.
private actor MotionSensor: Sensor {
  nonisolated let descriptor = SensorDescriptor(id: "motion", kind: .motion, power: 0.5)
  var sink: SensorSink?
  private nonisolated let loop: EventLoop
  private var isMoving = true
  private(set) var work = SensorWork.off

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(loop: EventLoop) { self.loop = loop }

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

@Suite("The contract of providers and sensors, from outside")
struct ContractTests {
  private let loop: EventLoop
  private let scan: ScanProvider
  private let modem: ModemProvider
  private let system: LocationSystem
  private let manager: LocationManager
  private let recorder = Recorder()

  init() throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    scan = ScanProvider(places: ["home": seoul], loop: loop)
    modem = ModemProvider(cells: [1: seoul, 2: seoul.moved(by: 3000, bearing: 90)], loop: loop)
    system = LocationSystem(providers: [scan, modem], executor: loop)
    manager = LocationManager(system: system)
    manager.delegate = recorder
    loop.settle()
  }

  private func pass(_ seconds: Int) {
    for _ in 0..<seconds {
      loop.advance(by: .seconds(1))
      loop.settle()
      manager.processPendingEvents()
    }
  }

  @Test func `a scan answers once when it is needed, and what it hears otherwise is kept`()
    async throws
  {
    await scan.hear(["home", "neighbour"])
    await scan.overhear()
    loop.settle()
    let observed = await system.diagnostics().observations["wifi"]
    #expect(observed?.transmitters.map(\.identifier) == ["home", "neighbour"])
    #expect(await scan.scans == 0)
    manager.desiredAccuracy = .hundredMeters
    manager.startUpdatingLocation()
    pass(10)
    #expect(await scan.scans == 1)
    #expect(recorder.locations.last?.source.provider == "wifi")
    manager.stopUpdatingLocation()
    pass(1)
    loop.shutdown()
  }

  @Test func `where a scan finds nothing the modem is asked, and its change of cell is a cue`()
    async throws
  {
    await modem.register(with: 1)
    manager.desiredAccuracy = .kilometer
    manager.startUpdatingLocation()
    pass(20)
    #expect(recorder.locations.last?.source.provider == "cell")
    let queries = await modem.queries
    await modem.register(with: 2)
    pass(2)
    #expect(await modem.queries == queries + 1)
    #expect(recorder.locations.last.map { $0.coordinate.distance(to: seoul) > 2900 } == true)
    loop.shutdown()
  }

  @Test func `an issue that blocks a provider stands until it is cleared`() async throws {
    manager.desiredAccuracy = .kilometer
    manager.startUpdatingLocation()
    await modem.register(with: nil)
    pass(120)
    let health = await system.diagnostics().providers["cell"]
    #expect(health?.obstacle?.explanation == "there is no SIM card")
    let reasons = system.plan.entries.map(\.reason)
    #expect(reasons.contains { $0.contains("there is no SIM card") }, "\(reasons)")
    await modem.register(with: 1)
    pass(60)
    #expect(await system.diagnostics().providers["cell"]?.obstacle == nil)
    #expect(recorder.locations.last?.source.provider == "cell")
    loop.shutdown()
  }

  @Test func `a motion sensor is on while somebody asks, is paid for, and lets others rest`()
    async throws
  {
    let sensor = MotionSensor(loop: loop)
    system.add(sensor)
    await scan.hear(["home"])
    loop.settle()
    #expect(await sensor.work == .off)
    manager.desiredAccuracy = .hundredMeters
    manager.startUpdatingLocation()
    pass(60)
    #expect(await sensor.work == .measure(rate: 0))
    await sensor.set(isMoving: false)
    pass(60)
    let before = await scan.scans
    pass(3600)
    #expect(await scan.scans <= before + 1)
    let account = await system.diagnostics().energy.providers.first { $0.name == "motion" }
    #expect((account?.energy).map { abs($0.joules - 0.5e-3 * 3720) < 0.01 } == true)
    await sensor.set(isMoving: true)
    pass(600)
    #expect(await scan.scans > before + 1)
    manager.stopUpdatingLocation()
    pass(1)
    #expect(await sensor.work == .off)
    loop.shutdown()
  }
}
