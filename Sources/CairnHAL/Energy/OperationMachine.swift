public import CairnTypes

/// What a Wi-Fi device or a modem does for positions, and what that has drawn.
///
/// It idles, and does one operation at a time, which costs the same whether or not it finds anything. That
/// another cell serves is told by the modem by itself and costs nothing, so it is no operation.
public struct OperationMachine: Sendable {
  /// What can be done once for a position.
  public enum Operation: UInt8, Sendable, CaseIterable {
    /// All channels of both bands.
    case dualBandScan
    /// The channels at 2.4 GHz, by asking.
    case activeScan
    /// All channels, by listening.
    case passiveScan
    /// The serving cell is asked for.
    case cellQuery
    /// The cells around are searched.
    case neighbourScan
    /// A service on the network is asked where what was found is.
    case networkRequest
  }

  /// What each operation costs; those that the device cannot do, or whose costs nobody says, are not there.
  public let costs: [(operation: Operation, cost: OperationEnergy)]
  /// What it does now, and until when; `nil` while it idles.
  public private(set) var busy: (operation: Operation, until: MonotonicTime)?
  /// What it has drawn on account of positions.
  public private(set) var meter: EnergyMeter

  /// - Parameters:
  ///   - idle: milliwatts between operations that are drawn for positions alone.
  ///   - costs: what each operation costs.
  ///   - now: from when on energy is counted.
  public init(
    idle: Double = 0, _ costs: [(operation: Operation, cost: OperationEnergy)],
    at now: MonotonicTime
  ) {
    self.costs = costs
    meter = EnergyMeter(idle, at: now)
  }

  /// The Wi-Fi device of a profile; `nil` where it says what no scan costs. What it draws while it idles is
  /// the network's, not the position's.
  public init?(wifi figures: HardwareProfile.Figures, at now: MonotonicTime) {
    self.init(
      figures,
      [
        (.dualBandScan, .wifiDualBandEnergy, .wifiDualBandDuration),
        (.activeScan, .wifiActive24Energy, .wifiActive24Duration),
        (.passiveScan, .wifiPassiveEnergy, .wifiPassiveDuration),
      ], at: now)
  }

  /// The modem of a profile; `nil` where it says what no operation costs. Being registered costs what the
  /// profile puts down to positions, nothing where it does not.
  public init?(modem figures: HardwareProfile.Figures, at now: MonotonicTime) {
    self.init(
      figures,
      [
        (.cellQuery, .cellQueryEnergy, .cellQueryDuration),
        (.neighbourScan, .cellNeighbourScanEnergy, .cellNeighbourScanDuration),
        (.networkRequest, .cellRequestEnergy, .cellRequestDuration),
      ], idle: figures[.cellAttributedPower]?.value ?? 0, at: now)
  }

  private init?(
    _ figures: HardwareProfile.Figures,
    _ rows: [(Operation, energy: HardwareProfile.Figure, duration: HardwareProfile.Figure)],
    idle: Double = 0, at now: MonotonicTime
  ) {
    var costs: [(operation: Operation, cost: OperationEnergy)] = []
    for row in rows {
      guard let cost = OperationEnergy(figures, (row.energy, row.duration)) else { continue }
      costs.append((row.0, cost))
    }
    guard !costs.isEmpty else { return nil }
    self.init(idle: idle, costs, at: now)
  }

  /// What an operation costs; `nil` for one that cannot be done.
  public func cost(of operation: Operation) -> OperationEnergy? {
    for entry in costs where entry.operation == operation { return entry.cost }
    return nil
  }

  /// When `advance` finds the operation done.
  public var nextDeadline: MonotonicTime? { busy?.until }

  /// Begins an operation. Its energy is spent from here on, whatever comes of it.
  ///
  /// - Returns: when its result is there; `nil` when it cannot be done, or another is under way.
  public mutating func begin(_ operation: Operation, at now: MonotonicTime) -> MonotonicTime? {
    advance(to: now)
    guard busy == nil, let cost = cost(of: operation) else { return nil }
    meter.add(Energy(millijoules: cost.energy))
    let end = now + Duration(clamping: max(0, cost.duration))
    busy = (operation, end)
    return end
  }

  /// Lets time pass.
  ///
  /// - Returns: the operation whose result is there.
  @discardableResult
  public mutating func advance(to now: MonotonicTime) -> Operation? {
    guard let busy, busy.until <= now else { return nil }
    self.busy = nil
    return busy.operation
  }
}
