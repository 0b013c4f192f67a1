internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates

/// One request for a position: `requestLocation` or `currentLocation`. Isolation: the event loop.
final class RequestClient: EngineClient {
  let id: UInt32
  let identity: ClientIdentity
  private let request: LocationRequest
  private(set) var authorization: Authorization
  private let reducer = AccuracyReducer()
  private var acquisition: Acquisition?
  /// The latest reason for having no fix; `nil` once there is one.
  private var obstacle: LocationError?
  private var completion: ((Result<Location, LocationError>) -> Void)?

  /// `completion` is called exactly once, on the event loop.
  init(
    id: UInt32, identity: ClientIdentity, request: LocationRequest, authorization: Authorization,
    completion: @escaping (Result<Location, LocationError>) -> Void
  ) {
    self.id = id
    self.identity = identity
    self.request = request
    self.authorization = authorization
    self.completion = completion
  }

  var isRunning: Bool { completion != nil && !authorization.isUndecided }
  var isFinished: Bool { completion == nil }
  var nextDeadline: MonotonicTime { acquisition?.nextDeadline ?? .distantFuture }

  var demand: EnergyRequest {
    EnergyRequest(client: id, accuracy: request.desiredAccuracy, every: nil, isMomentary: true)
  }

  func begin(at now: MonotonicTime, cached: Location?) {
    guard mayContinue else { return complete(.failure(LocationError(.denied))) }
    let known = authorization.isUndecided ? nil : cached
    let acquisition = Acquisition(request, at: now, cached: known)
    if let outcome = acquisition.outcome { return complete(outcome.result) }
    self.acquisition = acquisition
  }

  /// Whether the client may have a position, or may be allowed it before the timeout.
  private var mayContinue: Bool { authorization.isUndecided || authorization.allows(.standard) }

  func recall(_ cached: Location, at now: MonotonicTime) -> ClientEffects {
    guard !authorization.isUndecided else { return [] }
    if let outcome = acquisition?.recall(cached, at: now) { complete(outcome.result) }
    return isFinished ? .finished : []
  }

  func receive(_ fix: Location, at now: MonotonicTime) -> ClientEffects {
    guard !authorization.isUndecided else { return [] }
    obstacle = nil
    if let outcome = acquisition?.receive(fix, at: now) { complete(outcome.result) }
    return isFinished ? .finished : .earlierDeadline
  }

  /// Only a measured position answers a request.
  func continueCourse(
    to fix: Location, hasStopped: Bool, at now: MonotonicTime
  ) -> ClientEffects { [] }

  func fire(at now: MonotonicTime) -> ClientEffects {
    if let outcome = acquisition?.fire(at: now) { complete(outcome.result) }
    return isFinished ? .finished : []
  }

  /// Ends the request only for a fatal error. Anything else may pass before the timeout, which
  /// names it otherwise.
  func fail(_ error: LocationError) {
    guard error.severity != .fatal else { return complete(.failure(error)) }
    if !error.code.concernsQuality { obstacle = error }
  }

  func cancel() { complete(.failure(LocationError(.cancelled))) }

  func authorize(_ authorization: Authorization, at now: MonotonicTime) {
    self.authorization = authorization
    if !mayContinue { fail(LocationError(.denied)) }
  }

  private func complete(_ result: Result<Location, LocationError>) {
    guard let completion else { return }
    self.completion = nil
    acquisition = nil
    let result = result.mapError { $0.withReason(of: obstacle) }
    guard authorization.accuracy == .reducedAccuracy else { return completion(result) }
    completion(result.map { reducer.reduce($0) })
  }
}

extension Acquisition.Outcome {
  fileprivate var result: Result<Location, LocationError> {
    switch self {
    case .location(let fix): .success(fix)
    case .failure(let error): .failure(error)
    }
  }
}
