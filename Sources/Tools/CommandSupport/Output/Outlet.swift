import CairnLinux
import CairnTypes
import Dispatch
import Glibc
import Synchronization

/// Writes to one descriptor from its own thread, through a bounded queue of bytes.
///
/// No caller depends on the reader, disk or terminal at the other end, unless it chooses to wait,
/// and then only until `release`.
///
/// Callable from any thread. The lock guards the state, and nothing blocks inside it.
package final class Outlet: Sendable {
  /// Treatment of a record that does not fit.
  package enum Overflow: Sendable {
    /// The caller waits until there is room or `release` is called.
    case waits
    /// The record is dropped and counted.
    case drops
    /// The record is refused, and the caller counts it.
    case refuses
  }

  /// An outlet that holds about a quarter of an hour of fixes.
  package static let standardOutput = Outlet(STDOUT_FILENO, capacity: 256 << 10)
  package static let standardError = Outlet(STDERR_FILENO, capacity: 64 << 10)

  /// A pipe accepts this many bytes at once; a longer call would hide a slow reader's progress.
  private static let pieceSize = Int(PIPE_BUF)

  /// Time after a deadline for the last records, whose thread may not have run yet.
  private static let lastWords = Duration.milliseconds(150)

  /// For how many seconds the end of the program waits for a thread that could write and does not, as on a
  /// host with far more to do than processors.
  private static let mostSeconds = 10

  private struct State {
    var pending: [UInt8] = []
    /// Bytes that the thread has taken but not written.
    var inFlight = 0
    var written = 0
    /// Records dropped since the last accepted one.
    var gap = 0
    /// Whether any record may be dropped.
    var isLive = false
    /// Whether callers may wait for room.
    var mayWait = true
    /// When all waiting ends, even at the end of the program.
    var deadline: ContinuousClock.Instant?
    var failure: Int32?
    var hasThread = false
    var isClosed = false
    var waiters: [DispatchSemaphore] = []
    var notice: (@Sendable (Int) -> [UInt8])?
    var onFailure: (@Sendable () -> Void)?

    var isEmpty: Bool { pending.isEmpty && inFlight == 0 }

    mutating func wakeAll() {
      for waiter in waiters { waiter.signal() }
      waiters = []
    }
  }

  private enum Step {
    case done(Bool, wakes: Bool)
    case wait(DispatchSemaphore)
  }

  private let descriptor: Int32
  private let capacity: Int
  private let state = Mutex(State())
  private let work = EventDescriptor()

  /// - Parameters:
  ///   - descriptor: owned by the caller, who keeps it open until `close` and `drain`.
  ///   - capacity: the most bytes that wait, besides those being written.
  package init(_ descriptor: Int32, capacity: Int) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  // MARK: - Writing

  /// Adds a record to the queue.
  ///
  /// - Returns: false if it was not accepted, or the outlet has failed.
  @discardableResult
  package func put(_ record: [UInt8], _ overflow: Overflow) -> Bool {
    var result: Bool?
    while result == nil {
      switch step(record, overflow) {
      case .done(let isTaken, let wakes):
        if wakes { work.set() }
        result = isTaken
      case .wait(let semaphore): semaphore.wait()
      }
    }
    return result ?? false
  }

  private func step(_ record: [UInt8], _ overflow: Overflow) -> Step {
    state.withLock { state in
      guard state.failure == nil else { return .done(false, wakes: false) }
      if overflow == .drops { state.isLive = true }
      // After a gap, half must be free: a slow reader then causes few gaps instead of many.
      let limit = state.gap > 0 ? capacity / 2 : capacity
      guard state.pending.isEmpty || state.pending.count + record.count <= limit else {
        guard overflow == .waits, state.mayWait else {
          if overflow != .refuses { state.gap += 1 }
          return .done(false, wakes: false)
        }
        let semaphore = DispatchSemaphore(value: 0)
        state.waiters.append(semaphore)
        return .wait(semaphore)
      }
      let wakes = state.pending.isEmpty
      if state.gap > 0 {
        state.pending += state.notice?(state.gap) ?? []
        state.gap = 0
      }
      state.pending += record
      startThread(&state)
      return .done(true, wakes: wakes)
    }
  }

  private func startThread(_ state: inout State) {
    guard !state.hasThread else { return }
    state.hasThread = true
    do throws(DeviceError) {
      try runInBackground("cairn-output") { [self] in while let chunk = next() { write(chunk) } }
    } catch {
      state.failure = error.code
    }
  }

  // MARK: - The thread

  /// Waits for bytes and returns them; `nil` at the end.
  private func next() -> [UInt8]? {
    var chunk: [UInt8] = []
    var isClosed = false
    while chunk.isEmpty, !isClosed {
      (chunk, isClosed) = state.withLock { state in
        state.inFlight = state.pending.count
        defer { state.pending = [] }
        state.wakeAll()
        return (state.pending, state.isClosed)
      }
      if chunk.isEmpty, !isClosed { rest() }
    }
    return chunk.isEmpty ? nil : chunk
  }

  /// Waits for work. If a failure handler is set, also notices that the reader has gone, even with
  /// nothing to write.
  private func rest() {
    let watches = state.withLock { $0.onFailure != nil && $0.failure == nil }
    var descriptors = [
      pollfd(fd: work.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watches ? descriptor : -1, events: 0, revents: 0),
    ]
    // Without a descriptor for `work`, it polls every 100 ms.
    _ = poll(&descriptors, 2, work.descriptor >= 0 ? -1 : 100)
    work.clear()
    if descriptors[1].revents != 0 { fail(EPIPE) }
  }

  private func write(_ chunk: [UInt8]) {
    var rest = chunk[...]
    while !rest.isEmpty {
      let count = rest.prefix(Self.pieceSize).withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
        noteWritten(count)
      } else if errno == EAGAIN {
        // Another user of the stream has made it non-blocking.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&room, 1, -1)
      } else if errno != EINTR {
        fail(errno)
        rest = []
      }
    }
  }

  private func noteWritten(_ count: Int) {
    state.withLock { state in
      state.inFlight -= count
      state.written += count
      if state.isEmpty { state.wakeAll() }
    }
  }

  private func fail(_ code: Int32) {
    let body = state.withLock { state in
      state.failure = code
      state.pending = []
      state.inFlight = 0
      state.wakeAll()
      defer { state.onFailure = nil }
      return state.onFailure
    }
    body?()
  }

  // MARK: - The end

  /// Why nothing more can be written, as a C `errno`; `nil` if it can.
  package var failure: Int32? { state.withLock { $0.failure } }

  /// Whether everything has been written; a display waits for this before its next picture.
  package var isIdle: Bool { state.withLock { $0.isEmpty } }

  /// Number of dropped records that have not been reported yet.
  package var gap: Int { state.withLock { $0.gap } }

  /// Makes `put` wait no longer, now and later.
  package func release() {
    state.withLock { state in
      state.mayWait = false
      state.isLive = true
      state.wakeAll()
    }
  }

  /// Makes `put` wait no longer, and `drain` only until the deadline.
  func hurry(until deadline: ContinuousClock.Instant) {
    release()
    state.withLock { $0.deadline = deadline }
  }

  /// Waits until everything is written; once records may be dropped, only as long as the reader
  /// takes something every second, or the thread gets no processor to write what there is room for.
  ///
  /// - Parameter limit: the longest wait; `nil` for none.
  /// - Returns: false if anything was not written.
  @discardableResult
  package func drain(within limit: Duration? = nil) -> Bool {
    let start = ContinuousClock.now
    var (written, since, seconds) = (-1, start, 0)
    var result: Bool?
    while result == nil {
      let semaphore = DispatchSemaphore(value: 0)
      let (isDone, hasFailed, count, deadline, isLive) = state.withLock { state in
        state.waiters.append(semaphore)
        return (
          state.isEmpty, state.failure != nil, state.written, state.deadline, state.isLive
        )
      }
      if count != written { (written, since, seconds) = (count, .now, 0) }
      if isLive, since + .seconds(1) <= .now, seconds < Self.mostSeconds, hasRoom {
        (since, seconds) = (.now, seconds + 1)
      }
      let stops = [
        limit.map { start + $0 }, deadline.map { max($0, start + Self.lastWords) },
        isLive ? since + .seconds(1) : nil,
      ]
      let stop = stops.compactMap(\.self).min()
      if isDone || hasFailed {
        result = !hasFailed
      } else if let stop, stop <= .now {
        result = false
      } else if let stop {
        let left = (stop - .now) / .nanoseconds(1)
        _ = semaphore.wait(timeout: .now() + .nanoseconds(Int(max(0, left))))
      } else {
        semaphore.wait()
      }
    }
    return result ?? false
  }

  /// Whether the other end would take a piece.
  private var hasRoom: Bool {
    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&room, 1, 0) == 1 && room.revents & Int16(POLLOUT) != 0
  }

  /// Ends the thread once everything is written; nothing may be put after this.
  package func close() {
    state.withLock { $0.isClosed = true }
    work.set()
  }

  // MARK: - Reporting

  /// Sets the record to write into the stream where records were dropped.
  ///
  /// - Parameter notice: makes a record from the number of dropped ones.
  package func describeGaps(_ notice: @escaping @Sendable (Int) -> [UInt8]) {
    state.withLock { $0.notice = notice }
  }

  /// Calls `body` once, on the writing thread, when nothing more can be written or the reader has
  /// gone; at once if that has already happened.
  package func whenFailed(_ body: @escaping @Sendable () -> Void) {
    let hasFailed = state.withLock { state in
      startThread(&state)
      if state.failure == nil { state.onFailure = body }
      return state.failure != nil
    }
    if hasFailed { body() } else { work.set() }
  }
}
