public import CairnTypes

/// Meters a running provider from its events, including the host's wake-ups for it.
public struct ProviderMeter: Sendable {
  private var receiver: ReceiverMachine?
  private var meter: EnergyMeter
  /// Milliwatts at all times.
  private let idle: Double
  private var isPresent = true
  private let perFix: Energy
  private let perMeasurement: Energy
  private let hostWake: Double
  /// Whether the provider gives fixes at present, so that another fix does not change its state.
  public private(set) var isTracking = false

  /// Creates the meter of a provider that is off.
  ///
  /// - Parameters:
  ///   - descriptor: the provider's descriptor, for its costs.
  ///   - hostWake: millijoules for each wake-up of the host for its results.
  ///   - now: when counting of energy starts.
  public init(_ descriptor: ProviderDescriptor, hostWake: Double, at now: MonotonicTime) {
    idle = descriptor.energy.idle
    meter = EnergyMeter(idle, at: now)
    self.hostWake = hostWake
    perFix = Energy(millijoules: hostWake)
    switch descriptor.energy {
    case .operation(let operation):
      perMeasurement = Energy(millijoules: operation.energy + hostWake)
    case .receiver(let energy):
      perMeasurement = perFix
      receiver = ReceiverMachine(ReceiverCosts(energy, off: energy.off ?? 0), at: now)
    }
  }

  /// Adds the cost of a measurement, which is the same whatever the result.
  public mutating func noteMeasurement() { meter.add(perMeasurement) }

  /// Notes a fix that needed no measurement.
  public mutating func noteFix(at now: MonotonicTime) {
    if perFix != .zero { meter.add(perFix) }
    guard !isTracking, receiver != nil else { return }
    enter(.tracking, at: now)
  }

  /// Notes that a tracking receiver has no fix.
  public mutating func noteNothing(at now: MonotonicTime) {
    if isTracking { enter(.acquiring, at: now) }
  }

  /// Milliwatts at present, without the cost of single fixes and operations.
  public var power: Double {
    receiver.map { $0.costs.power(in: $0.state) } ?? meter.milliwatts
  }

  /// Whether its hardware is off or asleep; always true for operations, which have no power state.
  public var isAsleep: Bool { receiver?.state.isAsleep ?? true }

  /// Notes that a receiver has entered a state; does nothing but set `isTracking` for an operation.
  public mutating func enter(_ state: PowerState, at now: MonotonicTime) {
    receiver?.enter(state, at: now)
    switch state {
    case .tracking, .cyclic: isTracking = true
    default: isTracking = false
    }
  }

  /// Notes whether the hardware of an operation is there: what is missing draws nothing.
  public mutating func notePresence(_ isPresent: Bool, at now: MonotonicTime) {
    self.isPresent = isPresent
    meter.change(to: isPresent ? idle : 0, at: now)
  }

  /// Replaces the descriptor and keeps the energy drawn so far.
  public mutating func become(_ descriptor: ProviderDescriptor, at now: MonotonicTime) {
    let spent = total(at: now)
    let (state, isPresent) = (receiver?.state, isPresent)
    self = ProviderMeter(descriptor, hostWake: hostWake, at: now)
    meter.add(spent)
    notePresence(isPresent, at: now)
    if let state { enter(state, at: now) }
  }

  /// Returns all energy drawn up to a time.
  public func total(at now: MonotonicTime) -> Energy {
    meter.total(at: now) + (receiver?.meter.total(at: now) ?? .zero)
  }
}
