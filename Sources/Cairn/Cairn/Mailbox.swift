internal import CairnHAL
internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates
internal import Synchronization

/// A client that runs on the event loop. Isolation: the event loop.
protocol LoopRecipient: AnyObject, Sendable {
  /// Takes a fix directly, without the mailbox.
  ///
  /// - Returns: false if the fix has to wait in the mailbox because the client is in a call.
  func deliver(_ fix: Location) -> Bool
  /// Collects what waits in the mailbox.
  func collect()
}

/// Passes events from the event loop to a client; the only such crossing.
///
/// Isolation: `put` and `end` run on the event loop, `take`, `begin` and `stop` on the client's
/// isolation; the lock guards the buffer and nothing else. The engine never waits for a client.
final class Mailbox: Sendable {
  /// The ways to wake a client.
  enum Wake: Sendable {
    /// An eventfd, readable exactly while something waits.
    case descriptor(EventDescriptor)
    /// A task of the client's actor.
    case stream(AsyncStream<Void>.Continuation)
    /// A direct call of a client that runs on the loop.
    case call(any LoopRecipient)
  }

  /// Everything except fixes. Never dropped.
  indirect enum Notice: Sendable {
    case failure(LocationError)
    case authorization
    case plan(PowerPlan)
    case pause(isPaused: Bool)
    /// An event of the service with that number.
    case service(ServiceEvent, of: UInt32?)

    /// Whether earlier notices may be superfluous beside this one; of regions, thousands may wait.
    var replaces: Bool {
      switch self {
      case .service(.crossing, _), .service(.state, _): false
      default: true
      }
    }

    /// Whether a client that reads `newer` can do without this notice.
    func isReplaced(by newer: Notice) -> Bool {
      switch (self, newer) {
      case (.failure(let old), .failure(let new)):
        old.code == new.code && old.severity == new.severity && old.provider == new.provider
      case (.authorization, .authorization), (.plan, .plan), (.pause, .pause): true
      case (.service(.heading, let old), .service(.heading, let new)),
        (.service(.calibrationQuestion, let old), .service(.calibrationQuestion, let new)),
        (.service(.altitude, let old), .service(.altitude, let new)),
        (.service(.interrupted, let old), .service(.interrupted, let new)):
        old == new
      default: false
      }
    }
  }

  private struct State {
    /// These wake a client that is not on the loop; both are `nil` for one that is.
    var event: EventDescriptor?
    var stream: AsyncStream<Void>.Continuation?
    /// Whether the owner collects, or has announced that it will.
    var isOwned = false
    var buffer = DeliveryBuffer<Notice>()
    /// The running service; 0 for none.
    var session: UInt32 = 0
    var lastSession: UInt32 = 0
    var authorization: Authorization
    /// Fixes that were lost before they came here.
    var droppedElsewhere = 0
    var isPaused = false
    var waitingSince: MonotonicTime?
    /// Whether the client has been signalled and has not collected yet.
    var waitsForClient = false
    var isStalled = false
  }

  /// The time after which an uncollected queue counts as stalled.
  static let stallLimit = Duration.seconds(5)

  private let recipient: (any LoopRecipient)?
  private let state: Mutex<State>

  init(wake: Wake, authorization: Authorization) {
    var state = State(authorization: authorization)
    switch wake {
    case .descriptor(let event):
      state.event = event
      recipient = nil
    case .stream(let continuation):
      state.stream = continuation
      recipient = nil
    case .call(let client): recipient = client
    }
    self.state = Mutex(state)
  }

  // MARK: - Whose it is

  /// The owner's descriptor, -1 if a task or the loop collects. Its reader becomes the owner.
  var eventDescriptor: Int32 {
    state.withLock { state in
      guard let event = state.event else { return -1 }
      state.isOwned = true
      return event.descriptor
    }
  }

  /// Notes that the owner collects.
  func own() { state.withLock { $0.isOwned = true } }

  /// Whether nobody collects yet: there is no task, and no owner has announced itself.
  var isUnclaimed: Bool { state.withLock { $0.event != nil && !$0.isOwned } }

  /// Whether something waits that nobody collects.
  var isForsaken: Bool {
    state.withLock { $0.event != nil && !$0.isOwned && !$0.buffer.isEmpty }
  }

  /// Wakes a task from now on, and at once if something waits, either instead of the descriptor's
  /// owner or in addition.
  func wake(_ continuation: AsyncStream<Void>.Continuation, instead: Bool) {
    state.withLock { state in
      if instead { state.event = nil }
      state.stream = continuation
      if !state.buffer.isEmpty { continuation.yield() }
    }
  }

  // MARK: - The client's side

  /// Starts a session; returns nil while one is running.
  func begin() -> UInt32? {
    state.withLock { state in
      guard state.session == 0 else { return nil }
      state.lastSession &+= 1
      state.session = max(state.lastSession, 1)
      state.isPaused = false
      return state.session
    }
  }

  /// Ends the session and discards its waiting fixes.
  func stop() {
    state.withLock { state in
      state.session = 0
      state.buffer.clearFixes()
      settle(&state)
    }
  }

  var isRunning: Bool { state.withLock { $0.session != 0 } }
  var isPaused: Bool { state.withLock { $0.session != 0 && $0.isPaused } }
  var authorization: Authorization { state.withLock { $0.authorization } }
  var dropped: Int { state.withLock { $0.buffer.dropped + $0.droppedElsewhere } }
  var isStalled: Bool { state.withLock { $0.isStalled } }

  /// Returns the next call to make; its fixes go into `fixes`, whose storage is reused.
  func take(into fixes: inout [Location]) -> DeliveryBuffer<Notice>.Delivery? {
    state.withLock { state in
      guard !state.buffer.isEmpty else { return nil }
      let call = state.buffer.take(into: &fixes)
      settle(&state)
      return call
    }
  }

  /// Queues the first authorization call for a new delegate.
  func announceAuthorization() { put(.authorization) }

  // MARK: - The engine's side

  func put(_ fix: Location, session: UInt32, at now: MonotonicTime) {
    if let recipient, isNext(session), recipient.deliver(fix) { return }
    put(session: session, at: now) { $0.put(fix) }
  }

  /// Queues fixes that were held back, as one call.
  func put(_ fixes: [Location], session: UInt32, at now: MonotonicTime) {
    put(session: session, at: now) { $0.put(fixes) }
  }

  private func put(
    session: UInt32, at now: MonotonicTime, _ put: (inout DeliveryBuffer<Notice>) -> Void
  ) {
    let isNew = state.withLock { state in
      guard state.session == session else { return false }
      let wasEmpty = state.buffer.isEmpty
      put(&state.buffer)
      // Notices that waited before the first fix have no time of their own.
      let since = state.waitingSince ?? now
      state.waitingSince = since
      if now - since >= Self.stallLimit, !state.isStalled {
        state.isStalled = true
        state.buffer.put(.failure(LocationError(.deliveryStalled)))
      }
      if wasEmpty { signal(&state) }
      return wasEmpty
    }
    if isNew { call() }
  }

  /// Counts fixes of the session that were lost on their way here.
  func noteDropped(_ count: Int, session: UInt32) {
    state.withLock { if $0.session == session { $0.droppedElsewhere += count } }
  }

  /// Whether a fix of the session would be the first in the queue.
  private func isNext(_ session: UInt32) -> Bool {
    state.withLock { $0.session == session && $0.buffer.isEmpty }
  }

  func put(_ error: LocationError) { put(.failure(error)) }
  func put(_ plan: PowerPlan) { put(.plan(plan)) }
  func put(_ event: ServiceEvent, of id: UInt32?) { put(.service(event, of: id)) }

  /// Notes that the service is paused until the device moves, or no longer.
  func put(isPaused: Bool, session: UInt32) {
    let isCurrent = state.withLock { state in
      guard state.session == session else { return false }
      state.isPaused = isPaused
      return true
    }
    if isCurrent { put(.pause(isPaused: isPaused)) }
  }

  /// Notes the authorization, and tells the client if its effect differs.
  func put(_ authorization: Authorization) {
    let isNews = state.withLock { state in
      defer { state.authorization = authorization }
      return !authorization.hasSameEffect(as: state.authorization)
    }
    if isNews { put(.authorization) }
  }

  /// Ends a session with a fatal error, so that a client that sees the end also finds the error.
  func end(_ error: LocationError, session: UInt32) {
    let isNew = state.withLock { state in
      if state.session == session {
        state.session = 0
        state.buffer.clearFixes()
      }
      return put(.failure(error), into: &state)
    }
    if isNew { call() }
  }

  private func put(_ notice: Notice) {
    if state.withLock({ put(notice, into: &$0) }) { call() }
  }

  /// - Returns: whether to call the client.
  private func put(_ notice: Notice, into state: inout State) -> Bool {
    let wasEmpty = state.buffer.isEmpty
    if notice.replaces {
      state.buffer.put(notice) { $0.isReplaced(by: notice) }
    } else {
      state.buffer.put(notice)
    }
    if wasEmpty { signal(&state) }
    return wasEmpty
  }

  // MARK: - Waking

  /// Called inside the lock, so that the descriptor is readable exactly while something waits.
  private func signal(_ state: inout State) {
    state.waitsForClient = true
    state.event?.set()
    state.stream?.yield()
  }

  /// Called outside the lock, because the client collects at once.
  private func call() { recipient?.collect() }

  private func settle(_ state: inout State) {
    guard state.buffer.isEmpty else { return }
    let wasSignalled = state.waitsForClient
    state.waitsForClient = false
    state.waitingSince = nil
    state.isStalled = false
    if wasSignalled { state.event?.clear() }
  }
}
