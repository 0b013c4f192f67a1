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
  /// Whether it can be left on, and is no operation.
  private(set) var isReceiver = false
  var health = ProviderHealth() { didSet { isServing = health.lifecycle == .serving } }
  private(set) var isServing = false
  /// What its radio heard last, whoever asked for it.
  var observation: RadioObservation?
  /// Why its hardware cannot be had, in its own words, which clients have heard; `nil` as soon as it serves.
  var lack: LocationError?
  /// What the scheduler told it last.
  var desired = ProviderWork.off
  /// What the provider was told last.
  var applied = ProviderWork.off { didSet { noteInterval() } }
  /// Until a call has been answered: when that is given up.
  var callTimer: TimerID?
  /// Brings `applied` to `desired`.
  var driver: Task<Void, Never>?
  var isDriven = false
  /// Whether its events come here.
  var isConnected = false
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
    isReceiver = !descriptor.energy.isOperation
  }

  /// One that fixes seldom is fresh for longer.
  private func noteInterval() {
    let interval = min(applied.tracking?.interval ?? .zero, Defaults.longestFreshInterval)
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
  var knowsHardware: Bool {
    applied != .off && health.lifecycle != .off && health.lifecycle != .starting
  }

  /// Whether nothing is known to keep it from working; hardware that is absent may have come while it was off.
  var mayServe: Bool { health.obstacle == nil }

  /// Milliwatts while it is not used: what its hardware draws since it was stopped, or asleep; else what it will.
  var restPower: Double {
    guard applied != .off, !meter.isAsleep else { return meter.power }
    if case .receiver(let receiver) = descriptor.energy { return receiver.off ?? 0 }
    return 0
  }
}
