internal import CCairnLinux
internal import CairnTypes
internal import Synchronization

/// The descriptors, timers and watches that only the loop's thread uses.
///
/// Only `wake()` is called from other threads; the eventfd has its own lock for that, which the
/// loop never takes while it runs.
final class LoopCore {
  private static let wakeToken = UInt64.max
  private static let timerToken = UInt64.max - 1
  private static let batch = 64
  /// Deadlines up to this far away use no timerfd. A suspend postpones them.
  private static let near = Duration.seconds(1)
  /// If the timerfd would fire this much too early, it is armed again.
  private static let stale = Duration.seconds(1)
  /// Turns in a row with ready descriptors after which a waiter stops waiting for them.
  private static let patience = 1000

  var timers = TimerHeap()
  private var watches = WatchTable()
  private let isVirtual: Bool
  private var epoll: Int32
  private let eventDescriptor: Mutex<Int32>
  private var timerDescriptor: Int32
  /// When the timerfd fires: it may be earlier than the earliest timer it serves, never later.
  private var armedFor = MonotonicTime.distantFuture
  /// Swapped with the inbox's array, so that both keep their storage.
  private var running: [EventLoop.Item] = []
  private var events: [cairnlinux_event]
  /// Callers of `settle` and `advance`, in order; `target` is the instant the first one waits for.
  private var waiters: [(step: EventLoop.MonotonicDuration?, semaphore: Semaphore)] = []
  private var target: MonotonicTime?
  private var turns = 0

  init(isVirtual: Bool) throws(DeviceError) {
    self.isVirtual = isVirtual
    events = [cairnlinux_event](repeating: cairnlinux_event(token: 0, events: 0), count: Self.batch)
    epoll = cairnlinux_epoll_create()
    let event = cairnlinux_event_create()
    eventDescriptor = Mutex(event)
    timerDescriptor = cairnlinux_timer_create()
    var failure = min(epoll, event, timerDescriptor)
    if failure >= 0 {
      // Edge-triggered: every write is a new edge, so the counter never has to be read.
      failure = min(
        cairnlinux_epoll_control(
          epoll, Int32(cairnlinux_epoll_add), event,
          UInt32(cairnlinux_epoll_in) | UInt32(0x8000_0000), Self.wakeToken),
        cairnlinux_epoll_control(
          epoll, Int32(cairnlinux_epoll_add), timerDescriptor, UInt32(cairnlinux_epoll_in),
          Self.timerToken))
    }
    if failure < 0 {
      close()
      throw DeviceError(.monitor, path: "event loop", code: -failure)
    }
  }

  func close() {
    eventDescriptor.withLock { event in
      if event >= 0 { _ = cairnlinux_close(event) }
      event = -1
    }
    for descriptor in [epoll, timerDescriptor] where descriptor >= 0 {
      _ = cairnlinux_close(descriptor)
    }
    epoll = -1
    timerDescriptor = -1
  }

  func wake() {
    eventDescriptor.withLock { if $0 >= 0 { _ = cairnlinux_event_signal($0) } }
  }

  // MARK: Watches

  func watch(
    _ descriptor: Int32, _ interest: Interest, _ handler: @escaping (Readiness) -> Void
  ) throws(DeviceError) -> WatchID {
    guard epoll >= 0 else {
      throw DeviceError(.monitor, path: "descriptor \(descriptor)", code: cairnlinux_ECANCELED)
    }
    let id = watches.add(descriptor, handler)
    let result =
      interest.isPaused
      ? 0 : control(cairnlinux_epoll_add, descriptor, interest, id.token)
    guard result == 0 else {
      _ = watches.remove(Int(id.slot))
      throw DeviceError(.monitor, path: "descriptor \(descriptor)", code: -result)
    }
    watches.set(Int(id.slot), interest: interest, isInSet: !interest.isPaused)
    return id
  }

  func setInterest(_ id: WatchID, _ interest: Interest, _ loop: EventLoop) {
    guard let slot = watches.find(id) else { return }
    let watch = watches.slots[slot]
    if interest.isPaused {
      if watch.isInSet { _ = control(cairnlinux_epoll_delete, watch.descriptor, [], id.token) }
      watches.set(slot, interest: interest, isInSet: false)
      return
    }
    // A one-shot watch may have disarmed itself, so it is written even if nothing changed.
    guard !watch.isInSet || interest != watch.interest || interest.contains(.oneShot) else {
      return
    }
    let operation = watch.isInSet ? cairnlinux_epoll_modify : cairnlinux_epoll_add
    let result = control(operation, watch.descriptor, interest, id.token)
    watches.set(slot, interest: interest, isInSet: result == 0)
    if result != 0 {
      let bound = Carried(self)
      loop.post { bound.value.watches.handler(token: id.token)?(.error) }
    }
  }

  func unwatch(_ id: WatchID) {
    guard let slot = watches.find(id) else { return }
    let removed = watches.remove(slot)
    if removed.isInSet { _ = control(cairnlinux_epoll_delete, removed.descriptor, [], 0) }
  }

  private func control(
    _ operation: Int, _ descriptor: Int32, _ interest: Interest,
    _ token: UInt64
  ) -> Int32 {
    cairnlinux_epoll_control(
      epoll, Int32(operation), descriptor, interest.events, token)
  }

  // MARK: The thread

  func run(for loop: EventLoop) {
    while true {
      drain(loop)
      let deadline = armTimer(loop)
      let isBusy = !waiters.isEmpty
      let (canSleep, isEnding) = loop.inbox.withLock { inbox in
        let isIdle = inbox.items.isEmpty && inbox.phase == .running && !isBusy
        inbox.isAsleep = isIdle
        return (isIdle, inbox.phase == .stopping)
      }
      if isEnding {
        drain(loop)
        break
      }
      let count = wait(canSleep: canSleep, until: deadline, loop)
      dispatch(count, loop)
      if let deadline, loop.now() >= deadline { fireDue(loop) }
      turns = isBusy && count > 0 ? turns + 1 : 0
      if isBusy && (count == 0 || turns > Self.patience) { stepWaiter(loop) }
    }
    end(loop)
  }

  /// After the end: runs queued items, on one late thread at a time.
  func runLate(for loop: EventLoop) {
    while true {
      drain(loop)
      for waiter in waiters { waiter.semaphore.signal() }
      waiters = []
      let isDone = loop.inbox.withLock { inbox in
        guard inbox.items.isEmpty else { return false }
        inbox.isDraining = false
        return true
      }
      if isDone { return }
    }
  }

  private func wait(
    canSleep: Bool, until deadline: MonotonicTime?, _ loop: EventLoop
  ) -> Int {
    let timeout = canSleep ? deadline.map { Self.milliseconds(to: $0, from: loop.now()) } ?? -1 : 0
    let capacity = Int32(Self.batch)
    let epoll = self.epoll
    let count = unsafe events.withUnsafeMutableBufferPointer { buffer in
      unsafe cairnlinux_epoll_wait(epoll, buffer.baseAddress, capacity, timeout)
    }
    if canSleep {
      loop.wakeUps.store(loop.wakeUps.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
      loop.inbox.withLock { $0.isAsleep = false }
    }
    return Int(max(0, count))
  }

  private func dispatch(_ count: Int, _ loop: EventLoop) {
    for index in 0..<count {
      let event = events[index]
      switch event.token {
      case Self.wakeToken: break
      case Self.timerToken:
        fireDue(loop)
        // Arming also clears the expiry that led here.
        arm(timers.earliest ?? .distantFuture, loop)
      default: watches.handler(token: event.token)?(Readiness(events: event.events))
      }
    }
  }

  /// Runs one batch of queued items; items they queue wait until descriptors have had their turn.
  private func drain(_ loop: EventLoop) {
    loop.inbox.withLock { swap(&$0.items, &running) }
    guard !running.isEmpty else { return }
    var count: UInt64 = 0
    for index in running.indices {
      switch running[index] {
      case .job(let job):
        unsafe job.runSynchronously(on: loop.asUnownedSerialExecutor())
        count &+= 1
      case .post(let body):
        body()
        count &+= 1
      case .quiet(let step, let semaphore): waiters.append((step, semaphore))
      }
    }
    running.removeAll(keepingCapacity: true)
    loop.jobs.store(loop.jobs.load(ordering: .relaxed) &+ count, ordering: .relaxed)
  }

  // MARK: Timers

  /// Makes the thread wake for the earliest timer, unless time is virtual.
  ///
  /// A near deadline becomes the time-out of epoll_wait: this costs no system call, and a timer
  /// that is cancelled in time causes no wake-up. A far deadline uses the timerfd, which counts
  /// through suspend. It is armed again only if the deadline is earlier than armed, or so much
  /// later that a timer postponed with every read would wake the processor for nothing.
  ///
  /// - Returns: the near deadline; `nil` if there is none.
  private func armTimer(_ loop: EventLoop) -> MonotonicTime? {
    guard !isVirtual, let earliest = timers.earliest else { return nil }
    if earliest >= armedFor {
      if earliest - armedFor > Self.stale { arm(earliest, loop) }
      return nil
    }
    if earliest - loop.now() <= Self.near { return earliest }
    arm(earliest, loop)
    return nil
  }

  /// Rounds up, because waking too early would cost another turn.
  private static func milliseconds(to deadline: MonotonicTime, from now: MonotonicTime) -> Int32 {
    Int32(clamping: max(0, (deadline.nanoseconds - now.nanoseconds + 999_999) / 1_000_000))
  }

  private func arm(_ deadline: MonotonicTime, _ loop: EventLoop) {
    armedFor = deadline
    // To the kernel, zero means "disarm"; 36 years of seconds fit a 32-bit time_t.
    let latest: Int64 = 1 << 60
    _ = cairnlinux_timer_arm(
      timerDescriptor,
      deadline == .distantFuture ? 0 : min(latest, max(1, deadline.nanoseconds)))
    loop.timerArmings.store(loop.timerArmings.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// Fires the due timers that were scheduled before this pass.
  private func fireDue(_ loop: EventLoop) {
    let now = loop.now()
    let limit = timers.nextSequence
    while let body = timers.popDue(at: now, before: limit) { fire(body, loop) }
  }

  private func fire(_ body: () -> Void, _ loop: EventLoop) {
    loop.timers.store(loop.timers.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    body()
  }

  // MARK: settle and advance

  /// Called when nothing is queued or ready: advances time for the first waiter or releases it.
  private func stepWaiter(_ loop: EventLoop) {
    guard let waiter = waiters.first,
      loop.inbox.withLock({ $0.items.isEmpty })
    else { return }
    if let step = waiter.step {
      let now = loop.now()
      let goal = target ?? (now + .nanoseconds(step.nanoseconds))
      target = goal
      if let next = timers.earliest, next <= goal {
        setVirtual(max(now, next), loop)
        if let body = timers.popDue(at: max(now, next), before: .max) { fire(body, loop) }
        return
      }
      setVirtual(goal, loop)
      target = nil
    }
    waiters.removeFirst()
    waiter.semaphore.signal()
  }

  private func setVirtual(_ time: MonotonicTime, _ loop: EventLoop) {
    loop.virtualNow.store(time.nanoseconds, ordering: .releasing)
  }

  private func end(_ loop: EventLoop) {
    // Taken out before release: releasing a handler's last reference may cancel or unwatch.
    var endedTimers = TimerHeap()
    var endedWatches = WatchTable()
    swap(&timers, &endedTimers)
    swap(&watches, &endedWatches)
    endedTimers = TimerHeap()
    endedWatches = WatchTable()
    for waiter in waiters { waiter.semaphore.signal() }
    waiters = []
    let isLate = loop.inbox.withLock { inbox in
      inbox.phase = .ended
      inbox.isAsleep = false
      close()
      // Items that came after the last look, including those from handlers just released.
      inbox.isDraining = !inbox.items.isEmpty
      return inbox.isDraining
    }
    // From here on, another thread may own this object.
    if isLate { loop.drainLate() }
  }
}
