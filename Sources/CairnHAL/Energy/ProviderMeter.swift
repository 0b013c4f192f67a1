public import CairnTypes

/// What a running provider draws, as far as its events tell, and the host for it.
public struct ProviderMeter: Sendable {
  private var receiver: ReceiverMachine?
  private var meter: EnergyMeter
  private let perFix: Energy
  private let perMeasurement: Energy
  private let hostWake: Double
  /// Whether it gives fixes at present, so that the next one is no news.
  public private(set) var isTracking = false

  /// A provider that is off.
  ///
  /// - Parameters:
  ///   - descriptor: what it costs.
  ///   - hostWake: millijoules for each time that the host wakes for what it gives.
  ///   - now: from when on energy is counted.
  public init(_ descriptor: ProviderDescriptor, hostWake: Double, at now: MonotonicTime) {
    meter = EnergyMeter(0, at: now)
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

  /// A measurement has ended; it costs the same whatever came of it.
  public mutating func noteMeasurement() { meter.add(perMeasurement) }

  /// It gave a fix without a measurement.
  public mutating func noteFix(at now: MonotonicTime) {
    if perFix != .zero { meter.add(perFix) }
    guard !isTracking, receiver != nil else { return }
    enter(.tracking, at: now)
  }

  /// A receiver that tracks has no fix.
  public mutating func noteNothing(at now: MonotonicTime) {
    if isTracking { enter(.acquiring, at: now) }
  }

  /// Milliwatts at present, beside what single fixes and operations cost.
  public var power: Double { receiver.map { $0.costs.power(in: $0.state) } ?? 0 }

  /// Whether its hardware is off or asleep; operations have nothing that could be on.
  public var isAsleep: Bool { receiver?.state.isAsleep ?? true }

  /// Its hardware was seen to be in a state; of no effect where it has none.
  public mutating func enter(_ state: PowerState, at now: MonotonicTime) {
    receiver?.enter(state, at: now)
    isTracking = state == .tracking
  }

  /// It has turned out to be something else: what it has drawn stays.
  public mutating func become(_ descriptor: ProviderDescriptor, at now: MonotonicTime) {
    let spent = total(at: now)
    let state = receiver?.state
    self = ProviderMeter(descriptor, hostWake: hostWake, at: now)
    meter.add(spent)
    if let state { enter(state, at: now) }
  }

  /// All that it has drawn up to a time.
  public func total(at now: MonotonicTime) -> Energy {
    meter.total(at: now) + (receiver?.meter.total(at: now) ?? .zero)
  }
}
