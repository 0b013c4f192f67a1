public import CairnLinux
public import CairnTypes

/// A device on a pseudo-terminal: a simulated receiver that programs open like a real one.
///
/// It can be unplugged and come back with another node, as USB receivers do.
///
/// ```swift
/// let port = SimulatedPort(.receiver(.init(.uBloxM9)), loop: loop)
/// let path = try await port.plugIn()
/// ```
///
/// Isolation: the event loop it is given. Call `unplug()` before the loop is shut down.
public actor SimulatedPort {
  private nonisolated let loop: EventLoop
  private let options: Options
  private var receiver: SimulatedReceiver?
  private var garbage: SeededGenerator?
  private var terminal: PseudoTerminal?
  /// Occupies a node's number, so that the device comes back with another one.
  private var placeholder: PseudoTerminal?
  private var lastNode: String?
  private var watch: WatchID?
  private var epochTimer: TimerID?
  private var paceTimer: TimerID?
  /// When the simulation started, on the loop's clock.
  private var origin: MonotonicTime?
  /// Bytes that wait for the line.
  private var queue: [UInt8] = []
  private var statistics = Counts()
  /// The receiver's epochs that are already counted in `statistics`.
  private var countedEpochs = 0

  /// Bytes that may wait in the receiver before it drops a whole epoch.
  private static let transmitBuffer = 4096
  /// Bytes that a UART collects before it reports them.
  private static let fifoLevel = 12
  private static let garbagePeriod = Duration.milliseconds(100)

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a device that is not plugged in yet.
  ///
  /// - Parameters:
  ///   - device: the device behind the port.
  ///   - loop: the event loop that drives it; with a virtual clock the port is deterministic.
  ///   - options: how the port behaves.
  public init(_ device: Device, loop: EventLoop, options: Options = Options()) {
    self.loop = loop
    self.options = options
    switch device {
    case .receiver(let configuration): receiver = SimulatedReceiver(configuration)
    case .silent: break
    case .garbage(let seed): garbage = SeededGenerator(seed: seed)
    }
  }

  /// Counts of what went over the port so far.
  public var counts: Counts { statistics }

  /// The device node, `/dev/pts/N`; `nil` while unplugged.
  public var node: String? { terminal?.path }

  /// The path to open: the link if there is one, else the node; `nil` while unplugged.
  public var path: String? { terminal.map { $0.link ?? $0.path } }

  /// Time since the device was first plugged in.
  public var elapsed: Duration { origin.map { loop.now() - $0 } ?? .zero }

  /// The configuration of the receiver behind the port, including what the host has set.
  public var configuration: SimulatedReceiver.Configuration? { receiver?.configuration }

  /// Count of RTCM 3 messages received so far, by message number.
  public var receivedCorrections: [UInt16: Int] { receiver?.receivedCorrections ?? [:] }

  /// Energy drawn from first plugging in up to the receiver's last action, in millijoules.
  public var energyMillijoules: Double { receiver?.energyMillijoules ?? 0 }

  /// The reader's line speed, in bits per second.
  public var lineSpeed: UInt32? { terminal?.baudRate }

  /// Plugs the device in, for the first time or again; has no effect while it is plugged in.
  ///
  /// - Parameters:
  ///   - link: a stable name for this time; `nil` uses the one in the options.
  ///   - onAnotherNode: whether the node must differ from the last one.
  /// - Returns: the path to open.
  /// - Throws: `.open` if the system has no pseudo-terminal left or the link cannot be created.
  @discardableResult
  public func plugIn(
    as link: String? = nil, onAnotherNode: Bool = false
  ) throws(DeviceError) -> String {
    if let terminal { return terminal.link ?? terminal.path }
    let link = link ?? options.link
    var terminal = try PseudoTerminal(link: link, isRaw: options.startsRaw)
    if onAnotherNode, terminal.path == lastNode {
      // The kernel assigns the lowest free number, which may be the one just freed.
      placeholder = terminal
      terminal = try PseudoTerminal(link: link, isRaw: options.startsRaw)
    }
    do throws(DeviceError) {
      watch = try loop.watch(terminal.descriptor, .readable) { [weak self] _ in
        self?.assumeIsolated { $0.readHost() }
      }
    } catch {
      terminal.hangUp()
      throw error
    }
    self.terminal = terminal
    powerUp()
    return terminal.link ?? terminal.path
  }

  /// Unplugs the device: readers see a hang-up, and node and link disappear. Idempotent.
  public func unplug() {
    for timer in [epochTimer, paceTimer] {
      if let timer { loop.cancel(timer) }
    }
    epochTimer = nil
    paceTimer = nil
    if let watch { loop.unwatch(watch) }
    watch = nil
    lastNode = terminal?.path ?? lastNode
    terminal?.hangUp()
    terminal = nil
    placeholder?.hangUp()
    placeholder = nil
    queue.removeAll()
  }

  /// Switches the receiver's supply. Without it the port stays, as a UART's does, but is silent.
  public func setSupply(isOn: Bool) {
    queue.removeAll()
    receiver?.setSupply(isOn: isOn, at: elapsed)
    reschedule()
  }

  /// Whether the receiver's supply is on.
  public var isSupplied: Bool { receiver?.isSupplied ?? true }

  /// Changes the receiver's antenna state and interference from now on.
  public func setRadio(_ radio: SimulatedReceiver.Configuration.Radio) { receiver?.radio = radio }

  // MARK: - Epochs

  private func powerUp() {
    if origin == nil {
      origin = loop.now()
    } else if options.losesPowerUnplugged {
      receiver?.restart(at: elapsed)
    } else {
      // Bytes that it sent while unplugged are lost.
      _ = receiver?.advance(to: elapsed)
    }
    countedEpochs = receiver?.epochCount ?? 0
    scheduleEpoch()
  }

  private func scheduleEpoch() {
    guard let origin else { return }
    let due: MonotonicTime
    if let receiver {
      // A receiver that sleeps until the host wakes it has no next event.
      guard let next = receiver.nextEvent else { return }
      due = origin + next
    } else if garbage != nil {
      due = loop.now() + Self.garbagePeriod
    } else {
      return
    }
    epochTimer = loop.schedule(at: due) { [weak self] in
      self?.assumeIsolated { $0.epochIsDue() }
    }
  }

  private func reschedule() {
    if let epochTimer { loop.cancel(epochTimer) }
    epochTimer = nil
    scheduleEpoch()
  }

  private func epochIsDue() {
    epochTimer = nil
    if let due = receiver?.nextEvent, let bytes = receiver?.advance(to: max(due, elapsed)) {
      countEpochs()
      guard !bytes.isEmpty else { return scheduleEpoch() }
      if queue.count + bytes.count <= Self.transmitBuffer || queue.isEmpty {
        transmit(bytes)
      } else {
        statistics.epochsDropped += 1
      }
    } else if var random = garbage {
      let count = 20 + Int(random.next() % 80)
      transmit((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      garbage = random
    }
    scheduleEpoch()
  }

  // MARK: - The line

  private var deviceSpeed: UInt32? { receiver?.configuration.baudRate }

  private var isSpeedRight: Bool {
    guard options.honoursLineSpeed, let deviceSpeed, let lineSpeed else { return true }
    return deviceSpeed == lineSpeed
  }

  private func transmit(_ bytes: [UInt8]) {
    guard terminal != nil else { return }
    guard options.isPaced, let deviceSpeed else { return put(bytes[...]) }
    queue += bytes
    if paceTimer == nil { pace(deviceSpeed) }
  }

  /// Waits for as long as the line takes to carry the next piece, then sends that piece.
  private func pace(_ speed: UInt32) {
    let bytesPerSecond = Double(speed) / 10
    let count = min(queue.count, max(Self.fifoLevel, Int(bytesPerSecond / 1000)))
    let step = Duration.nanoseconds(Int64(Double(count) / bytesPerSecond * 1e9))
    paceTimer = loop.schedule(at: loop.now() + step) { [weak self] in
      self?.assumeIsolated { $0.stepIsOver(count) }
    }
  }

  private func stepIsOver(_ count: Int) {
    paceTimer = nil
    put(queue.prefix(count))
    queue.removeFirst(min(count, queue.count))
    if !queue.isEmpty, let deviceSpeed { pace(deviceSpeed) }
  }

  private func put(_ bytes: ArraySlice<UInt8>) {
    guard let terminal else { return }
    var onLine = Array(bytes)
    if !isSpeedRight, let deviceSpeed, let lineSpeed {
      onLine = LineMismatch.read(onLine, sentAt: deviceSpeed, readAt: lineSpeed)
    }
    let taken = terminal.write(onLine)
    statistics.bytesSent += taken
    statistics.bytesLost += onLine.count - taken
  }

  private func readHost() {
    guard let terminal else { return }
    while true {
      let bytes = terminal.read()
      guard !bytes.isEmpty else { return }
      statistics.bytesFromHost += bytes.count
      // At the wrong speed the receiver understands nothing either.
      guard isSpeedRight, let answer = receiver?.receive(bytes.span, at: elapsed) else { continue }
      countEpochs()
      if !answer.isEmpty { transmit(answer) }
      // The receiver may have been woken, put to sleep, or set to another rate.
      reschedule()
    }
  }

  private func countEpochs() {
    guard let receiver else { return }
    statistics.epochs += receiver.epochCount - countedEpochs
    countedEpochs = receiver.epochCount
  }
}
