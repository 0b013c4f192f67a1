internal import CairnTypes

/// One provider of a scheduler, and what has become of it. Times are seconds on the boot clock.
struct ProviderState {
  private(set) var provider: SchedulerProvider
  var belief: ProviderBelief
  var availability = ProviderAvailability.available
  /// What it was told last; `off` once a measurement has ended.
  var work = ProviderWork.off
  /// Seconds between the fixes of a receiver that is on, as planned.
  var period = 1.0
  var startedAt = 0.0
  /// Since when a receiver sleeps.
  var sleepsSince: Double
  /// Whether it has no supply.
  private(set) var isOff = false
  /// Whether it has had none since its last fix.
  private var hasForgotten = false
  var firstFixAt: Double?
  var lastFixAt = -Double.infinity
  var lastTriedAt = -Double.infinity
  /// When its answer last changed; infinitely long ago for those that never tell.
  var cuedAt = -Double.infinity
  var blockedUntil = -Double.infinity
  /// Attempts without a fix since the last one with.
  var failures = 0
  var ephemerisAt: Double
  /// Starts since the ephemeris was new.
  var starts = 0
  /// By how much its errors are larger than it says, squared; 1 or more.
  var boast = 1.0
  /// Whether the radius of its fixes has been seen.
  var isKnown = false

  init(_ provider: SchedulerProvider, now: Double) {
    self.provider = provider
    belief = provider.moving
    sleepsSince = now
    // Of an ephemeris of unknown age half of the life is left, on average.
    ephemerisAt = provider.ephemeris.isHeld ? now - provider.ephemeris.validity / 2 : -.infinity
  }

  /// It has turned out to be something else, or more is known of where it is used.
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

  /// How a receiver is left on; `nil` while it sleeps, and while there is none.
  var mode: EnergyPlan.Mode? {
    guard isAvailable, let tracking = work.tracking else { return nil }
    return tracking.isCyclic ? .cyclic : .tracking
  }

  /// When a measurement that is under way is no longer waited for.
  var measuresUntil: Double? {
    guard isAvailable, let deadline = work.measurement?.deadline else { return nil }
    return deadline.inSeconds
  }

  /// What it costs, where it is a receiver.
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

  /// It has no ephemeris, and was never heard.
  var isNew: Bool { !provider.ephemeris.isHeld && lastFixAt == -.infinity }

  /// It may be better than it is thought to be.
  var isUntried: Bool { isNew && failures == 0 }

  /// Seconds of a start for which the ephemeris has to be downloaded.
  private func download(_ receiver: ReceiverEnergy) -> Double {
    isNew || hasForgotten ? receiver.startTimes.cold : receiver.startTimes.warm
  }

  /// Milliwatts on average for holding a receiver that is used now and then until its ephemeris is new.
  var renewalPower: Double {
    guard let receiver, !provider.ephemeris.isSupplied, provider.ephemeris.validity > 0 else {
      return 0
    }
    return receiver.ephemerisDownload * receiver.tracking
      / (SchedulerRules.renewal * provider.ephemeris.validity)
  }

  /// By how much starts take longer here than under the open sky.
  private var slowness: Double {
    belief.timeToFix / max(0.5, receiver?.startTimes.hot ?? 1)
  }

  /// Seconds that a fix is expected to take.
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

  /// When a sleeping receiver has spent as much on what it keeps as a start without would cost more: whoever does
  /// not know when it will be needed next then loses it, and spends at most twice the least. `nil` if that is no
  /// choice.
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

  /// Millijoules for each success; the host wakes to start it and for what comes of it.
  func energy(_ now: Double, hostWake: Double) -> Double {
    energy(belief.fixProbability, timeToFix(now), timeout(now), hostWake: hostWake)
  }

  /// The same on the way, as it is expected to be before anything was tried.
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

  /// Where the device stands is another place than the way there, unless the same is expected of both: half of
  /// what was learned holds.
  mutating func comeToRest(_ now: Double) {
    if provider.standing != provider.moving {
      belief.fixProbability = (belief.fixProbability + provider.standing.fixProbability) / 2
      belief.radius = (belief.radius + provider.standing.radius) / 2
    }
    failures = 0
    blockedUntil = now
  }

  /// After a long rest nothing is known of the surroundings of the way.
  mutating func setOut(_ now: Double) {
    blockedUntil = now
    belief.fixProbability = max(belief.fixProbability, provider.moving.fixProbability)
  }

  /// An attempt found nothing: it is not tried again for a while, and each time for longer.
  mutating func fail(_ now: Double, block seconds: Double) {
    belief.fail()
    failures += 1
    blockedUntil = now + min(2 * SchedulerRules.longestPeriod, patience(seconds))
  }

  /// Seconds that are twice as many after each failure in turn.
  func patience(_ seconds: Double) -> Double {
    var wait = seconds
    for _ in 0..<min(failures, 10) { wait *= 2 }
    return wait
  }

  /// What a fix tells of the provider; of a radius in metres, 68 %.
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
      // It had an ephemeris after all, of unknown age.
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
