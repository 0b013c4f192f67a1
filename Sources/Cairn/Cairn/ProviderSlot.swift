internal import CairnHAL
internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates

/// The state of one provider in the engine. Isolation: the event loop.
final class ProviderSlot: MeteredSlot {
  let provider: any LocationProvider
  let id: ProviderID
  private(set) var descriptor: ProviderDescriptor
  private(set) var traits = FixIntake.ProviderTraits(accuracyFloor: 0)
  /// Whether it can be left on, unlike an operation.
  private(set) var isReceiver = false
  var health = ProviderHealth() { didSet { isServing = health.lifecycle == .serving } }
  private(set) var isServing = false
  /// Transmitters that its radio heard last, whatever the reason for the scan.
  var observation: RadioObservation?
  /// A fault, and the newest of the clients that were told of it.
  typealias Told = (fault: LocationError, client: UInt32)
  /// The faults that clients were told of since the provider last served.
  private var told: [Told] = []
  /// Faults of one provider that are remembered as told, the latest ones.
  private static let mostFaults = 16
  /// The work that the scheduler wants.
  var desired = ProviderWork.off {
    didSet {
      // A provider that fell silent is also stopped, but clients still count on its fixes.
      guard desired.isActive || health.isUsable else { return }
      isFollowed =
        desired.tracking.map { !$0.isCyclic && $0.interval <= .seconds(1) } ?? false
    }
  }
  /// The work that the provider was last told to do.
  var applied = ProviderWork.off
  /// Whether clients count on a fix a second from it.
  private(set) var isFollowed = false
  /// Gives up the present call when it takes too long.
  var callTimer: TimerID?
  /// The task that brings `applied` to `desired`.
  var driver: Task<Void, Never>?
  var isDriven = false
  /// Whether its events arrive here.
  var isConnected = false
  /// Callers that wait until it is driven.
  var waitingForDriver: [CheckedContinuation<Void, Never>] = []

  /// Meters its energy.
  var meter: ProviderMeter
  var booked = Energy.zero
  var payers: [String] = []
  /// The hardware state that it reported last since it was told to stop.
  var restState: PowerState?

  init(_ provider: any LocationProvider, hostWake: Double, at now: MonotonicTime) {
    self.provider = provider
    descriptor = provider.descriptor
    id = descriptor.id
    meter = ProviderMeter(descriptor, hostWake: hostWake, at: now)
    noteDescriptor()
  }

  func drawn(at now: MonotonicTime) -> Energy { meter.total(at: now) }
  var isAssumed: Bool { meter.isAssumed }

  func endDriving() {
    isDriven = false
    let waiting = waitingForDriver
    waitingForDriver = []
    for continuation in waiting { continuation.resume() }
  }

  private func noteDescriptor() {
    traits = FixIntake.ProviderTraits(
      accuracyFloor: descriptor.accuracy.floor, typicalAccuracy: descriptor.accuracy.openSky)
    isReceiver = !descriptor.energy.isOperation
  }

  /// Replaces the descriptor by one that is known more exactly.
  func become(_ descriptor: ProviderDescriptor, at now: MonotonicTime) {
    self.descriptor = descriptor
    self.descriptor.id = id
    noteDescriptor()
    meter.become(descriptor, at: now)
  }

  /// Whether its hardware's state is known and kept up to date.
  var knowsHardware: Bool {
    applied != .off && health.lifecycle != .off && health.lifecycle != .starting
  }

  // MARK: - Faults

  /// Notes a fault of which all clients up to the given one are now told. One of another cause is
  /// news, one without a cause is not.
  ///
  /// - Returns: the newest client that knows of it already; 0 if none does.
  func note(_ fault: LocationError, toldUpTo client: UInt32) -> UInt32 {
    let index = told.lastIndex {
      $0.fault.code == fault.code && (fault.cause == nil || $0.fault.cause == fault.cause)
    }
    guard let index else {
      if told.count >= Self.mostFaults { told.removeFirst() }
      told.append((fault, client))
      return 0
    }
    let known = told[index].client
    if fault.cause != nil || told[index].fault.cause == nil { told[index].fault = fault }
    told[index].client = client
    return known
  }

  /// What clients were told of why it cannot serve.
  var toldLack: Told? {
    if let obstacle = health.obstacle {
      return obstacle.error.flatMap { told(of: $0.code) } ?? told(of: .noProvider)
    }
    return health.lifecycle == .absent ? told(of: .noProvider) ?? told(of: .providerLost) : nil
  }

  private func told(of code: LocationError.Code) -> Told? { told.last { $0.fault.code == code } }

  /// Handles that it serves, or that its hardware is back: another fault is news.
  func forgetFaults() {
    if !told.isEmpty { told = [] }
  }

  /// Whether no obstacle is known; missing hardware may have appeared while it was off.
  var mayServe: Bool { health.obstacle == nil }

  /// Milliwatts while unused: the present power if it is off or asleep, otherwise the power with
  /// its supply off; `nil` if unknown.
  var restPower: Double? {
    guard applied != .off, !meter.isAsleep else { return meter.power }
    if case .receiver(let receiver) = descriptor.energy { return receiver.off ?? 0 }
    return 0
  }
}
