package import CairnHAL
package import CairnLinux
package import CairnTypes

/// Serves a page that shows everything live, to browsers of this machine.
///
/// Isolation: the event loop. `close()` ends it.
package final class DashboardServer {
  /// Browsers' connections that are served at the same time.
  package static let capacity = 64
  /// Places that connections without a whole request never take.
  package static let reserved = 8

  /// What answers which plan another accuracy would lead to.
  package struct Planner: Sendable {
    /// Whether there are answers now.
    package var isOpen: @Sendable () -> Bool
    /// Finds the plan, and hands it over on the event loop.
    package var plan:
      @Sendable (
        DesiredAccuracy, _ answer: @escaping @Sendable (Result<PowerPlan, LocationError>) -> Void
      ) -> Void

    package init(
      isOpen: @escaping @Sendable () -> Bool,
      plan:
        @escaping @Sendable (
          DesiredAccuracy, _ answer: @escaping @Sendable (Result<PowerPlan, LocationError>) -> Void
        ) -> Void
    ) {
      self.isOpen = isOpen
      self.plan = plan
    }

    /// Where there is nothing to plan, as for recordings.
    package static let closed = Planner(isOpen: { false }) { _, answer in
      answer(.failure(LocationError(.noProvider)))
    }
  }

  /// Counts since the start.
  package struct Statistics: Hashable, Sendable {
    /// Requests that were answered with what they asked for.
    package var answered = 0
    /// Requests that were refused, or were none.
    package var refused = 0
    /// Connections that gave their place to a newer one.
    package var displaced = 0
    /// Connections that ended because their browser took too little of what waited for it.
    package var dropped = 0
  }

  package internal(set) var statistics = Statistics()
  /// What pages are told first that are opened from now on.
  package var introduction: DashboardIntroduction {
    get { hub.introduction }
    set { hub.introduction = newValue }
  }
  /// Called on the loop with the number of pages that are open, when it has changed. Released by `close()`.
  package var onPageCount: (Int) -> Void {
    get { hub.onCount }
    set { hub.onCount = newValue }
  }

  let loop: EventLoop
  let hub: EventHub
  let planner: Planner
  let sources: DashboardSources
  /// Reads maps and places.
  let work: DashboardWork
  /// Reads recordings, whose moments must not wait for the outlines of the world.
  let recordingWork: DashboardWork
  private var gate: DashboardGate?
  private let token: String?
  private let ticket: String?
  private var listener: Listener?
  private(set) var connections: [Int: HTTPConnection] = [:]
  private var accepted = 0

  /// Creates a server without clients.
  ///
  /// - Parameters:
  ///   - introduction: what pages are told first.
  ///   - token: what the first address must contain; `nil` lets everybody in who can connect.
  ///   - ticket: what one browser's first address may contain instead, once.
  ///   - planner: answers `/plan`.
  ///   - loop: the loop that the caller runs on.
  ///   - utc: the time that events carry.
  package init(
    _ introduction: DashboardIntroduction, token: String?, ticket: String? = nil, planner: Planner,
    loop: EventLoop,
    utc: @escaping () -> Timestamp = { SystemClock.realtime(ago: .zero) }
  ) {
    self.loop = loop
    self.token = token
    self.ticket = ticket
    self.planner = planner
    sources = introduction.sources
    work = DashboardWork(loop: loop)
    recordingWork = DashboardWork(loop: loop)
    hub = EventHub(introduction, tellsPlans: planner.isOpen, loop: loop, utc: utc)
  }

  /// Waits for browsers at one address; only this process's user may connect to a Unix socket.
  ///
  /// - Returns: the address, with the port in use.
  /// - Throws: `.open` with EADDRINUSE, EACCES and so on.
  package func listen(at address: ListenAddress) throws(DeviceError) -> ListenAddress {
    // `close` breaks the cycle.
    let listener = try Listener(address, isPrivate: true, loop: loop) { [self] in accept($0) }
    self.listener = listener
    gate = DashboardGate(listener.address, token: token, ticket: ticket)
    return listener.address
  }

  /// Shows something on all pages.
  package func publish(_ event: DashboardEvent) { hub.publish(event) }

  /// Disconnects all browsers, and stops listening. Idempotent.
  package func close() {
    listener?.close()
    listener = nil
    hub.close()
    for connection in connections.values { connection.close() }
    connections = [:]
    work.close()
    recordingWork.close()
  }

  /// Decides about a request; `nil` after the end.
  func judge(_ request: HTTPRequest) -> DashboardGate.Verdict? { gate?.judge(request) }

  // MARK: Connections

  private func accept(_ source: AcceptedSource) {
    makeRoom()
    accepted += 1
    let key = accepted
    do throws(DeviceError) {
      // The connection releases the closures when it ends.
      connections[key] = try HTTPConnection(source, loop: loop) { [self] request in
        receive(request, from: key)
      } onEnd: { [self] isTooSlow in
        if isTooSlow { statistics.dropped += 1 }
        if let connection = connections.removeValue(forKey: key) { hub.remove(connection) }
      }
    } catch {
      source.close()
    }
  }

  /// Ends the connection that may best be missed, if there is no place for another one: whoever opens many and asks
  /// nothing takes the places of its own.
  private func makeRoom() {
    let halfOpen = connections.values.filter { $0.phase == .halfOpen }
    var order: [HTTPConnection.Phase] = []
    if halfOpen.count >= Self.capacity - Self.reserved {
      order = [.halfOpen]
    } else if connections.count >= Self.capacity {
      order = [.ending, .idle, .halfOpen, .answering]
    }
    for phase in order {
      // The order in which they came, where the time is the same.
      let oldest = connections.filter { $0.value.phase == phase }
        .min { ($0.value.phaseTime, $0.key) < ($1.value.phaseTime, $1.key) }
      guard let oldest else { continue }
      statistics.displaced += 1
      return oldest.value.end()
    }
  }
}
