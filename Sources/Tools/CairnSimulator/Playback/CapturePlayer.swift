public import CairnLinux
public import CairnTypes

/// Plays a receiver's recorded stream as if the receiver were there.
///
/// Every byte arrives, in order: a slow reader makes the player wait but loses nothing. Opening a
/// serial line discards bytes that wait in it, so start only once the reader has opened it.
///
/// ```swift
/// let player = CapturePlayer(bytes, pace: .times(10), loop: loop)
/// let path = try await player.open()
/// await player.start { print("\($0.epochs) of \($0.epochCount)") }
/// ```
///
/// Isolation: the event loop it is given. Call `stop()` before the loop is shut down.
public actor CapturePlayer {
  /// How fast a recording is played.
  public enum Pace: Hashable, Sendable {
    /// A multiple of the recording's pace, above zero; 1 is the original pace.
    case times(Double)
    /// As fast as the reader takes the bytes.
    case unpaced
  }

  /// How far the player has come.
  public struct Progress: Hashable, Sendable {
    /// Number of epochs completely handed over in this round.
    public internal(set) var epochs = 0
    /// Number of epochs in the recording.
    public let epochCount: Int
    /// Number of bytes handed over in this round.
    public internal(set) var bytes = 0
    /// Number of bytes in the recording.
    public let byteCount: Int
    /// Number of finished rounds; at most 1 unless the player repeats.
    public internal(set) var rounds = 0
    /// Whether the recording has ended and nothing more follows.
    public internal(set) var isFinished = false
  }

  /// Takes bytes and returns how many it took; the rest is offered again 10 ms later.
  public typealias Sink = @Sendable (ArraySlice<UInt8>) -> Int

  private nonisolated let loop: EventLoop
  private let recording: [UInt8]
  private let epochs: [RecordedEpoch]
  private let pace: Pace
  private let repeats: Bool
  private var terminal: PseudoTerminal?
  private var sink: Sink?
  private var watch: WatchID?
  private var timer: TimerID?
  private var onProgress: (@Sendable (Progress) -> Void)?
  private var isRunning = false
  private var state: Progress
  /// When the current epoch is due.
  private var due = MonotonicTime(nanoseconds: 0)

  private static let retryDelay = Duration.milliseconds(10)
  /// Time from the last epoch of a round to the first of the next.
  private static let roundPause = Duration.seconds(1)

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a player positioned at the beginning.
  ///
  /// - Parameters:
  ///   - recording: the bytes as received.
  ///   - pace: how fast to play.
  ///   - repeats: whether to start over at the end, for ever.
  ///   - loop: the event loop that drives the player.
  public init(
    _ recording: [UInt8], pace: Pace = .times(1), repeats: Bool = false, loop: EventLoop
  ) {
    if case .times(let factor) = pace {
      precondition(factor > 0, "CapturePlayer needs a pace above zero")
    }
    self.recording = recording
    self.pace = pace
    self.repeats = repeats
    self.loop = loop
    epochs = EpochSplitter.split(recording.span)
    state = Progress(epochCount: epochs.count, byteCount: recording.count)
  }

  /// How far the player has come.
  public var progress: Progress { state }

  /// Creates a pseudo-terminal to play into.
  ///
  /// - Parameter link: the path of a symbolic link to create, as a stable name.
  /// - Returns: the path to open.
  /// - Throws: `.open` if the system has no pseudo-terminal left or the link cannot be created.
  public func open(link: String? = nil) throws(DeviceError) -> String {
    if let terminal { return terminal.link ?? terminal.path }
    let terminal = try PseudoTerminal(link: link)
    do throws(DeviceError) {
      watch = try loop.watch(terminal.descriptor, []) { [weak self] readiness in
        self?.assumeIsolated { $0.terminalIsReady(readiness) }
      }
    } catch {
      terminal.hangUp()
      throw error
    }
    self.terminal = terminal
    return terminal.link ?? terminal.path
  }

  /// Plays into the terminal created by `open`, from the beginning.
  ///
  /// - Parameter onProgress: called on the loop after each epoch and at the end.
  public func start(_ onProgress: (@Sendable (Progress) -> Void)? = nil) {
    precondition(terminal != nil, "CapturePlayer.start needs open() before")
    begin(onProgress)
  }

  /// Plays into a sink, from the beginning.
  ///
  /// - Parameters:
  ///   - sink: takes the bytes; called on the loop.
  ///   - onProgress: called on the loop after each epoch and at the end.
  public func start(
    into sink: @escaping Sink, _ onProgress: (@Sendable (Progress) -> Void)? = nil
  ) {
    self.sink = sink
    begin(onProgress)
  }

  /// Stops playing and hangs up, so that a reader sees the receiver unplugged. Idempotent.
  public func stop() {
    isRunning = false
    onProgress = nil
    sink = nil
    if let timer { loop.cancel(timer) }
    timer = nil
    if let watch { loop.unwatch(watch) }
    watch = nil
    terminal?.hangUp()
    terminal = nil
  }

  // MARK: - Playing

  private func begin(_ onProgress: (@Sendable (Progress) -> Void)?) {
    if let timer { loop.cancel(timer) }
    self.onProgress = onProgress
    isRunning = true
    state = Progress(epochCount: epochs.count, byteCount: recording.count)
    due = loop.now()
    wake(at: due)
  }

  private func wake(at time: MonotonicTime) {
    timer = loop.schedule(at: time) { [weak self] in
      self?.assumeIsolated {
        $0.timer = nil
        $0.play()
      }
    }
  }

  /// Hands over the bytes that are due, as far as the reader takes them.
  private func play() {
    guard isRunning else { return }
    while state.epochs < epochs.count {
      let epoch = epochs[state.epochs]
      let rest = recording[state.bytes..<epoch.range.upperBound]
      let taken = offer(rest)
      state.bytes += taken
      guard taken == rest.count else { return waitForReader() }
      state.epochs += 1
      onProgress?(state)
      guard isRunning else { return }
      guard state.epochs < epochs.count, case .times(let factor) = pace else { continue }
      due = due + epochs[state.epochs].pause * (1 / factor)
      // After a slow reader, pauses start from now instead of catching up in a burst.
      due = max(due, loop.now())
      if due > loop.now() { return wake(at: due) }
    }
    finishRound()
  }

  private func offer(_ bytes: ArraySlice<UInt8>) -> Int {
    if let sink { return min(max(0, sink(bytes)), bytes.count) }
    return terminal?.write(bytes.span) ?? 0
  }

  private func waitForReader() {
    if sink == nil, let watch {
      loop.setInterest(watch, .writable)
    } else {
      wake(at: loop.now() + Self.retryDelay)
    }
  }

  private func terminalIsReady(_ readiness: Readiness) {
    guard let watch else { return }
    loop.setInterest(watch, [])
    if timer == nil { play() }
  }

  private func finishRound() {
    state.rounds += 1
    guard repeats, !recording.isEmpty else {
      isRunning = false
      state.isFinished = true
      onProgress?(state)
      return
    }
    state.epochs = 0
    state.bytes = 0
    let factor = if case .times(let factor) = pace { factor } else { 1.0 }
    due = max(loop.now(), due + Self.roundPause * (1 / factor))
    wake(at: due)
  }
}
