internal import CairnHAL
internal import CairnLinux
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
  var health = ProviderHealth.off {
    didSet { if case .fixing = health { isFixing = true } else { isFixing = false } }
  }
  private(set) var isFixing = false
  /// Why its hardware cannot be had, in its own words, which clients have heard; `nil` as soon as it fixes.
  var lack: LocationError?
  /// What the scheduler told it last; `nil` for nothing, or for what is over.
  var order: ProviderCommand.Action?
  /// Operations so far.
  var operations: UInt32 = 0
  var desired: Job?
  var applied: Job? { didSet { noteInterval() } }
  /// Until its start has been answered: when that is given up.
  var startTimer: TimerID?
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

  init(_ provider: any LocationProvider, hostWake: Double, at now: MonotonicTime) {
    self.provider = provider
    descriptor = provider.descriptor
    id = descriptor.id
    traits = FixIntake.ProviderTraits(
      accuracyFloor: descriptor.accuracy.floor, typicalAccuracy: descriptor.accuracy.openSky)
    meter = ProviderMeter(descriptor, hostWake: hostWake, at: now)
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
    noteInterval()
    if case .receiver = descriptor.energyModel { isReceiver = true } else { isReceiver = false }
  }

  /// One that fixes seldom is fresh for longer.
  private func noteInterval() {
    let interval = min(applied?.demand.interval ?? .zero, Defaults.longestFreshInterval)
    traits.freshness = max(Defaults.sourceFreshness, interval + interval)
  }

  /// It has turned out to be something that is known better.
  func become(_ descriptor: ProviderDescriptor, at now: MonotonicTime) {
    self.descriptor = descriptor
    self.descriptor.id = id
    noteDescriptor()
    meter.become(descriptor, at: now)
  }

  /// Whether it has said what its hardware does, and follows it.
  var knowsHardware: Bool { applied != nil && health != .off && health != .starting }

  /// Whether it has not failed; hardware that is absent may have come while it was off.
  var mayServe: Bool { if case .failed = health { false } else { true } }

  /// Milliwatts while it is not used: what its hardware draws since it was stopped, or asleep; else what it will.
  var restPower: Double {
    applied == nil || meter.isAsleep ? meter.power : descriptor.power.off
  }

  /// Whether something is expected of it now: it is on, and not at rest.
  var isAsked: Bool { order != nil && order != .standBy && order != .turnOff }
}

extension ProviderSlot {
  /// What a provider does.
  struct Job: Equatable {
    var demand: ProviderDemand
    /// Operations are numbered: each is done anew.
    var operation: UInt32 = 0
  }
}
