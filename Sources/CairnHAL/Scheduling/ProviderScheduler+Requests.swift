internal import CCairnMath
internal import CairnTypes

extension ProviderScheduler {
  /// The requests that may switch something on.
  var asking: [EnergyRequest] { requests.filter { !$0.isOpportunistic && $0.isUsable } }

  /// The one that wants the finest accuracy.
  var finest: EnergyRequest? { asking.min { $0.accuracy.rank < $1.accuracy.rank } }

  /// What a receiver that is left on does for all of them: fixes as often as the one that wants most of them, of
  /// its natural rate where that one wants the best, otherwise in the planned period.
  func tracking(_ index: Int, isCyclic: Bool) -> ProviderWork.Tracking {
    let state = states[index]
    let interval = interval(state.provider, period: state.period)
    return ProviderWork.Tracking(
      interval: Duration(clamping: interval), accuracy: finest?.accuracy ?? .best,
      activity: finest?.activity ?? .other, isCyclic: isCyclic)
  }

  /// Seconds between fixes that a provider is to give while it is left on.
  func interval(_ provider: SchedulerProvider, period: Double) -> Double {
    var shortest = Double.infinity
    for request in asking {
      let usual = request.accuracy.metres == nil ? provider.naturalInterval : period
      shortest = min(shortest, max(request.interval, min(usual, request.longestPeriod)))
    }
    return shortest.isFinite ? shortest : provider.naturalInterval
  }

  /// What the tightest of them pays for being outside its tolerance; `nil` when one wants the best there is, or
  /// nobody asks.
  var price: ErrorPrice? {
    let asking = asking
    guard !asking.isEmpty else { return nil }
    var (tolerance, worth) = (Double.infinity, 0.0)
    for request in asking {
      guard let wanted = request.tolerance else { return nil }
      tolerance = min(tolerance, wanted)
      worth = max(worth, 1 / (1 - min(0.99, request.confidence)))
    }
    return ErrorPrice(tolerance: tolerance, rate: max(1e-6, worth * surePower(tolerance)))
  }

  /// Milliwatts: what it costs on the way to be always sure: a fix on each tolerance of it, of what gives one for
  /// the least, or a receiver that is left on. Who accepts a miss in three seconds pays three times that for a
  /// second missed. What is coarser than the tolerance makes nobody sure, at whatever cost.
  private func surePower(_ tolerance: Double) -> Double {
    let often = SchedulerRules.waySpeed / tolerance
    var (least, nearest, dearest) = (Double.infinity, Double.infinity, 0.0)
    for state in states where state.provider.moving.fixProbability > 0 {
      let power = often * state.usualEnergy(hostWake: hostWake)
      let radius = state.provider.moving.radius
      if let receiver = state.receiver {
        let power = min(receiver.tracking, power)
        if radius <= tolerance { least = min(least, power) } else { nearest = min(nearest, power) }
      } else if radius < SchedulerRules.fine * tolerance {
        least = min(least, power)
      } else {
        dearest = max(dearest, power)
      }
    }
    // Where nothing is as fine, the receiver that comes nearest does for it, or the dearest of the rest.
    if least < .infinity { return least }
    return nearest > 0 && nearest < .infinity ? nearest : dearest
  }

  mutating func serve(_ requests: [EnergyRequest], _ now: Double) {
    if self.requests.isEmpty, let speed = requests.map(\.speed).max(), speed.isFigure {
      track = MotionTrack(pace: max(0.5, speed), continuesCourse: continuesCourse)
      // Who asks where a device is that stands already waits from now on.
      if !isMoving { track.rest(since: now, now: now) }
    }
    let joining = requests.filter { request in
      !request.isOpportunistic
        && !self.requests.contains { $0.client == request.client && !$0.isOpportunistic }
    }
    self.requests = requests
    let isStale = now - servedAt > SchedulerRules.fresh
    if joining.contains(where: { isStale || $0.isMomentary }) {
      isAwaited = track.anchor != nil
    }
    // Who wants the best does not wait for a scan; what comes of it is taken all the same.
    if price == nil, let attempt, states[attempt.index].receiver == nil { self.attempt = nil }
    lookAround(now)
    resume(now)
  }

  /// Whether somebody waits for one position, and no receiver that searches for it rests meanwhile.
  var isMomentary: Bool { asking.contains { $0.isMomentary } }

  /// A receiver that has had its fix ends its stay when nobody needs more of it.
  private mutating func resume(_ now: Double) {
    guard let attempt, states[attempt.index].firstFixAt != nil, !asking.isEmpty,
      let receiver = states[attempt.index].receiver
    else { return decide(now) }
    settle(attempt.index, receiver, now)
  }

  /// Takes over the providers that there are now.
  mutating func adopt(_ providers: [SchedulerProvider], _ now: Double) {
    let tried = attempt.map { id($0.index) }
    states = providers.map { provider in
      guard let index = index(provider.id) else { return ProviderState(provider, now: now) }
      var state = states[index]
      state.become(provider)
      return state
    }
    if let index = tried.flatMap({ index($0) }) { attempt?.index = index } else { attempt = nil }
    decide(now)
  }

  /// Tries once what costs next to nothing, so that it need not be guessed what it gives.
  private mutating func lookAround(_ now: Double) {
    guard let price else { return }
    for index in states.indices {
      let state = states[index]
      guard !state.isKnown, state.lastTriedAt == -.infinity,
        case .operation(let operation) = state.provider.model, operation.energy < price.rate,
        state.belief.radius < 10 * price.tolerance
      else { continue }
      measure(index, now)
    }
  }
}

extension DesiredAccuracy {
  /// Orders wishes from the finest to the coarsest.
  fileprivate var rank: Double {
    switch level {
    case .bestForNavigation: -1
    case .best: 0
    case .metres, .reduced: metres ?? 0
    }
  }
}
