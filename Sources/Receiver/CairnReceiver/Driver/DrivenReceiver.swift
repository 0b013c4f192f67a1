public import CairnTypes

/// A driver with its own framer, which runs only while the driver needs to see frames.
///
/// The path of fixes has its own framer and does not know the driver: a fix costs the same whatever
/// the driver does, and a change of speed discards no fix that has arrived.
///
/// A class whose methods forward to the driver, with no accessor for it: frames reach the driver in
/// place, and with an accessor each read of a line would allocate.
public final class DrivenReceiver {
  private var framer = Framer()
  private var driver: ReceiverDriver

  /// - Parameter driver: the driver of a port that is not open yet.
  public init(_ driver: consuming ReceiverDriver) { self.driver = driver }

  /// Takes bytes that were read.
  ///
  /// - Parameters:
  ///   - bytes: in pieces of any size.
  ///   - totals: the counts of the path of fixes so far, including these bytes.
  ///   - now: when they arrived.
  public func receive(_ bytes: Span<UInt8>, totals: LineTotals, at now: MonotonicTime) {
    let phase = driver.phase
    driver.noteTraffic(totals, at: now)
    // These bytes started another search, so they came at the previous speed.
    if driver.phase == .probing, phase != .probing { return discard() }
    guard driver.wantsFrames else {
      if framer.bytesPending > 0 { discard() }
      return
    }
    var sink = Sink(receiver: self, now: now)
    framer.receive(bytes, into: &sink)
    if driver.wantsBytes { driver.receive(bytes: bytes, held: framer.bytesPending, at: now) }
  }

  private struct Sink: FrameSink {
    let receiver: DrivenReceiver
    let now: MonotonicTime

    func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      receiver.driver.receive(frame, info, at: now)
    }
  }

  /// Drops an incomplete frame, because the line's speed was changed.
  public func discard() { framer = Framer() }

  // MARK: - The driver: see `ReceiverDriver`

  /// See `ReceiverDriver.phase`.
  public var phase: ReceiverDriver.Phase { driver.phase }
  /// The name of the profile in use; `nil` without one.
  public var profile: String? { driver.setup.profile }
  /// The receiver's power state, or the one that it is falling asleep into; `nil` for a receiver
  /// that never sleeps.
  public var powerState: PowerState? { driver.memory.power?.destination }
  /// Whether it can save power between fixes by itself: a u-blox since generation 7, not over USB,
  /// whose host keeps it awake. A NEO-6M may restart if it is told to before it has a good fix.
  public var canCycle: Bool {
    guard driver.setup.traits != nil, driver.setup.permission != .never,
      driver.setup.port != .usb, let identity = driver.memory.identity
    else { return false }
    return identity.dialect == .uBloxKeys
      || identity.dialect.isUBX && (identity.ubxProtocolVersion ?? 0) >= 1400
  }
  /// Whether it can be put to sleep and woken, by its supply or by a known command.
  public var canSleep: Bool {
    guard let traits = driver.setup.traits else { return false }
    let isListening = driver.setup.permission != .never
    let dialect = isListening ? driver.memory.identity?.dialect ?? .none : .none
    for method in SleepMethod.allCases where traits.state(by: method, dialect) != nil {
      return true
    }
    return false
  }
  /// See `ReceiverDriver.memory`.
  public var memory: ReceiverMemory { driver.memory }
  /// See `ReceiverDriver.report`.
  public var report: ConfigurationReport? { driver.report }
  /// See `ReceiverDriver.nextDeadline`.
  public var nextDeadline: MonotonicTime? { driver.nextDeadline }

  /// See `ReceiverDriver.open(at:_:)`.
  public func open(at now: MonotonicTime, _ memory: ReceiverMemory = ReceiverMemory()) {
    driver.open(at: now, memory)
  }

  /// See `ReceiverDriver.close()`.
  public func close() -> ReceiverMemory { driver.close() }

  /// See `ReceiverDriver.setDemand(_:resting:at:)`.
  public func setDemand(
    _ demand: ReportDemand?, resting gap: Duration? = nil, at now: MonotonicTime
  ) {
    driver.setDemand(demand, resting: gap, at: now)
  }

  /// See `ReceiverDriver.assist(with:at:)`.
  public func assist(with assistance: Assistance, at now: MonotonicTime) {
    driver.assist(with: assistance, at: now)
  }

  /// See `ReceiverDriver.isSaving`.
  public var isSaving: Bool { driver.isSaving }

  /// See `ReceiverDriver.noteEpoch(hasFix:at:)`.
  public func noteEpoch(hasFix: Bool, at now: MonotonicTime) {
    driver.noteEpoch(hasFix: hasFix, at: now)
  }

  /// See `ReceiverDriver.fire(at:)`.
  public func fire(at now: MonotonicTime) { driver.fire(at: now) }

  /// See `ReceiverDriver.takeActions()`.
  public func takeActions() -> [PortAction] { driver.takeActions() }

  /// See `ReceiverDriver.takeEvents()`.
  public func takeEvents() -> [ReceiverDriver.Event] { driver.takeEvents() }
}
