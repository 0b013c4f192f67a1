internal import CCairnLinux
public import CairnTypes
internal import Synchronization

/// An epoll thread that is also a serial executor: actors, timers and descriptors that belong to it
/// all run on it, without locks between them.
///
/// Isolation: `core` belongs to the loop's thread, `inbox` to the holder of its lock. The thread
/// keeps the loop alive until `shutdown()`, which the owner must call.
public final class EventLoop: SerialExecutor, Sendable {
  /// The source of the loop's time.
  public enum Clock: Hashable, Sendable {
    /// CLOCK_BOOTTIME, which counts through suspend.
    case boot
    /// A clock that starts at `start` and moves only in `advance(by:)`; timers, even overdue ones,
    /// fire only there. Descriptors work as usual.
    case virtual(start: MonotonicTime)
  }

  /// Counters since the loop started.
  public struct Statistics: Hashable, Sendable {
    /// Returns of epoll_wait from a sleep, that is, wake-ups of the thread.
    public var wakeUps: UInt64
    /// Executor jobs and posted closures.
    public var jobs: UInt64
    /// Timer bodies called.
    public var timers: UInt64
    /// Calls of timerfd_settime.
    public var timerArmings: UInt64
  }

  enum Item {
    case job(UnownedJob)
    case post(@Sendable () -> Void)
    case quiet(MonotonicDuration?, Semaphore)
  }

  /// The step of `advance(by:)`, in whole nanoseconds.
  struct MonotonicDuration { let nanoseconds: Int64 }

  enum Phase { case running, stopping, ended }

  struct Inbox {
    var items: [Item] = []
    /// Whether the thread is in epoll_wait or about to enter it, with no eventfd write since.
    var isAsleep = false
    var phase = Phase.running
    var thread: UInt = 0
    var isJoined = false
    /// Whether, after the end, a short-lived thread is running late items.
    var isDraining = false
  }

  let inbox = Mutex(Inbox())
  private nonisolated(unsafe) let core: LoopCore
  private let clock: Clock
  var isVirtual: Bool { clock != .boot }
  private let name: String
  let virtualNow: Atomic<Int64>
  let wakeUps = Atomic<UInt64>(0)
  let jobs = Atomic<UInt64>(0)
  let timers = Atomic<UInt64>(0)
  let timerArmings = Atomic<UInt64>(0)

  /// Creates a loop and starts its thread.
  ///
  /// - Parameters:
  ///   - name: the thread's name, cut to 15 bytes.
  ///   - clock: the source of time for `now()` and the timers.
  /// - Throws: `.monitor` with the errno when descriptors or threads have run out.
  public init(name: String = "cairn", clock: Clock = .boot) throws(DeviceError) {
    self.name = name
    self.clock = clock
    if case .virtual(let start) = clock {
      virtualNow = Atomic(start.nanoseconds)
      unsafe core = try LoopCore(isVirtual: true)
    } else {
      virtualNow = Atomic(0)
      unsafe core = try LoopCore(isVirtual: false)
    }
    var thread: UInt = 0
    let context = unsafe Unmanaged.passRetained(self)
    let result = unsafe cairnlinux_thread_start(
      name, { unsafe EventLoop.threadMain($0) }, context.toOpaque(), &thread)
    guard result == 0 else {
      unsafe context.release()
      unsafe core.close()
      throw DeviceError(.monitor, path: "event loop thread", code: -result)
    }
    let started = thread
    inbox.withLock { $0.thread = started }
  }

  /// Returns the loop's time: time since boot, or the virtual clock. Callable from any thread.
  public func now() -> MonotonicTime {
    switch clock {
    case .boot: MonotonicTime(nanoseconds: cairnlinux_clock_boot())
    case .virtual: MonotonicTime(nanoseconds: virtualNow.load(ordering: .acquiring))
    }
  }

  /// Whether the caller runs on the loop.
  public var isCurrent: Bool {
    unsafe cairnlinux_thread_loop() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Counters for benchmarks and power accounting. Callable from any thread.
  public var statistics: Statistics {
    Statistics(
      wakeUps: wakeUps.load(ordering: .relaxed), jobs: jobs.load(ordering: .relaxed),
      timers: timers.load(ordering: .relaxed),
      timerArmings: timerArmings.load(ordering: .relaxed))
  }

  // MARK: Timers and descriptors, only on the loop

  /// When the next timer fires; `nil` without one.
  package var nextTimer: MonotonicTime? {
    requireCurrent("nextTimer")
    return unsafe core.timers.earliest
  }

  /// Calls `body` once, at `deadline` or as soon as possible after it, never inside this call.
  public func schedule(at deadline: MonotonicTime, _ body: @escaping () -> Void) -> TimerID {
    requireCurrent("schedule(at:)")
    return unsafe core.timers.add(deadline, body)
  }

  /// Cancels a timer; does nothing if it has already fired.
  public func cancel(_ id: TimerID) {
    requireCurrent("cancel(_:)")
    _ = unsafe core.timers.cancel(id)
  }

  /// Calls `handler` on the loop whenever the descriptor is ready (level-triggered).
  ///
  /// The caller owns the descriptor and must unwatch it before closing it.
  /// - Parameters:
  ///   - descriptor: a pollable descriptor.
  ///   - interest: the events to wait for; unless it is empty, hang-ups and errors are reported
  ///     too.
  ///   - handler: runs on the loop; may unwatch any watch, including its own.
  /// - Returns: the identifier of the watch, for `setInterest` and `unwatch`.
  /// - Throws: `.monitor` with EPERM for a regular file, EEXIST for one already watched, ENOSPC.
  public func watch(
    _ descriptor: Int32, _ interest: Interest, _ handler: @escaping (Readiness) -> Void
  ) throws(DeviceError) -> WatchID {
    requireCurrent("watch(_:_:_:)")
    return try unsafe core.watch(descriptor, interest, handler)
  }

  /// Changes what a watch waits for; an empty interest pauses it.
  public func setInterest(_ id: WatchID, _ interest: Interest) {
    requireCurrent("setInterest(_:_:)")
    unsafe core.setInterest(id, interest, self)
  }

  /// Ends a watch; its handler is not called again, even for readiness already collected.
  public func unwatch(_ id: WatchID) {
    requireCurrent("unwatch(_:)")
    unsafe core.unwatch(id)
  }

  private func requireCurrent(_ function: StaticString) {
    precondition(isCurrent, "EventLoop.\(function) must be called on the loop")
  }

  // MARK: The thread

  private static func threadMain(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    let loop = unsafe Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue()
    unsafe cairnlinux_thread_set_loop(context)
    unsafe loop.core.run(for: loop)
    cairnlinux_thread_set_loop(nil)
  }

  /// Writes the eventfd, outside the inbox's lock because the woken thread needs that lock at once.
  func wake() { unsafe core.wake() }

  /// Starts a thread for items that came after the end; the caller has set `isDraining`.
  func drainLate() {
    var thread: UInt = 0
    let context = unsafe Unmanaged.passRetained(self)
    let result = unsafe cairnlinux_thread_start(
      name, { unsafe EventLoop.lateMain($0) }, context.toOpaque(), &thread)
    if result == 0 {
      cairnlinux_thread_detach(thread)
    } else {
      unsafe context.release()
      inbox.withLock { $0.isDraining = false }
    }
  }

  private static func lateMain(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    let loop = unsafe Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue()
    unsafe cairnlinux_thread_set_loop(context)
    unsafe loop.core.runLate(for: loop)
    cairnlinux_thread_set_loop(nil)
  }
}
