package import CairnFusion
internal import CairnGeodesy
public import CairnTypes

/// Turns what clients ask for into commands to providers over time.
///
/// Pure: events, times and the estimate of where the device is go in; commands and the next wake-up
/// come out. The same input gives the same steps. Providers stay off until the error of the last
/// position is so large that a fix saves as much as it costs; `EnergyPlanner` decides which provider
/// to ask then, or whether to leave a receiver on. While the device stands, nothing is done but to
/// look at times whether it still is there. Opportunistic clients
/// switch nothing on.
///
/// ```swift
/// var scheduler = ProviderScheduler(hostWake: 2, providers: [gnss, wifi, cell], at: now)
/// let step = scheduler.handle([.requests([request])], knowing: estimate, at: now)
/// // step.commands.first?.provider == "wifi", to measure until 6 s from now
/// ```
public struct ProviderScheduler: Sendable {
  struct Attempt {
    var index: Int
    var deadline: Double
  }

  /// Millijoules for each wake-up of the host; `nil` if unknown.
  let knownHostWake: Double?
  /// The delays of the motion detector; `nil` for a device without one, which is reported as
  /// moving: its fixes show how long it has stood.
  public var detector: MotionDetector?
  var states: [ProviderState]
  var requests: [EnergyRequest] = []
  /// Where the device is, as the filter knows it, and knew it at the step before.
  var estimate = Estimate()
  private(set) var earlier = Estimate()
  var isMoving = true
  var movingSince: Double
  var attempt: Attempt?
  /// The latest plan.
  var plan: Planned?
  /// Whether a client waits for a position measured from now on.
  var isAwaited = false
  /// When a provider last gave a position.
  var servedAt = -Double.infinity
  /// The position that clients have.
  var reported: (coordinate: Coordinate, time: Double)?
  /// When a provider was last tried since the device stands.
  var triedAt = -Double.infinity
  /// When it was last looked whether the device still stands where it is believed to be.
  var lookedAt = -Double.infinity
  /// 0...1: the probability that the place where the device stands is wrong, whatever its radius.
  var doubt = SchedulerRules.wrong
  private var driftedAt: Double
  /// When the next fix will probably be asked for, as the present step sees it.
  var fixDue = Double.infinity
  /// The latest step.
  public internal(set) var step = SchedulerStep()
  /// Whether the latest event of the present step leaves nothing to decide.
  var isDecided = false
  /// The receiver that the present step has given the one fix that it was started for.
  var served: ProviderID?

  /// - Parameters:
  ///   - hostWake: millijoules for each wake-up of the host; `nil` if unknown.
  ///   - providers: those that are present and allowed.
  ///   - detector: the motion detector; `nil` without one.
  ///   - time: now.
  public init(
    hostWake: Double?, providers: [SchedulerProvider] = [],
    detector: MotionDetector? = MotionDetector(), at time: MonotonicTime
  ) {
    knownHostWake = hostWake
    self.detector = detector
    let now = time.inSeconds
    states = providers.map { ProviderState($0, now: now) }
    driftedAt = now
    movingSince = now
  }

  /// Millijoules for each wake-up of the host, assumed if unknown.
  var hostWake: Double { knownHostWake ?? EnergyPlanner.assumedHostWake }

  /// Handles what happened at one moment, and decides once, after all of it.
  ///
  /// - Parameters:
  ///   - events: the events, in the order in which they apply.
  ///   - estimate: where the device is, after them.
  ///   - time: when they happened, not before the previous event.
  /// - Returns: commands, the next wake-up, and whether the course is to be continued.
  package mutating func handle(
    _ events: [SchedulerEvent], knowing estimate: Estimate, at time: MonotonicTime
  ) -> SchedulerStep {
    (earlier, self.estimate) = (self.estimate, estimate)
    step = SchedulerStep()
    (fixDue, served, isDecided) = (.infinity, nil, false)
    drift(time.inSeconds)
    for event in events { take(event, time.inSeconds) }
    return finished(time)
  }

  private mutating func finished(_ time: MonotonicTime) -> SchedulerStep {
    let now = time.inSeconds
    if !isDecided {
      step.wake = nil
      decide(now)
      sleepIfServed()
    }
    directUnavailable()
    turnOffSleepers(now)
    for state in states {
      guard let deadline = state.measuresUntil else { continue }
      let time = MonotonicTime(seconds: deadline)
      step.wake = min(step.wake ?? time, time)
    }
    if requests.isEmpty { step.continuesCourse = false }
    // Nothing is due sooner, and no rounding may wake the host again and again.
    step.wake = step.wake.map { max($0, time + .seconds(1)) }
    step.nextFix = MonotonicTime(seconds: nextFix(now))
    step.quiet = quiet(now)
    settleRests(time)
    return step
  }

  // MARK: - Steps

  private mutating func take(_ event: SchedulerEvent, _ now: Double) {
    isDecided = false
    switch event {
    case .requests(let requests): serve(requests, now)
    case .providers(let providers): adopt(providers, now)
    case .fix(let id, let fix): receive(id, fix, now)
    case .noFix(let id): receiveNothing(id, now)
    case .searching(let id): beginSearch(id, now)
    case .signal(let id, let strongest): judge(id, strongest, now)
    case .motion(let isMoving): turn(isMoving, now)
    case .cue(let id): takeCue(id, now)
    case .cuesEnded(let id): forgetCues(of: id, now)
    case .availability(let id, let availability): change(id, availability, now)
    case .wake: wake(now)
    }
  }

  func index(_ id: ProviderID) -> Int? { states.firstIndex { $0.provider.id == id } }

  func id(_ index: Int) -> ProviderID { states[index].provider.id }

  /// Gives a provider work, unless it already has the same work.
  mutating func order(_ index: Int, _ work: ProviderWork) {
    guard states[index].work != work else { return }
    states[index].work = work
    step.commands.append(ProviderCommand(id(index), work))
  }

  /// When the next fix of the receiver that is left on is worth looking at.
  private func nextFix(_ now: Double) -> Double {
    guard attempt == nil, let on = states.first(where: { $0.mode != nil }), on.firstFixAt != nil,
      price == nil || isFollowed
    else { return now }
    return now + (price == nil ? SchedulerRules.watching : SchedulerRules.following)
  }

  /// How long no position is expected after the decision.
  private func quiet(_ now: Double) -> Double? {
    let age = now - max(0, servedAt)
    return switch step.reasons.last {
    case .waiting(let seconds, _, _): age + seconds
    case .standing: age + SchedulerRules.longestRest
    case .leftOn(_, _, let period, _): period
    default: nil
    }
  }

  mutating func wake(at time: Double) {
    step.wake = time < 9e9 ? MonotonicTime(seconds: time) : nil
  }

  mutating func sleep(_ index: Int) {
    guard states[index].mode != nil else { return }
    states[index].firstFixAt = nil
    // Up to here, everything has drifted.
    states[index].sleepsSince = driftedAt
    order(index, .rest(until: .distantFuture))
  }

  /// Ends a provider's work because no client needs it; a switched supply goes off with it.
  mutating func release(_ index: Int) {
    guard states[index].work != .off else { return }
    if states[index].mode != nil {
      states[index].firstFixAt = nil
      states[index].sleepsSince = driftedAt
    }
    if states[index].provider.model.hasSwitch { states[index].turnOff() }
    order(index, .off)
  }

  /// Sets the time until which providers rest, which is known only at the end of a step.
  ///
  /// A receiver that cannot sleep is switched off instead.
  private mutating func settleRests(_ time: MonotonicTime) {
    // Only the last command to each provider counts.
    step.commands = step.commands.enumerated().filter { place, command in
      !step.commands[(place + 1)...].contains { $0.provider == command.provider }
    }.map(\.element)
    for place in step.commands.indices {
      guard case .rest = step.commands[place].work, let index = index(step.commands[place].provider)
      else { continue }
      let model = states[index].provider.model
      let rest = min(max(0, fixDue - time.inSeconds), SchedulerRules.longestRest)
      let work: ProviderWork =
        model.canSleep ? .rest(until: time + Duration(clamping: rest)) : .off
      if case .rest = states[index].work { states[index].work = work }
      step.commands[place].work = work
    }
  }

  /// Switches off a receiver that has slept so long that keeping its memory costs more than it
  /// saves. Without a switch, a device that is not in the plan is released after a while.
  private mutating func turnOffSleepers(_ now: Double) {
    for index in states.indices {
      let isSpare =
        plan.map { $0.plan.mode != .off && !$0.plan.providers.contains(id(index)) } ?? false
      guard case .rest = states[index].work,
        let time = states[index].turnsOff(now)
          ?? (isSpare ? states[index].sleepsSince + SchedulerRules.longestPeriod : nil)
      else { continue }
      if time <= now + SchedulerRules.instant {
        if states[index].provider.model.hasSwitch { states[index].turnOff() }
        order(index, .off)
      } else if time < 9e9 {
        let time = MonotonicTime(seconds: time)
        step.wake = min(step.wake ?? time, time)
      }
    }
  }

  mutating func sleepAll(but kept: Int? = nil) {
    for index in states.indices where index != kept { sleep(index) }
  }

  /// Has the course continued to now, unless every provider that has given positions is gone.
  mutating func continueCourse(_ now: Double) {
    guard states.contains(where: { $0.isAvailable && $0.lastFixAt.isFinite }),
      let coordinate = estimate.coordinate(at: now)
    else { return }
    reported = (coordinate, now)
    step.continuesCourse = true
  }

  /// Fades what was learned about the surroundings, with time and with distance.
  private mutating func drift(_ now: Double) {
    let elapsed = now - driftedAt
    guard elapsed > 0 else { return }
    driftedAt = now
    let faster = isMoving ? 1 + estimate.pace * SchedulerRules.forgettingPerMetre : 1
    for index in states.indices {
      let provider = states[index].provider
      // A receiver that has fixes forgets nothing.
      if states[index].mode != nil, now - states[index].lastFixAt < SchedulerRules.silence {
        continue
      }
      states[index].belief.drift(
        to: isMoving ? provider.moving : provider.standing, over: elapsed * faster)
    }
  }
}

extension MonotonicTime {
  var inSeconds: Double { Double(nanoseconds) * 1e-9 }

  init(seconds: Double) {
    self.init(nanoseconds: Duration(clamping: max(0, seconds)).wholeNanoseconds)
  }
}
