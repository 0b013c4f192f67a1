public import CairnTypes

/// Meters a running provider from its events, including the host's wake-ups for it.
///
/// While the costs of a provider are assumed, so is the energy. Once they are known, they also apply
/// to the time before.
public struct ProviderMeter: Sendable {
  private var receiver: ReceiverMachine?
  private var meter: EnergyMeter
  /// Milliwatts at all times.
  private let idle: Double
  private var isPresent = true
  /// The work done while its costs were not known; `nil` once they are.
  private var unpriced: UnpricedWork?
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
    unpriced = descriptor.energy.isAssumed ? UnpricedWork(at: now) : nil
    switch descriptor.energy {
    case .operation(let operation):
      perMeasurement = Energy(millijoules: operation.energy + hostWake)
    case .receiver(let energy):
      perMeasurement = perFix
      receiver = ReceiverMachine(ReceiverCosts(energy, off: energy.off ?? 0), at: now)
    }
  }

  /// Adds the cost of a measurement, which is the same whatever the result.
  public mutating func noteMeasurement() {
    guard unpriced != nil else { return meter.add(perMeasurement) }
    meter.add(perFix)
    unpriced?.noteMeasurement(perMeasurement - perFix)
  }

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

  /// Milliwatts at present, without the cost of single fixes and operations; `nil` if unknown.
  public var power: Double? {
    guard let receiver else { return meter.milliwatts }
    guard unpriced == nil || receiver.state == .off else { return nil }
    return receiver.costs.power(in: receiver.state)
  }

  /// Whether a part of the energy is assumed, because the costs are not known.
  public var isAssumed: Bool { unpriced?.hasDrawn ?? false }

  /// Whether its hardware is off or asleep; always true for operations, which have no power state.
  public var isAsleep: Bool { receiver?.state.isAsleep ?? true }

  /// Notes that a receiver has entered a state; does nothing but set `isTracking` for an operation.
  public mutating func enter(_ state: PowerState, at now: MonotonicTime) {
    receiver?.enter(state, at: now)
    unpriced?.enter(state, at: now)
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

  /// Replaces the descriptor. Known energy is kept; what was assumed is kept until its costs are
  /// known, and then replaced by them. A radio's idle power applies from now on.
  public mutating func become(_ descriptor: ProviderDescriptor, at now: MonotonicTime) {
    let known = meter.total(at: now)
    let drawn = receiver?.meter.total(at: now) ?? .zero
    let (state, isPresent) = (receiver?.state, isPresent)
    var past = unpriced
    self = ProviderMeter(descriptor, hostWake: hostWake, at: now)
    meter.add(known)
    if past == nil {
      meter.add(drawn)
    } else if unpriced == nil {
      past?.pass(to: now)
      meter.add(past?.cost(by: descriptor.energy) ?? .zero)
    } else {
      past?.assume(drawn)
      unpriced = past
    }
    notePresence(isPresent, at: now)
    if let state { enter(state, at: now) }
  }

  /// Returns all energy drawn up to a time.
  public func total(at now: MonotonicTime) -> Energy {
    meter.total(at: now) + (receiver?.meter.total(at: now) ?? .zero) + (unpriced?.assumed ?? .zero)
  }
}
