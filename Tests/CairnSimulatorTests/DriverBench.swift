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
  private let driven: DrivenReceiver
  private var pipeline = ReceiverPipeline(dates: DateResolver(reference: nil))
  /// Steps without any time passing: a driver that spins is a failure, not an endless test.
  private var stepsInPlace = 0
  private(set) var isStuck = false
  /// When a search that failed is begun again, as a provider does it; `nil` for never.
  var retries = true
  private var retryAt: Duration?
  /// When the line will have been silent for long enough to end a frame that lacks its rest.
  private var silentAt: Duration?

  init(
    _ configuration: SimulatedReceiver.Configuration, setup: ReceiverSetup = ReceiverSetup(),
    alternatives: [ReceiverSetup] = [], traits: ReceiverPowerTraits? = nil,
    hostBaudRate: UInt32 = 9600,
    options: SimulatedLine.Options = SimulatedLine.Options(), canChangeSpeed: Bool = true
  ) {
    line = SimulatedLine(configuration, hostBaudRate: hostBaudRate, options: options)
    var setup = setup
    setup.traits = traits
    driven = DrivenReceiver(
      ReceiverDriver(setup: setup, alternatives: alternatives, canChangeSpeed: canChangeSpeed))
  }

  var phase: ReceiverDriver.Phase { driven.phase }
  var profile: String? { driven.profile }
  var report: ConfigurationReport? { driven.report }
  var memory: ReceiverMemory { driven.memory }

  /// What the driver's own model says that the receiver has cost.
  var joules: Double? { driven.memory.power?.meter.total(at: monotonic).joules }

  func open(
    _ demand: ReportDemand? = ReportDemand(), _ memory: ReceiverMemory = ReceiverMemory()
  ) {
    driven.setDemand(demand, at: monotonic)
    driven.open(at: monotonic, memory)
    perform()
  }

  /// How full the receiver says that its port is.
  var load: TransmitLoad? { pipeline.load }

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
    driven.assist(with: assistance, at: monotonic)
    perform()
  }

  /// What it was told of help.
  var assisted: [AssistanceReport] {
    events.compactMap { if case .assisted(let report) = $0.event { report } else { nil } }
  }

  func setDemand(_ demand: ReportDemand?) {
    driven.setDemand(demand, at: monotonic)
    perform()
  }

  func setSupply(isOn: Bool) { line.setSupply(isOn: isOn, at: now) }

  func change(_ body: (inout SimulatedReceiver) -> Void) { line.change(at: now, body) }

  /// Lets time pass until `end`, or until `isDone` says so after something happened.
  func run(until end: Duration, orUntil isDone: (DriverBench) -> Bool = { _ in false }) {
    while now < end, !isDone(self), !isStuck {
      var next = end
      if let event = line.nextEvent { next = min(next, event) }
      if let deadline = driven.nextDeadline { next = min(next, elapsed(deadline)) }
      if retries, let retryAt { next = min(next, retryAt) }
      if let silentAt { next = min(next, silentAt) }
      next = max(next, now)
      stepsInPlace = next == now ? stepsInPlace + 1 : 0
      isStuck = stepsInPlace > 1000
      let arrivals = line.advance(to: next)
      now = next
      for arrival in arrivals { receive(arrival.bytes) }
      if let silentAt, silentAt <= now {
        self.silentAt = nil
        pipeline.silence()
        passOn([])
      }
      if let deadline = driven.nextDeadline, elapsed(deadline) <= now {
        driven.fire(at: monotonic)
      }
      if retries, let retryAt, retryAt <= now {
        self.retryAt = nil
        driven.open(at: monotonic, driven.close())
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
    pipeline.receive(bytes.span, at: monotonic)
    silentAt = pipeline.silenceWait.map { now + $0 }
    passOn(bytes)
  }

  /// What has been decoded, and what came for it.
  private func passOn(_ bytes: [UInt8]) {
    var hasFix: Bool?
    pipeline.takeEvents {
      hasFix = $0.hasPosition
    } satellites: { _ in
    }
    var totals = LineTotals()
    totals.frames = pipeline.checkedFrames
    totals.ubx = pipeline.counts(of: .ubx).frames
    totals.skipped = pipeline.bytesSkipped
    for wireProtocol in WireProtocol.allCases {
      totals.damaged += pipeline.counts(of: wireProtocol).checksumFailures
    }
    if !bytes.isEmpty { driven.receive(bytes.span, totals: totals, at: monotonic) }
    if let hasFix {
      if hasFix { fixes.append(now) }
      driven.noteEpoch(hasFix: hasFix, at: monotonic)
    }
  }

  private func perform() {
    for action in driven.takeActions() {
      switch action {
      case .send(let bytes):
        bytesWritten += bytes.count
        line.hostWrites(bytes, at: now)
      case .setBaudRate(let baudRate):
        line.setHostBaudRate(baudRate, at: now)
        driven.discard()
      case .setSupply(let isOn): line.setSupply(isOn: isOn, at: now)
      }
    }
    for event in driven.takeEvents() {
      events.append((now, event))
      if case .unusable = event { retryAt = now + .seconds(2) }
    }
  }
}
