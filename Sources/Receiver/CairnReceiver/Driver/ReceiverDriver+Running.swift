internal import CairnTypes
internal import CairnUBX

// How a reporting receiver is watched.

extension ReceiverDriver {
  /// Starts watching the reports.
  func beginWatch(at now: MonotonicTime) {
    watch.begin(
      at: now, interval: plan?.fixInterval ?? .seconds(1),
      expectsUBX: report?.letsUBX(through: setup.port) ?? false
        && memory.identity?.dialect.isUBX ?? false)
  }

  func run(at now: MonotonicTime) {
    phase = .running
    beginWatch(at: now)
    let isSentences = memory.identity?.dialect.isOfSentences ?? false
    sentences.begin(
      at: now, isSentences ? plan : nil, report, setup.port,
      interval: plan?.fixInterval ?? .seconds(1))
    if memory.power == nil, let traits = setup.traits, let identity = memory.identity {
      var power = PowerSetup(traits, identity.dialect)
      power.ubxProtocolVersion = identity.ubxProtocolVersion
      power.speeds = LineSpeeds(working: memory.baudRate, atStart: memory.firstBaudRate)
      power.maySend = setup.permission != .never
      memory.power = ReceiverPower(power, at: now)
    }
    memory.power?.reportInterval = plan?.fixInterval ?? .seconds(1)
    let period = cyclicPeriod
    memory.power?.noteCyclic(period: period, at: now)
    settle(at: now)
  }

  /// The time between fixes if the receiver has been set to save power in between.
  private var cyclicPeriod: Duration? {
    guard let plan, let report,
      // A setting of the profile comes later, and counts more.
      plan.wishes.last(where: { $0.key == .powerMode })?.bits == 2,
      !report.refused.contains(where: { $0.key == .powerMode })
    else { return nil }
    return plan.fixInterval
  }
}
