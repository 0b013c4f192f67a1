internal import CairnTypes

/// The state of one provider in a scheduler. Times are seconds on the boot clock.
struct ProviderState {
  private(set) var provider: SchedulerProvider
  var belief: ProviderBelief
  var availability = ProviderAvailability.available
  /// Its present work; `off` once a measurement has ended.
  var work = ProviderWork.off
  /// Seconds between the fixes of a receiver that is on, as planned.
  var period = 1.0
  var startedAt = 0.0
  /// Since when the receiver has been asleep.
  var sleepsSince: Double
  /// Whether it has no supply.
  private(set) var isOff = false
  /// Whether its supply was off since its last fix.
  private var hasForgotten = false
  var firstFixAt: Double?
  var lastFixAt = -Double.infinity
  var lastTriedAt = -Double.infinity
  /// When it last reported a new answer; infinitely long ago for providers that never do.
  var cuedAt = -Double.infinity
  var blockedUntil = -Double.infinity
  /// From when on an operation may bring something that the last one has not.
  var newsAt = -Double.infinity
  /// Consecutive attempts without a fix.
  var failures = 0
  var ephemerisAt: Double
  /// Starts since the last new ephemeris.
  var starts = 0
  /// How many times larger its errors are than it claims, squared; 1 or more.
  var boast = 1.0
  /// Whether the radius of its fixes has been observed.
  var isKnown = false

  init(_ provider: SchedulerProvider, now: Double) {
    self.provider = provider
    belief = provider.moving
    sleepsSince = now
    // An ephemeris of unknown age has half of its life left, on average.
    ephemerisAt = provider.ephemeris.isHeld ? now - provider.ephemeris.validity / 2 : -.infinity
  }

  /// Replaces the provider's figures: it was identified, or its surroundings are known better.
  mutating func become(_ next: SchedulerProvider) {
    guard next != provider else { return }
    provider = next
    var learned = next.moving
    if isKnown || failures > 0 {
      learned.fixProbability = belief.fixProbability
      learned.trackingProbability = belief.trackingProbability
    }
    if isKnown { learned.radius = belief.radius }
    belief = learned
  }

  var isAvailable: Bool { availability == .available }

  /// How a receiver is left on; `nil` while it is not tracking or is unavailable.
  var mode: EnergyPlan.Mode? {
    guard isAvailable, let tracking = work.tracking else { return nil }
    return tracking.isCyclic ? .cyclic : .tracking
  }

  /// When the current measurement is no longer waited for; `nil` without one.
  var measuresUntil: Double? {
    guard isAvailable, let deadline = work.measurement?.deadline else { return nil }
    return deadline.inSeconds
  }

  /// The costs of a receiver; `nil` for an operation.
  var receiver: ReceiverEnergy? {
    if case .receiver(let receiver) = provider.model { receiver } else { nil }
  }

  func isReady(_ now: Double) -> Bool {
    isAvailable && now >= blockedUntil - SchedulerRules.instant
  }

  /// Whether a start has to download the ephemeris.
  func isWarm(_ now: Double) -> Bool {
    !provider.ephemeris.isSupplied && now - ephemerisAt > provider.ephemeris.validity
  }

  /// Whether it has no ephemeris and has never given a fix.
  var isNew: Bool { !provider.ephemeris.isHeld && lastFixAt == -.infinity }

  /// Whether it may be better than expected.
  var isUntried: Bool { isNew && failures == 0 }

  /// Seconds of a start that includes the download of an ephemeris.
  private func download(_ receiver: ReceiverEnergy) -> Double {
    isNew || hasForgotten ? receiver.startTimes.cold : receiver.startTimes.warm
  }

  /// Mean milliwatts for keeping an occasionally used receiver on until its ephemeris is new.
  var renewalPower: Double {
    guard let receiver, !provider.ephemeris.isSupplied, provider.ephemeris.validity > 0 else {
      return 0
    }
    return receiver.ephemerisDownload * receiver.tracking
      / (SchedulerRules.renewal * provider.ephemeris.validity)
  }

  /// How many times longer starts take here than under the open sky.
  private var slowness: Double {
    belief.timeToFix / max(0.5, receiver?.startTimes.hot ?? 1)
  }

  /// The expected time to a fix, in seconds.
  func timeToFix(_ now: Double) -> Double {
    switch provider.model {
    case .operation(let operation): operation.duration
    case .receiver(let receiver):
      isWarm(now) ? min(60, slowness * download(receiver)) : belief.timeToFix
    }
  }

  /// Seconds after which an attempt is given up.
  func timeout(_ now: Double) -> Double {
    switch provider.model {
    case .operation(let operation): max(10, 2 * operation.duration)
    case .receiver(let receiver):
      isWarm(now)
        ? 1.5 * download(receiver) * max(1, slowness)
        : min(
          max(belief.timeout, SchedulerRules.leastPatience),
          SchedulerRules.patience * belief.timeToFix + SchedulerRules.leastPatience)
    }
  }

  /// When a sleeping receiver will have spent as much on its memory as a start without it would
  /// cost more. Switching it off then costs at most twice the optimum, without knowing when it is
  /// needed next. `nil` if it cannot be switched off.
  func turnsOff(_ now: Double) -> Double? {
    guard mode == nil, !isOff, let receiver, let off = receiver.off, off < receiver.backup else {
      return nil
    }
    let times = receiver.startTimes
    let ephemeris = provider.ephemeris
    let (kept, lost) =
      if ephemeris.isSupplied {
        (now - ephemerisAt > ephemeris.validity ? times.aided : times.hot, times.aided)
      } else {
        (isWarm(now) ? download(receiver) : times.hot, times.cold)
      }
    return sleepsSince
      + max(0, lost - kept) * slowness * receiver.acquiring / (receiver.backup - off)
  }

  mutating func turnOff() {
    (isOff, hasForgotten) = (true, true)
    ephemerisAt = -.infinity
  }

  mutating func turnOn(_ now: Double) {
    isOff = false
    startedAt = now
    firstFixAt = nil
  }

  /// Millijoules per success; the host wakes to start it and for the result.
  func energy(_ now: Double, hostWake: Double) -> Double {
    energy(belief.fixProbability, timeToFix(now), timeout(now), hostWake: hostWake)
  }

  /// Millijoules per success while moving, as expected before anything was tried.
  func usualEnergy(hostWake: Double) -> Double {
    let usual = provider.moving
    let timeout = SchedulerRules.patience * usual.timeToFix + SchedulerRules.leastPatience
    return energy(usual.fixProbability, usual.timeToFix, timeout, hostWake: hostWake)
  }

  private func energy(
    _ chance: Double, _ timeToFix: Double, _ timeout: Double, hostWake: Double
  ) -> Double {
    let spent =
      switch provider.model {
      case .operation(let operation): operation.energy
      case .receiver(let receiver):
        (chance * timeToFix + (1 - chance) * timeout) * receiver.acquiring
      }
    return (spent + 2 * hostWake) / chance
  }

  /// Adapts to a stop: the place differs from the way there unless the same is expected of both, so
  /// that half of what was learned remains.
  mutating func comeToRest(_ now: Double) {
    if provider.standing != provider.moving {
      belief.fixProbability = (belief.fixProbability + provider.standing.fixProbability) / 2
      belief.radius = (belief.radius + provider.standing.radius) / 2
    }
    failures = 0
    blockedUntil = now
  }

  /// Expects at least what is halfway to what is usual on the way.
  mutating func expectMoving() {
    belief.fixProbability = max(
      belief.fixProbability, (belief.fixProbability + provider.moving.fixProbability) / 2)
  }

  /// Adapts to a departure: after a long rest nothing is known of the signals on the way.
  mutating func setOut(_ now: Double) {
    blockedUntil = now
    belief.fixProbability = max(belief.fixProbability, provider.moving.fixProbability)
  }

  /// Notes an attempt without a fix: the provider is blocked for a while, longer each time.
  mutating func fail(_ now: Double, block seconds: Double) {
    belief.fail()
    failures += 1
    blockedUntil = now + min(2 * SchedulerRules.longestPeriod, patience(seconds))
  }

  /// Doubles the seconds for each consecutive failure.
  func patience(_ seconds: Double) -> Double {
    var wait = seconds
    for _ in 0..<min(failures, 10) { wait *= 2 }
    return wait
  }

  /// Learns from a fix of the provider; `radius` in metres, 68 %.
  mutating func learn(radius: Double, _ now: Double) {
    belief.radius += (isKnown ? SchedulerRules.learning : 1) * (radius - belief.radius)
    isKnown = true
    let wasNew = isNew
    lastFixAt = now
    guard let receiver else {
      belief.succeed()
      failures = 0
      return
    }
    if let firstFixAt {
      if now - firstFixAt >= receiver.ephemerisDownload { renewEphemeris(now) }
      return
    }
    firstFixAt = now
    hasForgotten = false
    starts += 1
    belief.succeed()
    failures = 0
    if wasNew, now - startedAt < receiver.ephemerisDownload / 2 {
      // The receiver had an ephemeris after all, of unknown age.
      ephemerisAt = now - provider.ephemeris.validity / 2
    } else if provider.ephemeris.isSupplied || isWarm(now) {
      renewEphemeris(now)
    } else {
      belief.timeToFix += SchedulerRules.learning * (now - startedAt - belief.timeToFix)
    }
  }

  private mutating func renewEphemeris(_ now: Double) {
    ephemerisAt = now
    starts = 0
  }
}
