import CairnHAL
import CairnSimulator
import CairnTypes

/// The simulated radios of a device: obeys the service's commands, produces events, and meters the
/// energy independently of the service's own ledger.
struct DayHardware {
  /// A fix is less exact for four times this many seconds after the first one.
  private static let settling = 4.0

  private let descriptors: [ProviderID: ProviderDescriptor]
  private let hostWake: Double
  /// Milliwatts that providers and the motion sensor draw at all times.
  private let always: [(id: ProviderID, power: Double)]
  /// Millijoules by provider, with the motion sensor's, and those of the host's wake-ups.
  private(set) var energy: [ProviderID: Double] = [:]

  private var work = ProviderWork.off
  private var sleepPower = 0.0
  /// Seconds of search until the first fix; infinite if there will be none.
  private var searchLeft = Double.infinity
  private var fixedSince: Double?
  private var nextFix = 0.0
  private var ephemerisAt: Double
  private var tracked = 0.0
  /// Whether the first fix has to wait for an ephemeris.
  private var downloads = false
  private var results: [(time: Double, provider: ProviderID)] = []

  init(_ board: DayBoard) {
    descriptors = Dictionary(uniqueKeysWithValues: board.descriptors.map { ($0.id, $0) })
    hostWake = board.hostWake
    always =
      board.descriptors.compactMap { descriptor in
        guard case .operation(let operation) = descriptor.energy else { return nil }
        return (descriptor.id, operation.idle)
      } + (board.motion.map { [($0.id, $0.power)] } ?? [])
    ephemerisAt = -3600
    if let receiver { sleepPower = receiver.backup }
  }

  private var receiver: ReceiverEnergy? {
    if case .receiver(let receiver) = descriptors["gnss"]?.energy { receiver } else { nil }
  }

  /// The host wakes up for an event.
  mutating func wakeHost() { energy["host", default: 0] += hostWake }

  mutating func obey(_ command: SimulatedCommand, at now: Double, in world: inout DayWorld) {
    guard command.provider != "gnss" else { return turn(to: command.work, now, &world) }
    guard case .measure = command.work,
      case .operation(let operation) = descriptors[command.provider]?.energy
    else { return }
    energy[command.provider, default: 0] += operation.energy
    results.append((now + max(1, operation.duration.rounded(.up)), command.provider))
  }

  private mutating func turn(to work: ProviderWork, _ now: Double, _ world: inout DayWorld) {
    guard let receiver else { return }
    let wasOn = self.work.tracking != nil
    self.work = work
    switch work {
    case .track:
      if !wasOn { search(receiver, now, &world) }
      nextFix = min(nextFix, now + interval)
    case .off where receiver.off != nil:
      (sleepPower, ephemerisAt, fixedSince) = (receiver.off ?? 0, -.infinity, nil)
    case .rest, .off, .measure: (sleepPower, fixedSince) = (receiver.backup, nil)
    }
  }

  private var interval: Double { max(1, work.tracking?.interval.inSeconds ?? 1) }

  private mutating func search(_ receiver: ReceiverEnergy, _ now: Double, _ world: inout DayWorld) {
    let times = receiver.startTimes
    let base =
      now - ephemerisAt < receiver.ephemerisValidity
      ? times.hot
      : receiver.isAssisted ? times.aided : ephemerisAt.isFinite ? times.warm : times.cold
    downloads = base >= times.warm
    searchLeft = world.timeToFix(base) ?? .infinity
    (fixedSince, nextFix, tracked) = (nil, now, 0)
  }

  /// Returns the events of this second, before time passes.
  mutating func events(at now: Double, in world: inout DayWorld) -> [SchedulerEvent] {
    var events: [SchedulerEvent] = []
    for result in results where result.time <= now {
      let fix = result.provider == "wifi" ? world.wifiFix() : world.cellFix()
      events.append(fix.map { .fix(result.provider, $0) } ?? .noFix(result.provider))
    }
    results.removeAll { $0.time <= now }
    if let fix = satelliteFix(now, &world) { events.append(.fix("gnss", fix)) }
    return events
  }

  private mutating func satelliteFix(_ now: Double, _ world: inout DayWorld) -> SchedulerFix? {
    guard let receiver, let descriptor = descriptors["gnss"], work.tracking != nil else {
      return nil
    }
    if fixedSince == nil {
      // A search without success may succeed once the surroundings have changed.
      if searchLeft == .infinity, Int(now) % 15 == 0 {
        searchLeft = world.timeToFix(receiver.startTimes.hot) ?? .infinity
      }
      searchLeft -= 1
      guard searchLeft <= 0, world.hasSatellites else { return nil }
      (fixedSince, nextFix) = (now, now)
    }
    guard let since = fixedSince, world.hasSatellites else { return nil }
    tracked += 1
    if tracked >= receiver.ephemerisDownload || receiver.isAssisted || downloads {
      ephemerisAt = now
    }
    guard now >= nextFix else { return nil }
    nextFix = now + interval
    var factor = 1 + (now - since < 4 * Self.settling ? 1 / (1 + now - since) : 0)
    if let cyclic = cyclic(receiver, now) { factor *= cyclic.radiusFactor }
    return world.satelliteFix(deviation: descriptor.accuracy.openSky / 1.51, factor: factor)
  }

  /// Meters the energy of the second up to `now`.
  mutating func pass(at now: Double) {
    for (id, power) in always { energy[id, default: 0] += power }
    guard let receiver else { return }
    energy["gnss", default: 0] += power(receiver, now)
  }

  private func power(_ receiver: ReceiverEnergy, _ now: Double) -> Double {
    if work.tracking == nil { return sleepPower }
    if fixedSince == nil { return receiver.acquiring }
    return cyclic(receiver, now)?.power ?? receiver.tracking
  }

  /// The cyclic mode if the receiver is in it: some seconds after the first fix, except while it
  /// receives the ephemerides of satellites that have risen.
  private func cyclic(_ receiver: ReceiverEnergy, _ now: Double) -> ReceiverEnergy.Cyclic? {
    guard work.tracking?.isCyclic == true, let since = fixedSince,
      now - since >= SimulatedService.untilCyclic.inSeconds
    else { return nil }
    let interval = ReceiverEnergy.ephemerisInterval
    let isReceiving =
      tracked.truncatingRemainder(dividingBy: interval) > interval - receiver.ephemerisDownload
    return isReceiving ? nil : receiver.cyclic
  }
}
