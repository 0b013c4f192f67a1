import CairnLinux
import CairnTypes
import Dispatch
import Glibc
import Synchronization

/// What leaves the program by one descriptor: bytes wait in a bounded queue, and a thread of its own writes them.
///
/// No caller depends on the reader, the disk or the terminal at the other end, except where it says that it
/// waits, and then only until `release`.
///
/// Callable from any thread. The lock guards the state, and nothing blocks inside it.
package final class Outlet: Sendable {
  /// What becomes of a record for which there is no room.
  package enum Overflow: Sendable {
    /// The caller waits until there is room, or nobody waits any more.
    case waits
    /// It is dropped and counted.
    case drops
    /// It is not taken, and the caller counts it.
    case refuses
  }

  /// Fixes of about a quarter of an hour.
  package static let standardOutput = Outlet(STDOUT_FILENO, capacity: 256 << 10)
  package static let standardError = Outlet(STDERR_FILENO, capacity: 64 << 10)

  /// A pipe takes so much at once or not at all; more in one call would hide that a slow reader reads.
  private static let pieceSize = Int(PIPE_BUF)

  /// After a deadline, the time for what was put last: its thread may not have had a turn yet.
  private static let lastWords = Duration.milliseconds(150)

  private struct State {
    var pending: [UInt8] = []
    /// Bytes that the thread has taken and not written yet.
    var inFlight = 0
    var written = 0
    /// Records that were dropped since the last that was taken.
    var gap = 0
    /// Whether a record has been put that does not wait.
    var isLive = false
    /// Whether callers may wait for room.
    var mayWait = true
    /// When nothing is waited for any more, not even at the end.
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
  ///   - descriptor: stays the caller's, and open until `close` and `drain`.
  ///   - capacity: bytes that wait at most, beside those that are being written.
  package init(_ descriptor: Int32, capacity: Int) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  // MARK: - Writing

  /// Puts a record into the queue.
  ///
  /// - Returns: false where it was dropped, or the outlet has failed.
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
      // After a gap half of it must be free: a slow reader has few gaps rather than one every other line.
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

  /// Waits for bytes; `nil` at the end.
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

  /// Waits for something to do. Who is told of a failure hears of a reader that has gone, also when there is nothing
  /// to write.
  private func rest() {
    let watches = state.withLock { $0.onFailure != nil && $0.failure == nil }
    var descriptors = [
      pollfd(fd: work.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watches ? descriptor : -1, events: 0, revents: 0),
    ]
    // If the process had no descriptor left for `work`, a look now and then has to do.
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
        // Whoever shares the stream has made it non-blocking.
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

  /// Why nothing more can be written: a C `errno`.
  package var failure: Int32? { state.withLock { $0.failure } }

  /// Whether all has been written: what would only be the newest of a picture waits for it.
  package var isIdle: Bool { state.withLock { $0.isEmpty } }

  /// Records that were dropped and not told of yet.
  package var gap: Int { state.withLock { $0.gap } }

  /// From now on `put` waits for nobody.
  package func release() {
    state.withLock { state in
      state.mayWait = false
      state.isLive = true
      state.wakeAll()
    }
  }

  /// From now on `put` waits for nobody, and from then on neither does `drain`.
  func hurry(until deadline: ContinuousClock.Instant) {
    release()
    state.withLock { $0.deadline = deadline }
  }

  /// Waits until all is written: where records may be dropped, for as long as the reader takes something every
  /// second.
  ///
  /// - Parameter limit: longest wait; `nil` for none.
  /// - Returns: false where something was not written.
  @discardableResult
  package func drain(within limit: Duration? = nil) -> Bool {
    let start = ContinuousClock.now
    var (written, since) = (-1, start)
    var result: Bool?
    while result == nil {
      let semaphore = DispatchSemaphore(value: 0)
      let (isDone, hasFailed, count, deadline, isLive) = state.withLock { state in
        state.waiters.append(semaphore)
        return (
          state.isEmpty, state.failure != nil, state.written, state.deadline, state.isLive
        )
      }
      if count != written { (written, since) = (count, .now) }
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

  /// Ends the thread once all is written; nothing may be put any more.
  package func close() {
    state.withLock { $0.isClosed = true }
    work.set()
  }

  // MARK: - Telling

  /// Says what stands in the stream where records were dropped.
  ///
  /// - Parameter notice: makes a record of their number.
  package func describeGaps(_ notice: @escaping @Sendable (Int) -> [UInt8]) {
    state.withLock { $0.notice = notice }
  }

  /// Calls back once, on the thread that writes, when nothing more can be written or the reader has gone, or at once
  /// if that is so.
  package func whenFailed(_ body: @escaping @Sendable () -> Void) {
    let hasFailed = state.withLock { state in
      startThread(&state)
      if state.failure == nil { state.onFailure = body }
      return state.failure != nil
    }
    if hasFailed { body() } else { work.set() }
  }
}
