internal import CCairnLinux
internal import CairnTypes
internal import Synchronization

extension EventLoop {
  /// Runs an actor's job on the loop, in order. The Swift runtime calls this from any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    append(.job(UnownedJob(job)))
  }

  /// Runs `body` on the loop, never inside this call, and in order with everything else posted.
  ///
  /// Callable from any thread, even after `shutdown()`: a short-lived thread then counts as the
  /// loop for isolation, so that no caller waits for ever for an actor of an ended loop.
  public func post(_ body: @escaping @Sendable () -> Void) {
    append(.post(body))
  }

  /// Returns whether the caller is isolated to this executor.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Traps unless the caller runs on the loop.
  public func checkIsolated() {
    precondition(isCurrent, "not on the event loop")
  }

  /// Advances a virtual clock (only), firing timers in order and draining jobs after each.
  ///
  /// Blocks the calling thread until no job is queued and no descriptor is ready.
  ///
  /// - Parameter duration: not negative.
  public func advance(by duration: Duration) {
    precondition(isVirtual, "EventLoop.advance(by:) needs a virtual clock")
    precondition(duration >= .zero, "EventLoop.advance(by:) cannot go back")
    waitUntilQuiet(MonotonicDuration(nanoseconds: duration.wholeNanoseconds))
  }

  /// Advances a virtual clock (only) as a host that sleeps meanwhile: timers that become due fire
  /// late, at the new time.
  ///
  /// - Parameter duration: not negative.
  package func suspend(for duration: Duration) {
    precondition(isVirtual, "EventLoop.suspend(for:) needs a virtual clock")
    precondition(duration >= .zero, "EventLoop.suspend(for:) cannot go back")
    wait { [self] in
      virtualNow.store((now() + duration).nanoseconds, ordering: .releasing)
    }
    advance(by: .zero)
  }

  /// Blocks the calling thread until all queued jobs, and those they queue, have run and no watched
  /// descriptor is ready. A descriptor that stays ready is ignored after a thousand turns.
  public func settle() { waitUntilQuiet(nil) }

  /// Runs `body` on the loop, after earlier posts, and waits for it; on the loop, runs it at once.
  package func wait(for body: @escaping @Sendable () -> Void) {
    if isCurrent { return body() }
    let semaphore = Semaphore()
    post {
      body()
      semaphore.signal()
    }
    semaphore.wait()
  }

  private func waitUntilQuiet(_ step: MonotonicDuration?) {
    precondition(!isCurrent, "the event loop cannot wait for itself")
    let semaphore = Semaphore()
    append(.quiet(step, semaphore))
    semaphore.wait()
  }

  /// Ends the thread once queued items have run and joins it; called on the loop, detaches it.
  /// Frees the loop's descriptors and forgets its timers and watches. Idempotent.
  public func shutdown() {
    let isOnLoop = isCurrent
    let (toEnd, mustWake): (UInt?, Bool) = inbox.withLock { inbox in
      var mustWake = false
      if inbox.phase == .running {
        inbox.phase = .stopping
        mustWake = inbox.isAsleep
        inbox.isAsleep = false
      }
      guard !inbox.isJoined else { return (nil, mustWake) }
      inbox.isJoined = true
      return (inbox.thread, mustWake)
    }
    if mustWake { wake() }
    guard let thread = toEnd else { return }
    if isOnLoop { cairnlinux_thread_detach(thread) } else { cairnlinux_thread_join(thread) }
  }

  /// Whether `shutdown` was called: no descriptor is watched and no timer fires any more.
  package var hasEnded: Bool { inbox.withLock { $0.phase != .running } }

  private func append(_ item: Item) {
    let (mustWake, startsDrain) = inbox.withLock { inbox -> (Bool, Bool) in
      inbox.items.append(item)
      let mustWake = inbox.isAsleep
      inbox.isAsleep = false
      guard inbox.phase == .ended, !inbox.isDraining else { return (mustWake, false) }
      inbox.isDraining = true
      return (mustWake, true)
    }
    if mustWake { wake() }
    if startsDrain { drainLate() }
  }
}
