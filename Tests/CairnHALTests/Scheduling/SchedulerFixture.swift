import CairnFusion
import CairnTypes

@testable import CairnHAL

/// A scheduler in virtual time, with the figures of a gateway: an M8, a dual-band Wi-Fi scan, a modem.
struct SchedulerBench {
  static let gnss = SchedulerProvider(
    id: "gnss",
    model: .receiver(
      ReceiverEnergy(
        acquiring: 96, tracking: 87, cyclic: .init(power: 28.5, radiusFactor: 1.3), backup: 0.045,
        startTimes: .init(hot: 1, aided: 2, warm: 26, cold: 26))),
    moving: ProviderBelief(fixProbability: 0.9, radius: 8, timeToFix: 2.5, timeout: 25),
    standing: ProviderBelief(fixProbability: 0.4, radius: 12, timeToFix: 3, timeout: 25))
  static let wifi = SchedulerProvider(
    id: "wifi", model: .operation(OperationEnergy(energy: 860, duration: 3)),
    moving: ProviderBelief(fixProbability: 0.9, radius: 30))
  static let cell = SchedulerProvider(
    id: "cell", model: .operation(OperationEnergy(energy: 9, duration: 0.3)),
    moving: ProviderBelief(fixProbability: 0.98, radius: 1500))

  var scheduler: ProviderScheduler
  /// Makes the estimate that the scheduler asks.
  private var engine = FusionEngine()
  var now = 0.0
  /// Everything that was commanded, with its time.
  var log: [(time: Double, command: ProviderCommand)] = []
  var last = SchedulerStep()
  /// Metres east of the origin.
  var east = 0.0

  init(_ providers: [SchedulerProvider] = [gnss, wifi, cell]) {
    scheduler = ProviderScheduler(
      hostWake: 2, providers: providers, at: MonotonicTime(nanoseconds: 0))
    let zero = MonotonicTime(nanoseconds: 0)
    engine.turn(isMoving: true, since: zero, at: zero)
  }

  /// Lets fixes alone show that the device stands.
  mutating func loseDetector() {
    scheduler.detector = nil
    let time = MonotonicTime(nanoseconds: Int64(now * 1e9))
    engine.turn(isMoving: nil, since: time, at: time)
  }

  var estimate: Estimate { engine.estimate }

  private mutating func note(_ event: SchedulerEvent, at time: MonotonicTime) {
    switch event {
    case .fix(let id, let fix):
      let technology: Technology = id == "gnss" ? .gnss : id == "wifi" ? .wifi : .cellular
      var location = Location(
        coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy, time: time,
        source: LocationSource(provider: id, technology: technology))
      (location.source.fix, location.speed, location.course) = (.threeD, fix.speed, fix.course)
      _ = engine.take(&location, at: time)
    case .motion(let isMoving):
      let delay = isMoving ? scheduler.detector?.startDelay : scheduler.detector?.stopDelay
      engine.turn(isMoving: isMoving, since: time - .seconds(delay ?? 0), at: time)
    case .cue(let id): engine.takeCue(id, at: time)
    case .cuesEnded(let id): engine.endCues(of: id, at: time)
    case .availability(let id, .missing): engine.endCues(of: id, at: time)
    case .requests(let requests):
      if scheduler.requests.isEmpty, let speed = requests.map(\.speed).max() {
        engine.expect(speed: speed)
      }
    default: break
    }
  }

  @discardableResult
  mutating func send(_ event: SchedulerEvent, at time: Double? = nil) -> SchedulerStep {
    now = time ?? now
    let instant = MonotonicTime(nanoseconds: Int64(now * 1e9))
    note(event, at: instant)
    last = scheduler.handle([event], knowing: engine.estimate, at: instant)
    for command in last.commands { log.append((now, command)) }
    return last
  }

  @discardableResult
  mutating func ask(
    _ metres: Double, confidence: Double = 0.68, isOpportunistic: Bool = false
  ) -> SchedulerStep {
    send(
      .requests([
        EnergyRequest(
          accuracy: DesiredAccuracy(.metres(metres)), confidence: confidence, speed: 1.5,
          isOpportunistic: isOpportunistic)
      ]))
  }

  @discardableResult
  mutating func fix(
    _ id: ProviderID = "gnss", accuracy: Double = 8, speed: Double? = 1.4, at time: Double
  ) -> SchedulerStep {
    send(.fix(id, place(accuracy: accuracy, speed: speed)), at: time)
  }

  /// A second later, a fix of the receiver that the scheduler does not look at, since the next that is worth it is later.
  mutating func pass(speed: Double = 1.4) {
    (now, east) = (now + 1, east + speed)
    let time = MonotonicTime(nanoseconds: Int64(now * 1e9))
    note(.fix("gnss", place(speed: speed)), at: time)
  }

  func place(accuracy: Double = 8, speed: Double? = 1.4, course: Double? = nil) -> SchedulerFix {
    SchedulerFix(
      coordinate: Coordinate(latitude: 0, longitude: east / 111_320),
      horizontalAccuracy: accuracy, speed: speed, course: course)
  }

  /// Seconds, when the scheduler wants to be woken.
  var wake: Double? { last.wake.map { Double($0.nanoseconds) * 1e-9 } }

  /// Goes on for so long, waking as wanted; providers answer at once, at `speed` metres per second.
  mutating func run(for seconds: Double, speed: Double = 1.4, sky: Bool = true) {
    let end = now + seconds
    while let next = nextEvent(end, sky) {
      east += speed * (next - now)
      now = next
      if let index = pending, sky || index != "gnss" {
        fix(
          index, accuracy: index == "gnss" ? 8 : 25, speed: index == "gnss" ? speed : nil, at: now)
      } else {
        send(.wake)
      }
    }
    east += speed * (end - now)
    now = end
  }

  /// The provider that answers next.
  private var pending: ProviderID? {
    if let on = scheduler.states.first(where: { $0.mode != nil }) { return on.provider.id }
    return scheduler.attempt.map { scheduler.id($0.index) }
  }

  private func nextEvent(_ end: Double, _ sky: Bool) -> Double? {
    var next = wake ?? .infinity
    if let pending, sky || pending != "gnss" { next = min(next, now + 1) }
    return next <= end ? max(next, now) : nil
  }

  func commands(_ id: ProviderID, since time: Double = 0) -> [Told] {
    log.filter { $0.time >= time && $0.command.provider == id }.map(\.command.told)
  }
}

/// What a provider was told, without times and wishes.
enum Told: Equatable {
  case track(period: Double)
  case trackCyclic(period: Double)
  case measure, rest, off
}

extension ProviderCommand {
  var told: Told {
    switch work {
    case .track(let tracking):
      tracking.isCyclic
        ? .trackCyclic(period: tracking.interval.inSeconds)
        : .track(period: tracking.interval.inSeconds)
    case .measure: .measure
    case .rest: .rest
    case .off: .off
    }
  }
}

extension SchedulerStep {
  /// What was told to whom, in short.
  var told: [String] { commands.map { "\($0.provider.name) \($0.told)" } }
}
