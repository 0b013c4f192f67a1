public import CairnTypes

/// Simulates a Wi-Fi device or modem that is used for positions, and the energy that takes.
///
/// It idles or does one operation at a time, which costs the same whether or not it finds anything.
/// A change of the serving cell is no operation: a modem reports it by itself, at no cost.
public struct OperationMachine: Sendable {
  /// An operation that can yield a position.
  public enum Operation: UInt8, Sendable, CaseIterable {
    /// A scan of all channels of both bands.
    case dualBandScan
    /// An active scan of the channels at 2.4 GHz.
    case activeScan
    /// A passive scan of all channels.
    case passiveScan
    /// A query of the serving cell.
    case cellQuery
    /// A search for neighbouring cells.
    case neighbourScan
    /// A request to a network service that locates what was found.
    case networkRequest
  }

  /// What each operation costs; those that are impossible or of unknown cost are missing.
  public let costs: [(operation: Operation, cost: OperationEnergy)]
  /// The current operation and its end; `nil` while it idles.
  public private(set) var busy: (operation: Operation, until: MonotonicTime)?
  /// The energy drawn for positions.
  public private(set) var meter: EnergyMeter

  /// - Parameters:
  ///   - idle: milliwatts between operations that are drawn for positions alone.
  ///   - costs: what each operation costs.
  ///   - now: when counting of energy starts.
  public init(
    idle: Double = 0, _ costs: [(operation: Operation, cost: OperationEnergy)],
    at now: MonotonicTime
  ) {
    self.costs = costs
    meter = EnergyMeter(idle, at: now)
  }

  /// Creates the Wi-Fi device of a profile; `nil` if the profile gives the cost of no scan. Idle
  /// power counts as the network's, not the position's.
  public init?(wifi figures: HardwareProfile.Figures, at now: MonotonicTime) {
    self.init(
      figures,
      [
        (.dualBandScan, .wifiDualBandEnergy, .wifiDualBandDuration),
        (.activeScan, .wifiActive24Energy, .wifiActive24Duration),
        (.passiveScan, .wifiPassiveEnergy, .wifiPassiveDuration),
      ], at: now)
  }

  /// Creates the modem of a profile; `nil` if the profile gives the cost of no operation. Idle
  /// power is the part that the profile attributes to positions, zero by default.
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

  /// Returns what an operation costs; `nil` for one that the device cannot do.
  public func cost(of operation: Operation) -> OperationEnergy? {
    for entry in costs where entry.operation == operation { return entry.cost }
    return nil
  }

  /// When `advance` will find the operation done.
  public var nextDeadline: MonotonicTime? { busy?.until }

  /// Begins an operation and spends its energy at once, whatever the result.
  ///
  /// - Returns: when its result is ready; `nil` if it is impossible, or another is under way.
  public mutating func begin(_ operation: Operation, at now: MonotonicTime) -> MonotonicTime? {
    advance(to: now)
    guard busy == nil, let cost = cost(of: operation) else { return nil }
    meter.add(Energy(millijoules: cost.energy))
    let end = now + Duration(clamping: max(0, cost.duration))
    busy = (operation, end)
    return end
  }

  /// Advances time.
  ///
  /// - Returns: the operation that has ended.
  @discardableResult
  public mutating func advance(to now: MonotonicTime) -> Operation? {
    guard let busy, busy.until <= now else { return nil }
    self.busy = nil
    return busy.operation
  }
}
