internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates

/// One provider and what is known and wanted of it. Isolation: the event loop.
final class ProviderSlot {
  let provider: any LocationProvider
  let id: ProviderID
  private(set) var descriptor: ProviderDescriptor
  private(set) var traits: FixIntake.ProviderTraits
  /// Whether it searches for a while, and is no operation.
  private(set) var isReceiver = false
  private var (hotStart, coldStart) = (Duration.zero, Duration.zero)
  var health = ProviderHealth.off {
    didSet { if case .fixing = health { isFixing = true } else { isFixing = false } }
  }
  private(set) var isFixing = false
  var desired: ProviderDemand?
  var applied: ProviderDemand?
  /// A task is bringing `applied` to `desired`.
  var isDriven = false
  /// Who waits until it has.
  var waitingForDriver: [CheckedContinuation<Void, Never>] = []

  /// What it draws.
  var meter: ProviderMeter
  /// What of that is on the accounts.
  var booked = Energy.zero
  /// Names of the clients that it is on for.
  var payers: [String] = []
  /// What it said of its hardware last, since it was told to stop.
  var restState: PowerState?

  /// What was learnt of it, and when; `nil` before its first attempt has ended.
  private var learnt: (belief: ProviderBelief, time: MonotonicTime)?
  /// Its last attempt gave no position.
  private(set) var isFailing = false
  /// When its attempt began, or its last fix came.
  private var since = MonotonicTime(nanoseconds: 0)
  private var hasServed = false
  /// A fix before this is no news.
  private var learnsAt = MonotonicTime(nanoseconds: 0)

  init(_ provider: any LocationProvider, at now: MonotonicTime) {
    self.provider = provider
    descriptor = provider.descriptor
    id = descriptor.id
    traits = FixIntake.ProviderTraits(
      accuracyFloor: descriptor.accuracy.floor, typicalAccuracy: descriptor.accuracy.openSky)
    meter = ProviderMeter(descriptor, at: now)
    noteDescriptor()
  }

  func endDriving() {
    isDriven = false
    let waiting = waitingForDriver
    waitingForDriver = []
    for continuation in waiting { continuation.resume() }
  }

  private func noteDescriptor() {
    traits = FixIntake.ProviderTraits(
      accuracyFloor: descriptor.accuracy.floor, typicalAccuracy: descriptor.accuracy.openSky)
    if case .receiver = descriptor.energyModel { isReceiver = true } else { isReceiver = false }
    hotStart = descriptor.acquisition.hot
    coldStart = descriptor.acquisition.cold
  }

  /// It has turned out to be something that is known better.
  func become(_ descriptor: ProviderDescriptor, at now: MonotonicTime) {
    self.descriptor = descriptor
    self.descriptor.id = id
    noteDescriptor()
    meter.become(descriptor, at: now)
  }

  // MARK: - What is learnt of it

  /// How it stands now, for the planner.
  func situation(_ activity: ActivityType, at now: MonotonicTime) -> PlannerInput.Provider {
    PlannerInput.Provider(
      descriptor: descriptor, health: health, belief: learnt == nil ? nil : belief(activity, now),
      isFailing: isFailing)
  }

  private func belief(_ activity: ActivityType, _ now: MonotonicTime) -> ProviderBelief {
    let expected = descriptor.expectation(in: activity.surroundings)
    guard let learnt else { return expected }
    var belief = expected
    belief.fixProbability = learnt.belief.fixProbability
    belief.trackingProbability = learnt.belief.trackingProbability
    belief.drift(to: expected, over: (now - learnt.time).inSeconds)
    return belief
  }

  /// It was switched on, or asked for something else.
  func beginAttempt(at now: MonotonicTime) { since = now }

  /// It gave a fix.
  ///
  /// - Returns: whether there is anything to learn from it.
  func noteFix(at now: MonotonicTime) -> Bool {
    meter.noteFix(at: now)
    since = now
    hasServed = true
    return isFailing || now >= learnsAt
  }

  /// Its attempt gave a fix.
  ///
  /// - Returns: whether more is expected of it than before.
  func succeeded(_ activity: ActivityType, at now: MonotonicTime) -> Bool {
    learn(activity, at: now, isFailing: false) { $0.succeed() }
  }

  /// It gave none in its time.
  func failed(_ activity: ActivityType, at now: MonotonicTime) {
    since = now
    _ = learn(activity, at: now, isFailing: true) { $0.fail() }
  }

  private func learn(
    _ activity: ActivityType, at now: MonotonicTime, isFailing: Bool,
    _ change: (inout ProviderBelief) -> Void
  ) -> Bool {
    let before = belief(activity, now)
    var belief = before
    change(&belief)
    let isNews =
      self.isFailing != isFailing || abs(belief.fixProbability - before.fixProbability) > 0.02
    learnt = (belief, now)
    learnsAt = now + Self.learning
    self.isFailing = isFailing
    return isNews
  }

  /// Fixes one after the other prove no more than one of them.
  private static let learning = Duration.seconds(60)
  /// An attempt that has given nothing for so long beyond what it should take has failed.
  private static let patience = Duration.seconds(15)

  /// When an attempt has failed if nothing comes; `nil` while none is under way.
  var attemptEnd: MonotonicTime? {
    guard let applied, health.isUsable else { return nil }
    var wait = Self.patience
    if !isReceiver || applied.rests { wait += applied.interval }
    if isReceiver { wait += hasServed && !isFailing ? hotStart : coldStart }
    return since + wait
  }
}
