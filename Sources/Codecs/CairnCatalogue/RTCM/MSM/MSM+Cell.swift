internal import CairnTypes

extension MSM {
  /// A message's data on one signal of one satellite. Values that the form lacks are `nil` or zero.
  public struct Cell: Hashable, Sendable, BitwiseCopyable {
    /// `Satellite.number`.
    public let satellite: UInt8
    /// The bit in the signal mask, 1...32; `MSM.code(ofSignal:_:)` names the signal.
    public let signal: UInt8
    /// Code range in metres, to add to the rough range; `nil` if unknown, and in form 2.
    public var finePseudorange: Double?
    /// Phase range in metres, to add to the rough range; `nil` if unknown, and in form 1.
    public var finePhaseRange: Double?
    /// How long the phase has been tracked, as an index: 0...15, or 0...704 in forms 6 and 7.
    public var lockTimeIndicator: UInt16 = 0
    /// Whether the phase may be off by half a cycle.
    public var hasHalfCycleAmbiguity = false
    /// dB-Hz, in forms 4 to 7; `nil` if unknown.
    public var carrierToNoise: Double?
    /// Metres per second, to add to the rough rate, in forms 5 and 7; `nil` if unknown.
    public var fineRangeRate: Double?

    /// Creates a cell without data.
    ///
    /// - Parameters:
    ///   - satellite: 1...64.
    ///   - signal: 1...32.
    public init(_ satellite: UInt8, _ signal: UInt8) {
      self.satellite = satellite
      self.signal = signal
    }
  }

  /// Returns the code range from satellite to station in metres; `nil` if unknown.
  public func pseudorange(_ cell: Cell) -> Double? { sum(cell, cell.finePseudorange) }

  /// Returns the phase range from satellite to station in metres, with arbitrary origin; `nil` if
  /// unknown.
  public func phaseRange(_ cell: Cell) -> Double? { sum(cell, cell.finePhaseRange) }

  /// Returns the rate at which a cell's range grows, in metres per second; `nil` if unknown.
  public func rangeRate(_ cell: Cell) -> Double? {
    guard let rough = satellites.first(where: { $0.number == cell.satellite })?.roughRangeRate,
      let fine = cell.fineRangeRate
    else { return nil }
    return rough + fine
  }

  /// Returns the least tracking time of a cell's phase in milliseconds; `nil` for reserved indexes.
  ///
  /// Source: RTCM 10403.3, tables 3.5-74 (DF402) and 3.5-75 (DF407).
  public func minimumLockTime(_ cell: Cell) -> UInt32? {
    let index = UInt32(cell.lockTimeIndicator)
    guard form >= 6 else { return index == 0 ? 0 : index < 16 ? 16 &<< index : nil }
    if index < 64 { return index }
    guard index <= 704 else { return nil }
    // The step doubles every 32 indexes.
    let doublings = index / 32 - 1
    return (index - 32 * doublings) &<< doublings
  }

  private func sum(_ cell: Cell, _ fine: Double?) -> Double? {
    guard let rough = satellites.first(where: { $0.number == cell.satellite })?.roughRange, let fine
    else { return nil }
    return rough + fine
  }
}

extension MSM.Cell {
  /// The fields of all cells, in wire order.
  enum Column {
    case name, pseudorange, phaseRange, lockTime, halfCycle, carrierToNoise, rate
    case finerPseudorange, finerPhaseRange, finerLockTime, finerCarrierToNoise
  }

  static func columns(_ form: Int) -> [Column] {
    switch form {
    case 1: [.name, .pseudorange]
    case 2: [.name, .phaseRange, .lockTime, .halfCycle]
    case 3: [.name, .pseudorange, .phaseRange, .lockTime, .halfCycle]
    case 4: [.name, .pseudorange, .phaseRange, .lockTime, .halfCycle, .carrierToNoise]
    case 5: [.name, .pseudorange, .phaseRange, .lockTime, .halfCycle, .carrierToNoise, .rate]
    case 6:
      [
        .name, .finerPseudorange, .finerPhaseRange, .finerLockTime, .halfCycle,
        .finerCarrierToNoise,
      ]
    default:
      [
        .name, .finerPseudorange, .finerPhaseRange, .finerLockTime, .halfCycle,
        .finerCarrierToNoise, .rate,
      ]
    }
  }

  mutating func field(
    _ column: Column, _ system: SatelliteSystem, _ f: inout some RTCMFieldVisitor & ~Escapable
  ) {
    switch column {
    case .name:
      f.derived("CELLPRN", .text(MSM.name(ofSatellite: satellite, system)))
      f.derived("CELLSIG", .text(MSM.code(ofSignal: signal, system)?.string ?? "/"))
    case .pseudorange:
      f.real(.df400, &finePseudorange, unit: Unit.lightMillisecond, absent: -16_384)
    case .phaseRange:
      f.real(.df401, &finePhaseRange, unit: Unit.lightMillisecond, absent: -2_097_152)
    case .lockTime: f.integer(.df402, &lockTimeIndicator)
    case .halfCycle: f.flag(.df420, &hasHalfCycleAmbiguity)
    case .carrierToNoise: f.real(.df403, &carrierToNoise, absent: 0)
    case .rate: f.real(.df404, &fineRangeRate, absent: -16_384)
    case .finerPseudorange:
      f.real(.df405, &finePseudorange, unit: Unit.lightMillisecond, absent: -524_288)
    case .finerPhaseRange:
      f.real(.df406, &finePhaseRange, unit: Unit.lightMillisecond, absent: -8_388_608)
    case .finerLockTime: f.integer(.df407, &lockTimeIndicator)
    case .finerCarrierToNoise: f.real(.df408, &carrierToNoise, absent: 0)
    }
  }
}
