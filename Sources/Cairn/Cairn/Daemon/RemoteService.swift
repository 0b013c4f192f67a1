internal import CairnFusion
internal import CairnHAL
internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates
internal import CairnWire

/// One running service of one client that the daemon runs. Isolation: the event loop.
protocol RemoteService: AnyObject {
  var id: UInt32 { get }
  var identity: ClientIdentity { get }
  /// Whether it asks for one position.
  var isRequest: Bool { get }
  /// Whether it wants nothing at present.
  var isIdle: Bool { get }
  /// Whether it has ended by itself.
  var isFinished: Bool { get }

  /// Returns what the daemon is told of the service: first, and on each new connection.
  func requests(at now: MonotonicTime) -> [WireRequest]
  /// Returns what the daemon is told next, once it has read what came before; empty for nothing.
  func next() -> [WireRequest]
  /// Wants something else from now on.
  func change(to request: WireRequest)
  func receive(_ report: WireReport, at now: MonotonicTime)
  /// Takes an error of the connection, which passes.
  func fail(_ error: LocationError)
  func authorize(_ authorization: Authorization)
  /// Notes that the daemon begins anew with the service.
  func begin()
  /// Ends by itself, without a word of the daemon.
  func cancel()
}

extension RemoteService {
  var isRequest: Bool { false }
  var isIdle: Bool { false }
  func next() -> [WireRequest] { [] }
  func change(to request: WireRequest) {}
  func authorize(_ authorization: Authorization) {}
  func begin() {}
  func cancel() {}
}

/// The standard service of one manager or one `updates()` sequence. Isolation: the event loop.
final class RemoteStandard: RemoteService {
  let id: UInt32
  let identity: ClientIdentity
  private(set) var isFinished = false
  private var configuration: LocationConfiguration
  private let mailbox: Mailbox
  /// The session that this service belongs to; late output for an earlier one is dropped.
  private let session: UInt32
  /// Fixes that the daemon has left out so far, on this connection.
  private var dropped: UInt32 = 0
  /// Positions of a call whose rest has not come yet.
  private var begun: [Location] = []

  init(
    id: UInt32, identity: ClientIdentity, mailbox: Mailbox, session: UInt32,
    configuration: LocationConfiguration
  ) {
    self.id = id
    self.identity = identity
    self.mailbox = mailbox
    self.session = session
    self.configuration = configuration
  }

  func requests(at now: MonotonicTime) -> [WireRequest] { [.standard(configuration)] }

  func change(to request: WireRequest) {
    if case .standard(let configuration) = request { self.configuration = configuration }
  }

  func receive(_ report: WireReport, at now: MonotonicTime) {
    switch report {
    case .locations(let call):
      if call.dropped > dropped {
        mailbox.noteDropped(Int(call.dropped - dropped), session: session)
        dropped = call.dropped
      }
      begun += call.locations
      if call.isContinued && begun.count < Defaults.batchBound { return }
      let whole = begun
      begun = []
      if whole.count == 1, let fix = whole.first {
        mailbox.put(fix, session: session, at: now)
      } else if !whole.isEmpty {
        mailbox.put(whole, session: session, at: now)
      }
    case .pause(let isPaused): mailbox.put(isPaused: isPaused, session: session)
    case .failure(let error): fail(error)
    case .plan(let plan): mailbox.put(PowerPlan(plan, of: id))
    default: break
    }
  }

  func fail(_ error: LocationError) {
    guard error.severity == .fatal else { return mailbox.put(error) }
    isFinished = true
    mailbox.end(error, session: session)
  }

  func authorize(_ authorization: Authorization) { mailbox.put(authorization) }

  func begin() {
    dropped = 0
    if mailbox.isPaused { mailbox.put(isPaused: false, session: session) }
  }
}

/// A service besides the standard one. Isolation: the event loop.
final class RemoteEvents: RemoteService {
  let id: UInt32
  let identity: ClientIdentity
  private(set) var isFinished = false
  private var wanted: WireRequest
  private let tell: (ServiceEvent) -> Void
  /// The last height of the present connection, and of the one before.
  private var heights: (last: RelativeAltitude?, before: RelativeAltitude?)
  /// Metres from the daemon's beginning to the client's.
  private var base = 0.0

  /// `tell` is called on the event loop.
  init(
    id: UInt32, identity: ClientIdentity, _ wanted: WireRequest,
    tell: @escaping (ServiceEvent) -> Void
  ) {
    self.id = id
    self.identity = identity
    self.wanted = wanted
    self.tell = tell
  }

  func requests(at now: MonotonicTime) -> [WireRequest] { [wanted] }

  func change(to request: WireRequest) { wanted = request }

  func receive(_ report: WireReport, at now: MonotonicTime) {
    switch report {
    case .locations(let call): for fix in call.locations { tell(.change(fix)) }
    case .visit(let visit): tell(.visit(visit))
    case .heading(let heading): tell(.heading(heading))
    case .calibrationQuestion: tell(.calibrationQuestion)
    case .ranged(let beacons): if let constraint { tell(.ranged(beacons, constraint)) }
    case .altitude(let altitude): take(altitude)
    case .failure(let error): fail(error)
    default: break
    }
  }

  /// The service waits for what is missing, unless the error is fatal.
  func fail(_ error: LocationError) {
    isFinished = error.severity == .fatal
    if let constraint { return tell(.rangingFailure(error, constraint)) }
    tell(isFinished ? .ended(error) : .interrupted(error))
  }

  func begin() { heights = (nil, heights.last ?? heights.before) }

  /// The beacons that are ranged.
  private var constraint: BeaconConstraint? {
    if case .ranging(let constraint) = wanted { constraint } else { nil }
  }

  /// A daemon that starts again counts from there; the pressure tells how far that is from before.
  private func take(_ told: WireAltitude) {
    if heights.last == nil, let before = heights.before,
      let then = StandardAtmosphere.height(of: before.pressure),
      let now = StandardAtmosphere.height(of: told.pressure)
    {
      base = before.relativeAltitude + now - then - told.relativeAltitude
    }
    let altitude = RelativeAltitude(
      relativeAltitude: told.relativeAltitude + base, pressure: told.pressure, time: told.time)
    heights.last = altitude
    tell(.altitude(altitude))
  }
}

/// One request, for a position, a right or a plan. Isolation: the event loop.
final class RemoteRequest: RemoteService {
  /// How long the daemon's answer may be late before the request ends without it.
  static let grace = Duration.seconds(1)

  let id: UInt32
  let identity: ClientIdentity
  /// When the request ends.
  let deadline: MonotonicTime
  private let wanted: WireRequest
  /// The latest reason for having no answer; `nil` once the daemon is there.
  private var obstacle: LocationError?
  private var completion: ((Result<WireReport, LocationError>) -> Void)?

  /// `completion` is called exactly once, on the event loop, with positions, a status or a plan.
  init(
    id: UInt32, identity: ClientIdentity, _ wanted: WireRequest, timeout: Duration,
    at now: MonotonicTime, completion: @escaping (Result<WireReport, LocationError>) -> Void
  ) {
    self.id = id
    self.identity = identity
    self.completion = completion
    self.wanted = wanted
    deadline = now + timeout
  }

  /// A question is none, and wants nothing.
  var isRequest: Bool { wanted.kind != .plan }
  var isIdle: Bool { wanted.kind == .plan }
  var isFinished: Bool { completion == nil }

  /// With the time that is left.
  func requests(at now: MonotonicTime) -> [WireRequest] {
    guard case .position(var request) = wanted else { return [wanted] }
    request.timeout = max(.zero, deadline - now)
    return [.position(request)]
  }

  func receive(_ report: WireReport, at now: MonotonicTime) {
    switch (report, wanted) {
    case (.locations(let call), .position):
      if !call.locations.isEmpty { complete(.success(report)) }
    case (.status, .fullAccuracy), (.otherPlan, .plan): complete(.success(report))
    case (.failure(let error), _): fail(error)
    default: break
    }
  }

  func fail(_ error: LocationError) {
    if error.severity == .fatal { complete(.failure(error)) } else { obstacle = error }
  }

  func begin() { obstacle = nil }

  func cancel() { complete(.failure(LocationError(.cancelled))) }

  /// Ends without an answer of the daemon.
  func expire() { complete(.failure(LocationError(.timeout).withReason(of: obstacle))) }

  private func complete(_ result: Result<WireReport, LocationError>) {
    guard let completion else { return }
    self.completion = nil
    completion(result)
  }
}
