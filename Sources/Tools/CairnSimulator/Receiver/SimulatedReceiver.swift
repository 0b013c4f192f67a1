internal import CairnTypes
internal import CairnUBX

/// A simulated GNSS receiver: elapsed time and the host's bytes go in, the bytes that its port
/// sends come out.
///
/// A pure value: the same configuration and the same calls give the same bytes. `SimulatedPort`
/// connects it to a pseudo-terminal, `SimulatedLine` to a serial line in virtual time.
///
/// ```swift
/// var receiver = SimulatedReceiver(.init(.uBloxM9))
/// let bytes = receiver.advance(to: .seconds(10))
/// ```
public struct SimulatedReceiver: Sendable {
  /// The configuration. Rate, line speed, output and systems follow the host's configuration
  /// commands.
  public internal(set) var configuration: Configuration
  /// When the next epoch is due, since the simulation's start; meaningful only while navigating.
  public internal(set) var nextEpoch: Duration = .zero
  /// Number of epochs reported so far.
  public internal(set) var epochCount = 0
  /// Count of RTCM 3 messages received so far, by message number.
  public var receivedCorrections: [UInt16: Int] { corrections.counts }
  /// Number of the host's frames understood so far, in any protocol.
  public internal(set) var receivedFrames = 0
  /// Number of messages dropped so far because the line could not carry them.
  public var droppedMessages: Int { backlog.dropped }

  let traits: ReceiverTraits
  var dialogue = HostDialogue()
  /// Time up to which the receiver has been simulated.
  var now: Duration = .zero
  var phase = Phase.running
  var poweredOn: Duration = .zero

  // MARK: Configuration
  var store: ConfigurationStore
  var openTransaction: ConfigurationTransactionState?
  let factorySettings: SentenceSettings
  var savedSettings: SentenceSettings?
  var settings: SentenceSettings
  var overriddenBaudRate: UInt32?
  var plan = OutputPlan()

  // MARK: Navigation
  var sky: Sky
  var skyView = SkyView()
  var noise: PositionNoise
  var isNavigating = true
  var searchStart: Duration = .zero
  var searchKind = ReceiverStart.cold
  var fixDue: Duration = .zero
  var trackingSince: Duration?
  var memory = Knowledge()
  /// The knowledge that the host had the receiver store in flash memory before a sleep.
  var storedMemory: Knowledge?
  var lastState: TrackState?
  var lastSolution = Solution()
  var corrections = CorrectionIntake()

  // MARK: Power, output and faults
  var meter = EnergyMeter()
  var outbox: [Burst] = []
  var late: [Late] = []
  var backlog = TransmitBacklog()
  var faults: FaultSchedule

  /// Creates a receiver that is switched on at the simulation's start.
  public init(_ configuration: Configuration = Configuration()) {
    self.init(configuration, ReceiverTraits.of(configuration.personality))
  }

  /// Creates a receiver with traits of its own.
  init(_ configuration: Configuration, _ traits: ReceiverTraits) {
    precondition(
      configuration.rate > 0 && configuration.rate <= 1000,
      "SimulatedReceiver needs a rate above 0 and up to 1000 Hz")
    self.configuration = configuration
    self.traits = traits
    sky = Sky(seed: configuration.seed, systems: configuration.systems)
    noise = PositionNoise(radius68: configuration.positionNoise, seed: configuration.seed)
    store = ConfigurationStore(book: KeyBook.of(configuration.personality))
    store.factory = FactoryConfiguration.overlay(of: configuration, traits)
    factorySettings = SentenceSettings(
      baudRate: configuration.baudRate, period: .nanoseconds(Int64(1e9 / configuration.rate)),
      rates: Dictionary(uniqueKeysWithValues: traits.sentences.map { ($0.0, $0.every) }),
      systems: configuration.systems)
    settings = factorySettings
    faults = FaultSchedule(configuration.faults)
    store.ignored = faults.ignoredKeys
    overriddenBaudRate = faults.firstBaudRate
    configurationChanged()
    run()
  }

  /// Time between two epochs.
  public var period: Duration { plan.period }

  /// When the receiver next acts by itself, since the simulation's start; `nil` if only the host
  /// can cause its next action.
  public var nextEvent: Duration? {
    var next: Duration?
    func consider(_ time: Duration?) {
      if let time, time < next ?? time + .nanoseconds(1) { next = time }
    }
    consider(faults.nextTime)
    consider(late.first?.due)
    switch phase {
    case .off: break
    case .asleep(_, let until): consider(until)
    case .starting(let until): consider(until)
    case .running where isNavigating:
      consider(nextEpoch)
      if fixDue > now { consider(fixDue) }
      consider(pauseDue)
    case .running: break
    }
    return next
  }

  /// Returns the bytes sent up to and including `elapsed`, counted from the simulation's start.
  public mutating func advance(to elapsed: Duration) -> [UInt8] {
    pass(to: elapsed)
    return takeBytes()
  }

  /// Returns the bytes up to and including the next epoch, which is due at `nextEpoch`; without a
  /// next epoch, only bytes that are already waiting.
  public mutating func takeEpoch() -> [UInt8] {
    guard phase == .running, isNavigating else { return takeBytes() }
    return advance(to: nextEpoch)
  }

  /// Switches the receiver off and on: it needs its time to first fix again and loses settings that
  /// the host has not stored. Its track and the time of day continue.
  ///
  /// - Parameter elapsed: time since the simulation's start; the first epoch follows at once.
  public mutating func restart(at elapsed: Duration) {
    pass(to: elapsed)
    outbox = []
    noteTracking()
    if !configuration.hasBackupSupply { loseBatteryBacked() }
    boot(at: now, after: .zero)
  }

  /// Takes bytes that the host has written, in pieces of any size, at the time up to which the
  /// receiver has been simulated.
  ///
  /// - Parameter bytes: the bytes as written by the host.
  /// - Returns: the answers, in order.
  public mutating func receive(_ bytes: Span<UInt8>) -> [UInt8] { receive(bytes, at: now) }

  /// Takes bytes that the host has written.
  ///
  /// - Parameters:
  ///   - bytes: the bytes as written by the host, in pieces of any size.
  ///   - elapsed: when they arrive, since the simulation's start.
  /// - Returns: the receiver's output up to then and the answers, in order.
  public mutating func receive(_ bytes: Span<UInt8>, at elapsed: Duration) -> [UInt8] {
    take(bytes, at: elapsed)
    return takeBytes()
  }

  /// Antenna state and interference that the receiver reports; may change at any time.
  public var radio: Configuration.Radio {
    get { configuration.radio }
    set { configuration.radio = newValue }
  }
}
