internal import CCairnLinux
internal import CairnTypes
internal import Synchronization

extension EventLoop {
  /// Runs a job of an actor on the loop, in order. Called by the Swift runtime, from any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    append(.job(UnownedJob(job)))
  }

  /// Runs `body` on the loop, always later and in order with everything else posted.
  ///
  /// Callable from any thread, also after `shutdown()`: then on a short-lived thread that is the
  /// loop as far as isolation goes, so that nobody waits for ever for an actor of a dead loop.
  public func post(_ body: @escaping @Sendable () -> Void) {
    append(.post(body))
  }

  /// Whether the caller is isolated to this executor.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Traps unless the caller runs on the loop.
  public func checkIsolated() {
    precondition(isCurrent, "not on the event loop")
  }

  /// Virtual clock only: moves time forward, firing timers in order and draining jobs after each.
  ///
  /// Blocks the calling thread until everything is quiet: no job queued, no descriptor ready.
  ///
  /// - Parameter duration: not negative.
  public func advance(by duration: Duration) {
    precondition(isVirtual, "EventLoop.advance(by:) needs a virtual clock")
    precondition(duration >= .zero, "EventLoop.advance(by:) cannot go back")
    waitUntilQuiet(MonotonicDuration(nanoseconds: duration.wholeNanoseconds))
  }

  /// Blocks the calling thread until all jobs queued so far, and those they queue, have run and no
  /// watched descriptor is ready. One that stays ready is given a thousand turns, then ignored.
  public func settle() { waitUntilQuiet(nil) }

  /// Runs `body` on the loop, after everything posted before, and waits for it; on the loop at once.
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

  /// Ends the thread, after what is queued so far, and joins it, or detaches it when called on the
  /// loop. Frees all descriptors of the loop, forgets timers and watches. Idempotent.
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
    if isOnLoop { cairn_thread_detach(thread) } else { cairn_thread_join(thread) }
  }

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
