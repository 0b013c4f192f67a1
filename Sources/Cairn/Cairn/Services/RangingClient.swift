internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates
internal import CairnWire

/// The ranging of one constraint for one manager or sequence. Isolation: the event loop.
final class RangingClient: BeaconClient, PermittedClient {
  static let service = ServiceSet.ranging
  /// Time between two reports.
  static let interval = Duration.seconds(1)

  let id: UInt32
  let identity: ClientIdentity
  var authorization: Authorization
  private var ranger: BeaconRanger
  private let tell: (ServiceEvent) -> Void
  private var isListening = false
  private var nextReport = MonotonicTime.distantFuture
  private(set) var isFinished = false

  /// `tell` is called on the event loop.
  init(
    id: UInt32, identity: ClientIdentity, constraint: BeaconConstraint,
    authorization: Authorization, tell: @escaping (ServiceEvent) -> Void
  ) {
    self.id = id
    self.identity = identity
    self.authorization = authorization
    self.tell = tell
    ranger = BeaconRanger(constraint)
  }

  var duty: Double { isRunning ? 1 : 0 }
  var nextDeadline: MonotonicTime { isRunning && isListening ? nextReport : .distantFuture }

  /// Beacons need no positions.
  var demand: EnergyRequest {
    EnergyRequest(client: id, accuracy: .reduced, every: nil, isOpportunistic: true)
  }

  var remote: RemoteEvents? {
    RemoteEvents(id: id, identity: identity, .ranging(ranger.constraint), tell: tell)
  }

  func receive(_ fix: Location, at now: MonotonicTime) -> ClientEffects { [] }

  func fire(at now: MonotonicTime) -> ClientEffects {
    guard isRunning, isListening, nextReport <= now else { return [] }
    nextReport = max(nextReport + Self.interval, now)
    tell(.ranged(ranger.beacons(at: now), ranger.constraint))
    return []
  }

  func hear(_ sighting: BeaconSighting, at now: MonotonicTime) -> ClientEffects {
    ranger.take(sighting)
    return []
  }

  func lose(_ device: UInt64, silentSince time: MonotonicTime) {
    ranger.lose(device, silentSince: time)
  }

  func listen(_ isListening: Bool, at now: MonotonicTime) {
    if isListening, !self.isListening { nextReport = now + Self.interval }
    self.isListening = isListening
  }

  func failBeacons(_ error: LocationError) { end(error, isEnd: error.severity == .fatal) }

  func fail(_ error: LocationError) {
    // Troubles of positions are none of beacons.
    if error.severity == .fatal { end(error, isEnd: true) }
  }

  private func end(_ error: LocationError, isEnd: Bool) {
    isFinished = isFinished || isEnd
    tell(.rangingFailure(error, ranger.constraint))
  }
}
