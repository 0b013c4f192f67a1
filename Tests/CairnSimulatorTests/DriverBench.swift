import CairnReceiver
import CairnSimulator
import CairnTypes

/// A driver at one end of a simulated line, a receiver at the other, in virtual time.
final class DriverBench {
  private(set) var line: SimulatedLine
  private(set) var now: Duration = .zero
  private(set) var bytesWritten = 0
  /// What the driver has found out, with the time of each.
  private(set) var events: [(time: Duration, event: ReceiverDriver.Event)] = []
  /// Epochs with a position, by the time of their arrival.
  private(set) var fixes: [Duration] = []
  private let host = Receiver(ReceiverStream(dates: DateResolver(reference: nil)))
  /// Steps without any time passing: a driver that spins is a failure, not an endless test.
  private var stepsInPlace = 0
  private(set) var isStuck = false
  /// When a search that failed is begun again, as a provider does it; `nil` for never.
  var retries = true
  private var retryAt: Duration?

  init(
    _ configuration: SimulatedReceiver.Configuration, setup: ReceiverSetup = ReceiverSetup(),
    alternatives: [ReceiverSetup] = [], traits: ReceiverPowerTraits? = nil,
    hostBaudRate: UInt32 = 9600,
    options: SimulatedLine.Options = SimulatedLine.Options(), canChangeSpeed: Bool = true
  ) {
    line = SimulatedLine(configuration, hostBaudRate: hostBaudRate, options: options)
    var setup = setup
    setup.traits = traits
    host.driver = ReceiverDriver(
      setup: setup, alternatives: alternatives, canChangeSpeed: canChangeSpeed)
  }

  var phase: ReceiverDriver.Phase { host.driver.phase }
  var profile: String? { host.driver.profile }
  var report: ConfigurationReport? { host.driver.report }
  var memory: ReceiverMemory { host.driver.memory }

  /// What the driver's own model says that the receiver has cost.
  var joules: Double? { host.driver.memory.power?.meter.total(at: monotonic).joules }

  func open(
    _ demand: ReportDemand? = ReportDemand(), _ memory: ReceiverMemory = ReceiverMemory()
  ) {
    host.driver.setDemand(demand, at: monotonic)
    host.driver.open(at: monotonic, memory)
    perform()
  }

  /// How full the receiver says that its port is.
  var load: TransmitLoad? { host.stream.load }

  /// Time and place of the simulation, and what else helps.
  func assist(with data: [UInt8] = [], knowsTime: Bool = true, knowsPlace: Bool = true) {
    var assistance = Assistance()
    let clock = line.receiver.configuration.clock
    if knowsTime, let civil = clock.civil(at: now), let utc = Timestamp(civil.date, civil.time) {
      assistance.time = .init(utc, at: monotonic, accuracy: .seconds(2))
    }
    if knowsPlace {
      assistance.position = line.receiver.configuration.track.state(at: now.inSeconds).coordinate
    }
    assistance.data = data
    host.driver.assist(with: assistance, at: monotonic)
    perform()
  }

  /// What it was told of help.
  var assisted: [AssistanceReport] {
    events.compactMap { if case .assisted(let report) = $0.event { report } else { nil } }
  }

  func setDemand(_ demand: ReportDemand?) {
    host.driver.setDemand(demand, at: monotonic)
    perform()
  }

  func setSupply(isOn: Bool) { line.setSupply(isOn: isOn, at: now) }

  func change(_ body: (inout SimulatedReceiver) -> Void) { line.change(at: now, body) }

  /// Lets time pass until `end`, or until `isDone` says so after something happened.
  func run(until end: Duration, orUntil isDone: (DriverBench) -> Bool = { _ in false }) {
    while now < end, !isDone(self), !isStuck {
      var next = end
      if let event = line.nextEvent { next = min(next, event) }
      if let deadline = host.nextDeadline { next = min(next, elapsed(deadline)) }
      if retries, let retryAt { next = min(next, retryAt) }
      next = max(next, now)
      stepsInPlace = next == now ? stepsInPlace + 1 : 0
      isStuck = stepsInPlace > 1000
      let arrivals = line.advance(to: next)
      now = next
      for arrival in arrivals { receive(arrival.bytes) }
      host.fire(at: monotonic)
      takeFixes()
      if retries, let retryAt, retryAt <= now {
        self.retryAt = nil
        host.driver.open(at: monotonic, host.driver.close())
      }
      perform()
    }
  }

  // MARK: - Time

  private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

  private var monotonic: MonotonicTime { Self.start + now }

  private func elapsed(_ time: MonotonicTime) -> Duration { time - Self.start }

  // MARK: - Line

  private func receive(_ bytes: [UInt8]) {
    host.receive(bytes.span, at: monotonic)
    takeFixes()
  }

  private func takeFixes() {
    var hasFix = false
    for case .epoch(let epoch) in host.stream.takeEvents() { hasFix = epoch.hasPosition }
    if hasFix { fixes.append(now) }
  }

  private func perform() {
    for action in host.driver.takeActions() {
      switch action {
      case .send(let bytes):
        bytesWritten += bytes.count
        line.hostWrites(bytes, at: now)
      case .setBaudRate(let baudRate):
        line.setHostBaudRate(baudRate, at: now)
        host.stream.speedChanged()
      case .setSupply(let isOn): line.setSupply(isOn: isOn, at: now)
      }
    }
    for event in host.driver.takeEvents() {
      events.append((now, event))
      if case .unusable = event { retryAt = now + .seconds(2) }
    }
  }
}
