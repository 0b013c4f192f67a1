public import CairnTypes

/// The conversation with the kernel about Wi-Fi: finds nl80211, follows interfaces and scans, and
/// starts scans.
///
/// A pure value: datagrams and time go in, actions come out. Listening needs no privilege, costs no
/// radio time, and works beside every program that manages Wi-Fi: the kernel announces the end of
/// any program's scan, and its list is read then. One request is under way at a time.
public struct NL80211Dialogue: Sendable {
  /// Action that the owner of the socket must perform, in order.
  public enum Action: Hashable, Sendable {
    /// Send one datagram to the kernel.
    case send([UInt8])
    /// Join a multicast group.
    case join(group: UInt32)
    /// Pass a report to the client.
    case report(WiFiReport)
    /// Ask another program for a scan, because the kernel does not let this one start any; call
    /// `accept` if it starts one, otherwise `refuse`. The kernel announces the end in either case.
    case ask(WiFiScanRequest)
  }

  /// How long the kernel may take to continue an answer.
  public static let patience = Duration.seconds(5)
  /// How long an answer may take in all, however often the kernel continues it.
  public static let longestAnswer = Duration.seconds(30)
  /// How long a scan may take; a hundred channels, passively, take some 10 s.
  public static let scanPatience = Duration.seconds(15)
  /// Time between attempts to reach a kernel that does not answer.
  public static let retryInterval = Duration.seconds(60)
  /// Number of times a request is sent before its partial answer is used, or it is given up.
  public static let maximumAttempts = 3
  /// Maximum number of access points of one scan; the kernel itself keeps no more than 1,000.
  public static let maximumSightings = 1024
  /// Maximum number of interfaces that are followed.
  public static let maximumInterfaces = 64

  enum Task: Hashable {
    case resolve
    case listInterfaces
    case read(interface: UInt32, isPartial: Bool)
    case trigger(WiFiScanRequest)
  }

  /// The request that the kernel is answering.
  struct Exchange {
    var task: Task
    var sequence: UInt32
    var attempts = 1
    /// When the kernel must have continued, and when it must have ended.
    var deadline: MonotonicTime
    let end: MonotonicTime
    /// Whether the answer so far is incomplete or inconsistent.
    var isDamaged = false
    var family: GenericNetlinkFamily?
    var interfaces: [WiFiInterface] = []
    var sightings: [BSSID: AccessPointSighting] = [:]
  }

  /// The scan that clients wait for.
  struct Wait {
    var interface: UInt32
    var deadline: MonotonicTime
    /// Whether another program was asked to start it and has not answered yet.
    var isAsked = false
    /// Set once the scan has ended and its results are being read.
    var outcome: WiFiScanOutcome?
  }

  var actions: [Action] = []
  var exchange: Exchange?
  var tasks: [Task] = []
  /// Tasks that events have made necessary, of which there may be any number.
  var announced: [Task] = []
  private var pace = EventPace()
  var wait: Wait?
  /// Requests of clients that have not ended.
  var openRequests = 0
  var isPermitted = true
  var retryTime: MonotonicTime?
  var family: GenericNetlinkFamily?
  var availability: WiFiAvailability?
  private var lastSequence: UInt32 = 0

  /// Creates a dialogue that has not started.
  public init() {}

  /// The interfaces that are known, in order of their index.
  public var interfaces: [WiFiInterface] {
    if case .present(let interfaces) = availability { return interfaces }
    return []
  }

  /// When `wake(at:)` must be called, unless something else happens before.
  public var deadline: MonotonicTime? {
    let scanEnd = wait?.outcome == nil ? wait?.deadline : nil
    return [exchange?.deadline, scanEnd, retryTime, pace.due].compactMap { $0 }.min()
  }

  /// Begins, or begins again from nothing on a new socket. A request that has not ended is dropped.
  public mutating func start(at now: MonotonicTime) -> [Action] {
    self = NL80211Dialogue()
    actions.append(.join(group: GenericNetlink.familyGroup))
    tasks = [.resolve]
    return flush(now)
  }

  /// Takes one datagram from the kernel.
  public mutating func receive(_ datagram: Span<UInt8>, at now: MonotonicTime) -> [Action] {
    let isWhole = NetlinkMessages.forEach(in: datagram) { header, content in
      if header.type == NetlinkHeader.overrun {
        recover(now)
      } else if header.sequence != 0 {
        answer(header, content, now)
      } else {
        event(header, content, now)
      }
    }
    if !isWhole { exchange?.isDamaged = true }
    return flush(now)
  }

  /// Notes that the socket has lost datagrams: the receive call has failed with ENOBUFS.
  public mutating func lostDatagrams(at now: MonotonicTime) -> [Action] {
    recover(now)
    return flush(now)
  }

  /// Asks for a scan; its end is reported exactly once. A request during another one shares that
  /// one's scan and end.
  public mutating func request(_ request: WiFiScanRequest, at now: MonotonicTime) -> [Action] {
    openRequests += 1
    if openRequests == 1 { tasks.append(.trigger(request)) }
    return flush(now)
  }

  /// Notes that the program that was asked starts a scan. Scans that end before are those of other
  /// programs.
  public mutating func accept(at now: MonotonicTime) -> [Action] {
    guard let interface = wait?.interface else { return [] }
    wait?.isAsked = false
    endWait(interface)
    return flush(now)
  }

  /// Ends the requests, for which no program starts a scan.
  public mutating func refuse(_ outcome: WiFiScanOutcome, at now: MonotonicTime) -> [Action] {
    if wait?.isAsked == true { endRequests(outcome) }
    return flush(now)
  }

  /// Acts on deadlines that have passed.
  public mutating func wake(at now: MonotonicTime) -> [Action] {
    if let exchange, exchange.deadline <= now { repeatExchange(now) }
    if let wait, wait.deadline <= now, wait.outcome == nil {
      self.wait?.outcome = .timedOut
      self.wait?.isAsked = false
      // The event may have been lost; the kernel's list is worth reading in any case.
      add(.read(interface: wait.interface, isPartial: true))
    }
    if let retryTime, retryTime <= now {
      self.retryTime = nil
      add(.resolve)
    }
    return flush(now)
  }

  // MARK: Tasks

  mutating func add(_ task: Task, first: Bool = false) {
    Self.add(task, to: &tasks, first: first)
  }

  /// Adds a task for an event: at once, but once a second under a flood of events.
  mutating func announce(_ task: Task, _ now: MonotonicTime) {
    Self.add(task, to: &announced)
    pace.note(at: now)
  }

  private static func add(_ task: Task, to tasks: inout [Task], first: Bool = false) {
    guard !tasks.contains(task) else { return }
    if case .read(let interface, let isPartial) = task {
      // A complete scan makes an earlier partial one of the same interface superfluous.
      if tasks.contains(.read(interface: interface, isPartial: !isPartial)) { return }
    }
    if first { tasks.insert(task, at: 0) } else { tasks.append(task) }
  }

  /// Starts the next request if none is under way, and hands over the actions.
  private mutating func flush(_ now: MonotonicTime) -> [Action] {
    if pace.take(at: now) {
      for task in announced { add(task) }
      announced = []
    }
    while exchange == nil, !tasks.isEmpty { begin(tasks.removeFirst(), now) }
    defer { actions = [] }
    return actions
  }

  private mutating func begin(_ task: Task, _ now: MonotonicTime) {
    if case .trigger(let request) = task {
      guard family != nil, let interface = interface(for: request) else {
        return endRequests(.noInterface)
      }
      var request = request
      request.interface = interface
      if isPermitted { send(.trigger(request), attempt: 1, now) } else { ask(request, now) }
    } else {
      send(task, attempt: 1, now)
    }
  }

  private func interface(for request: WiFiScanRequest) -> UInt32? {
    guard let wanted = request.interface else { return interfaces.first(where: \.canScan)?.index }
    return interfaces.first { $0.index == wanted }?.index
  }

  private mutating func send(_ task: Task, attempt: Int, _ now: MonotonicTime) {
    // Zero is the sequence number of events.
    lastSequence = lastSequence == .max ? 1 : lastSequence &+ 1
    let bytes: [UInt8]
    switch (task, family?.id) {
    case (.resolve, _):
      bytes = GenericNetlink.request(family: NL80211.family, sequence: lastSequence)
    case (_, nil): return
    case (.listInterfaces, let family?):
      bytes = NL80211.listInterfaces(family: family, sequence: lastSequence)
    case (.read(let interface, _), let family?):
      bytes = NL80211.listAccessPoints(
        family: family, interface: interface, sequence: lastSequence)
    case (.trigger(let request), let family?):
      bytes = NL80211.triggerScan(
        family: family, interface: request.interface ?? 0, request, sequence: lastSequence)
    }
    exchange = Exchange(
      task: task, sequence: lastSequence, attempts: attempt, deadline: now + Self.patience,
      end: now + Self.longestAnswer)
    actions.append(.send(bytes))
  }

  /// Sends the current request again, or gives it up.
  mutating func repeatExchange(_ now: MonotonicTime) {
    guard let old = exchange else { return }
    exchange = nil
    // A scan must not be started twice.
    if case .trigger = old.task { return endRequests(.timedOut) }
    // One that did not end would not end if it were repeated.
    if old.attempts < Self.maximumAttempts, now < old.end {
      return send(old.task, attempt: old.attempts + 1, now)
    }
    switch old.task {
    case .resolve, .listInterfaces:
      tasks = []
      retryTime = now + Self.retryInterval
      endRequests(.timedOut)
      change(to: .unresponsive)
    case .read(let interface, _): finishRead(old, interface, now)
    case .trigger: break
    }
  }

  mutating func change(to new: WiFiAvailability) {
    guard new != availability else { return }
    availability = new
    actions.append(.report(.availability(new)))
  }

  mutating func endRequests(_ outcome: WiFiScanOutcome) {
    for _ in 0..<openRequests { actions.append(.report(.requestEnded(outcome))) }
    openRequests = 0
    wait = nil
    tasks.removeAll { if case .trigger = $0 { true } else { false } }
  }
}
