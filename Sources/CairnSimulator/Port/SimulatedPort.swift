public import CairnLinux
public import CairnTypes

/// A device on a pseudo-terminal: a simulated receiver that programs open like a real one.
///
/// It can be unplugged and come back under another node, as USB receivers do.
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
  /// Occupies a node's number, so that the device comes back under another.
  private var placeholder: PseudoTerminal?
  private var lastNode: String?
  private var watch: WatchID?
  private var epochTimer: TimerID?
  private var paceTimer: TimerID?
  /// When the simulation started, on the loop's clock.
  private var origin: MonotonicTime?
  /// What waits for the line.
  private var queue: [UInt8] = []
  private var statistics = Counts()
  /// Epochs of the receiver that `statistics` has.
  private var countedEpochs = 0

  /// Bytes that a receiver can hold back before it leaves out a whole epoch.
  private static let transmitBuffer = 4096
  /// Bytes a UART collects before it reports them.
  private static let fifoLevel = 12
  private static let garbagePeriod = Duration.milliseconds(100)

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// A device that is not plugged in yet.
  ///
  /// - Parameters:
  ///   - device: what is behind the port.
  ///   - loop: drives it; a virtual clock makes it deterministic.
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

  /// What went over the port so far.
  public var counts: Counts { statistics }

  /// The node, `/dev/pts/N`; `nil` while unplugged.
  public var node: String? { terminal?.path }

  /// The path to open: the link where there is one, the node otherwise; `nil` while unplugged.
  public var path: String? { terminal.map { $0.link ?? $0.path } }

  /// Time since the device was first plugged in.
  public var elapsed: Duration { origin.map { loop.now() - $0 } ?? .zero }

  /// The receiver behind the port, with what the host has configured.
  public var configuration: SimulatedReceiver.Configuration? { receiver?.configuration }

  /// RTCM 3 messages that the receiver has taken so far, by their numbers.
  public var receivedCorrections: [UInt16: Int] { receiver?.receivedCorrections ?? [:] }

  /// Millijoules that the receiver has drawn since it was first plugged in, as of what it did last.
  public var energyMillijoules: Double { receiver?.energyMillijoules ?? 0 }

  /// Bits per second the reader has set.
  public var lineSpeed: UInt32? { terminal?.baudRate }

  /// Plugs the device in, for the first time or again; does nothing while it is plugged in.
  ///
  /// - Parameters:
  ///   - link: a stable name for this time; `nil` takes the options'.
  ///   - onAnotherNode: never the node it had last.
  /// - Returns: the path to open.
  /// - Throws: `.open` when the system has no pseudo-terminal left or the link cannot be made.
  @discardableResult
  public func plugIn(
    as link: String? = nil, onAnotherNode: Bool = false
  ) throws(DeviceError) -> String {
    if let terminal { return terminal.link ?? terminal.path }
    let link = link ?? options.link
    var terminal = try PseudoTerminal(link: link, isRaw: options.startsRaw)
    if onAnotherNode, terminal.path == lastNode {
      // The kernel gives the lowest free number, which may be the one just freed.
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

  /// Pulls the plug: readers see a hang-up, node and link disappear. Idempotent.
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

  /// Switches the receiver's supply. Without it the port stays, as a UART does, and is silent.
  public func setSupply(isOn: Bool) {
    queue.removeAll()
    receiver?.setSupply(isOn: isOn, at: elapsed)
    reschedule()
  }

  /// Whether the receiver's supply is on.
  public var isSupplied: Bool { receiver?.isSupplied ?? true }

  /// Changes what disturbs the receiver's radio from now on.
  public func setRadio(_ radio: SimulatedReceiver.Configuration.Radio) { receiver?.radio = radio }

  /// Sends bytes of your own between those of the device.
  public func inject(_ bytes: [UInt8]) { transmit(bytes) }

  // MARK: - Epochs

  private func powerUp() {
    if origin == nil {
      origin = loop.now()
    } else if options.losesPowerUnplugged {
      receiver?.restart(at: elapsed)
    } else {
      // What it said into the air is lost.
      _ = receiver?.advance(to: elapsed)
    }
    countedEpochs = receiver?.epochCount ?? 0
    scheduleEpoch()
  }

  private func scheduleEpoch() {
    guard let origin else { return }
    let due: MonotonicTime
    if let receiver {
      // A receiver that sleeps until the host wakes it has nothing to do.
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

  /// Sends what the line carries in one step when that step is over.
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
      // It may have been woken, or put to sleep, or have another rate.
      reschedule()
    }
  }

  private func countEpochs() {
    guard let receiver else { return }
    statistics.epochs += receiver.epochCount - countedEpochs
    countedEpochs = receiver.epochCount
  }
}
