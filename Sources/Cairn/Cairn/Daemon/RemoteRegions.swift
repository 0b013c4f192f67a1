internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates
internal import CairnWire

/// The regions of one manager or monitor that the daemon monitors. The program keeps them, with the
/// states that it has heard, so that a daemon that starts again tells nothing twice and misses nothing.
///
/// Isolation: the event loop.
final class RemoteRegions: RemoteService {
  /// Questions that may wait for the daemon; more are answered from what is known here.
  private static let questionLimit = 1024

  let id: UInt32
  let identity: ClientIdentity
  private(set) var isFinished = false
  /// The regions, each in the state heard last. No fixes come here, so that nothing else changes it.
  private var monitor = RegionMonitor()
  /// Identifiers of which the daemon is to be told, of regions and of such as are none any more.
  private var unsaid: Set<String> = []
  /// Regions whose states are asked for, oldest first.
  private var questions: [Region] = []
  /// The number of questions that the daemon has.
  private var asked = 0
  private let tell: (ServiceEvent) -> Void

  /// Takes the place of a client that would monitor regions here.
  init(_ client: RegionClient) {
    id = client.id
    identity = client.identity
    tell = { client.outlet.put($0) }
  }

  var isIdle: Bool { monitor.count == 0 }

  // MARK: The program's side

  /// Monitors a region.
  ///
  /// - Returns: why the daemon cannot; then nothing has changed.
  func add(_ region: Region, _ options: MonitoringOptions) -> LocationError? {
    if options.wake != .none { return .notServed("the start of programs") }
    let name = region.identifier.utf8
    if name.count >= WireLimits.text || name.contains(0) || region.points.count > WireLimits.points
    {
      return LocationError(
        .regionMonitoringFailure,
        reason: "the daemon takes identifiers of 255 octets without a zero, and 65536 points of a "
          + "region; use LocationSystem.device")
    }
    do throws(RegionError) { try monitor.add(region, options: options) } catch {
      return error.locationError
    }
    unsaid.insert(region.identifier)
    return nil
  }

  func remove(_ identifier: String) { if monitor.remove(identifier) { unsaid.insert(identifier) } }

  /// Asks for the state of a region.
  func ask(_ region: Region) {
    if questions.count < Self.questionLimit { questions.append(region) } else { answer(region) }
  }

  /// Answers all questions with the states heard last.
  func answerAll() {
    let waiting = questions
    (questions, asked) = ([], 0)
    for region in waiting { answer(region) }
  }

  private func answer(_ region: Region) {
    tell(.state(monitor.state(of: region.identifier) ?? .unknown, region))
  }

  // MARK: The daemon's side

  func requests(at now: MonotonicTime) -> [WireRequest] { [] }

  func next() -> [WireRequest] {
    if let identifier = unsaid.popFirst() {
      guard let region = monitor.region(identifier), let options = options(of: region) else {
        return [.regionEnd(identifier)]
      }
      return WireRegion.requests(for: region, options)
    }
    guard asked < questions.count else { return [] }
    defer { asked += 1 }
    return [.regionState(questions[asked].identifier)]
  }

  func begin() {
    unsaid = Set(monitor.identifiers)
    asked = 0
  }

  func receive(_ report: WireReport, at now: MonotonicTime) {
    switch report {
    case .region(let event) where event.isAnswer: take(answer: event)
    case .region(let event):
      // Of one that has been replaced, the daemon does not know yet.
      guard let region = monitor.region(event.identifier), !unsaid.contains(event.identifier)
      else { return }
      let event = RegionEvent(event)
      note(event.state, of: region)
      tell(.crossing(event, region))
    case .regionFailure(let identifier, let error):
      guard let region = monitor.region(identifier) else { return }
      monitor.remove(identifier)
      unsaid.remove(identifier)
      tell(.regionFailure(error, region))
    case .failure(let error) where error.severity == .fatal:
      isFinished = true
      tell(.regionFailure(error, nil))
    case .failure(let error): tell(.trouble(error))
    default: break
    }
  }

  /// Notes the state, with which the region is said to the next daemon.
  private func note(_ state: RegionState, of region: Region) {
    guard state != monitor.state(of: region.identifier),
      var options = monitor.options(of: region.identifier)
    else { return }
    options.initialState = state
    // It was valid before.
    do throws(RegionError) { try monitor.add(region, options: options) } catch { return }
  }

  private func options(of region: Region) -> MonitoringOptions? {
    guard var options = monitor.options(of: region.identifier) else { return nil }
    options.initialState = monitor.state(of: region.identifier) ?? .unknown
    return options
  }

  /// Takes an answer, also one without a question: to be outside from the start is no event.
  private func take(answer event: WireRegionEvent) {
    let state = RegionState(rawValue: event.state) ?? .unknown
    if state != .unknown, let region = monitor.region(event.identifier),
      !unsaid.contains(event.identifier)
    {
      note(state, of: region)
    }
    guard
      let index = questions.prefix(asked).firstIndex(where: { $0.identifier == event.identifier })
    else { return }
    asked -= 1
    tell(.state(state, questions.remove(at: index)))
  }

  func fail(_ error: LocationError) {
    if !isIdle { tell(.interrupted(error)) }
    answerAll()
  }
}

extension Region {
  /// A circle's centre, or the points of a polygon or corridor.
  fileprivate var points: [Coordinate] {
    switch shape {
    case .circle(let center, _): [center]
    case .polygon(let points), .corridor(let points, _): points
    case .beacon: []
    }
  }
}

extension WireRegion {
  /// What the daemon is told of a region: its points in pieces, and then the rest.
  fileprivate static func requests(
    for region: Region, _ options: MonitoringOptions
  ) -> [WireRequest] {
    var rest = region.points[...]
    var requests: [WireRequest] = []
    while rest.count > WireLimits.messagePoints {
      requests.append(.points(Array(rest.prefix(WireLimits.messagePoints))))
      rest = rest.dropFirst(WireLimits.messagePoints)
    }
    return requests + [.region(WireRegion(region, options, points: Array(rest)))]
  }

  private init(_ region: Region, _ options: MonitoringOptions, points: [Coordinate]) {
    self.init(region.identifier, points: points)
    switch region.shape {
    case .circle(_, let radius): (kind, size) = (.circle, radius)
    case .polygon: kind = .polygon
    case .corridor(_, let width): (kind, size) = (.corridor, width)
    case .beacon(let own): (kind, constraint) = (.beacon, own)
    }
    (notifiesOnEntry, notifiesOnExit) = (region.notifyOnEntry, region.notifyOnExit)
    (confidence, dwell, hysteresis) = (options.confidence, options.dwell, options.hysteresis)
    (desiredAccuracy, responsiveness) = (options.desiredAccuracy, options.responsiveness)
    state = options.initialState.rawValue
  }
}

extension RegionEvent {
  fileprivate init(_ event: WireRegionEvent) {
    self.init(
      identifier: event.identifier, state: RegionState(rawValue: event.state) ?? .unknown,
      crossing: Crossing(rawValue: event.crossing), probability: event.probability,
      time: event.time, evidence: event.evidence, beacon: event.beacon)
    timestamp = event.timestamp
  }
}
