internal import CCairnLinux
public import CairnTypes

/// Why a source delivers no more bytes.
public enum SourceEnd: Hashable, Sendable {
  /// The device was unplugged or powered down, or the peer closed; the errno, 0 for an end of file.
  case hangUp(Int32)
  /// A capture was read to its end.
  case endOfFile
  /// The connection failed, or the loop refused the descriptor.
  case failed(DeviceError)
}

/// Reads a source on the loop and coalesces wake-ups.
///
/// A UART delivers a few bytes at a time: at 115 200 baud an epoch of 650 bytes wakes a plain
/// reader about 54 times. With a quantum, the first bytes are delivered at once; then the reader
/// looks only once per quantum until nothing has come, and goes back to waiting.
///
/// Isolation: belongs to the loop. The loop keeps it alive until `stop()` or the end of the source;
/// the caller owns the source and closes it after that.
public final class ByteReader {
  /// Bytes per read at most; about 350 ms of a line at 115 200 baud.
  public static let bufferSize = 4096
  /// Reads in a row before other handlers have their turn.
  private static let turn = 16

  /// Receives what was read, valid only during the call, and when it was read.
  public typealias BytesHandler = (borrowing Span<UInt8>, MonotonicTime) -> Void

  private let source: any ByteSource
  private let loop: EventLoop
  /// Released at the end, like the other handlers.
  private var onBytes: BytesHandler?
  private var onConnection: (() -> Void)?
  private var onEnd: ((SourceEnd) -> Void)?
  private var buffer = [UInt8](repeating: 0, count: ByteReader.bufferSize)
  private var watch: WatchID?
  private var timer: TimerID?
  private var isStopped = false

  /// The interval between two reads while bytes keep coming; zero reads whenever bytes arrive.
  public var quantum: Duration {
    didSet { if timer == nil && !isStopped { arm() } }
  }

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - source: read from now on; a TCP source is connected first.
  ///   - loop: the loop that the caller runs on.
  ///   - quantum: see the property; not negative.
  ///   - onConnection: called once on the loop, never inside `init`, when a connection that had to
  ///     be made exists.
  ///   - onBytes: called on the loop for every read.
  ///   - onEnd: called once on the loop, never inside `init` and not after `stop()`.
  /// - Throws: `.monitor` when the loop refuses the descriptor.
  public init(
    source: any ByteSource, loop: EventLoop, quantum: Duration = .zero,
    onConnection: @escaping () -> Void = {}, onBytes: @escaping BytesHandler,
    onEnd: @escaping (SourceEnd) -> Void
  ) throws(DeviceError) {
    precondition(loop.isCurrent, "ByteReader must be created on its loop")
    self.source = source
    self.loop = loop
    self.quantum = quantum
    self.onBytes = onBytes
    self.onConnection = onConnection
    self.onEnd = onEnd
    var isInside = true
    var refusal: DeviceError?
    source.connect(on: loop) { [self] error in
      guard !isStopped else { return }
      var failure = error
      if failure == nil { failure = begin() }
      guard let failure else {
        if !isInside { self.onConnection?() }
        return
      }
      if isInside { refusal = failure } else { end(.failed(failure)) }
    }
    isInside = false
    if let refusal {
      stop()
      throw refusal
    }
  }

  /// Reads at once, without waiting for readiness; bytes that have arrived are delivered on return.
  public func readNow() {
    guard watch != nil else { return }
    let (_, end) = drain(untilEmpty: false)
    if let end { self.end(end) }
  }

  /// Ends reading; no handler is called after this. Does not close the source. Idempotent.
  public func stop() {
    isStopped = true
    onBytes = nil
    onConnection = nil
    onEnd = nil
    source.onPendingOutput = nil
    if let watch { loop.unwatch(watch) }
    if let timer { loop.cancel(timer) }
    watch = nil
    timer = nil
  }

  // MARK: Private

  private func begin() -> DeviceError? {
    guard source.isPollable else {
      readSlice()
      return nil
    }
    do throws(DeviceError) {
      watch = try loop.watch(source.descriptor, interest) { [self] in handle($0) }
    } catch {
      // epoll cannot wait for /dev/null and the like; such a file is no receiver.
      let isUnpollable = error.code == Int32(cairnlinux_EPERM)
      return DeviceError(
        isUnpollable ? .open : error.operation, path: source.address.description,
        code: isUnpollable ? Int32(cairnlinux_ENOTTY) : error.code)
    }
    source.onPendingOutput = { [weak self] in self?.arm() }
    return nil
  }

  private var interest: Interest {
    var interest: Interest = timer == nil ? .readable : []
    if source.pendingOutput > 0 { interest.insert(.writable) }
    if quantum > .zero { interest.insert(.oneShot) }
    return interest
  }

  private func arm() {
    // There is nothing to wait for only after a one-shot report, which has disarmed the watch.
    guard let watch, !interest.isPaused else { return }
    loop.setInterest(watch, interest)
  }

  private func handle(_ readiness: Readiness) {
    if readiness.contains(.writable) {
      do throws(DeviceError) {
        _ = try source.flush()
      } catch {
        return end(.failed(error))
      }
    }
    let isGone = !readiness.isDisjoint(with: [.hangUp, .error])
    if isGone || readiness.contains(.readable) {
      let (count, end) = drain(untilEmpty: isGone)
      if let end { return self.end(end) }
      guard !isStopped else { return }
      if count > 0 && quantum > .zero && timer == nil { rest() }
    }
    if readiness.contains(.writable) || quantum > .zero { arm() }
  }

  /// Reads again one quantum later; until then the descriptor stays disarmed.
  private func rest() {
    timer = loop.schedule(at: loop.now() + quantum) { [self] in
      timer = nil
      let (count, end) = drain(untilEmpty: false)
      if let end { return self.end(end) }
      guard !isStopped else { return }
      if count > 0 && quantum > .zero { rest() } else { arm() }
    }
  }

  /// Reads until a read is short. epoll reports cheaper than another read that nothing is left.
  private func drain(untilEmpty isGone: Bool) -> (count: Int, end: SourceEnd?) {
    var total = 0
    for _ in 0..<Self.turn {
      let outcome = unsafe buffer.withUnsafeMutableBytes { unsafe source.read(into: $0) }
      switch outcome {
      case .bytes(let count):
        total += count
        onBytes?(buffer.span.extracting(0..<count), loop.now())
        guard !isStopped else { return (total, nil) }
        if count < Self.bufferSize && !isGone { return (total, nil) }
      case .wouldBlock: return (total, isGone ? .hangUp(0) : nil)
      case .hangUp(let code): return (total, .hangUp(code))
      case .endOfFile: return (total, .endOfFile)
      }
    }
    return (total, nil)
  }

  /// Regular files are always ready, so one slice is read per turn of the loop.
  private func readSlice() {
    let bound = Carried(self)
    loop.post {
      let reader = bound.value
      guard !reader.isStopped else { return }
      let (_, end) = reader.drain(untilEmpty: false)
      if let end { return reader.end(end) }
      if !reader.isStopped { reader.readSlice() }
    }
  }

  private func end(_ reason: SourceEnd) {
    guard !isStopped else { return }
    let handler = onEnd
    stop()
    handler?(reason)
  }
}
