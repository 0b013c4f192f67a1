internal import CairnTypes

extension MSM {
  /// What a message says of one signal of one satellite. Values of other forms are `nil` or zero.
  public struct Cell: Hashable, Sendable, BitwiseCopyable {
    /// `Satellite.number`.
    public let satellite: UInt8
    /// Bit of the signal mask, 1...32; `MSM.code(ofSignal:_:)` names it.
    public let signal: UInt8
    /// Metres, to be added to the rough range: code range; `nil` when not known, and in form 2.
    public var finePseudorange: Double?
    /// Metres, to be added to the rough range: phase range; `nil` when not known, and in form 1.
    public var finePhaseRange: Double?
    /// How long the phase has been tracked, as an index: 0...15, in forms 6 and 7 0...704.
    public var lockTimeIndicator: UInt16 = 0
    /// Whether the phase may be off by half a cycle.
    public var hasHalfCycleAmbiguity = false
    /// dB-Hz, in forms 4 to 7; `nil` when not known.
    public var carrierToNoise: Double?
    /// Metres per second, to be added to the rough rate, in forms 5 and 7; `nil` when not known.
    public var fineRangeRate: Double?

    /// A cell of which nothing is known.
    ///
    /// - Parameters:
    ///   - satellite: 1...64.
    ///   - signal: 1...32.
    public init(_ satellite: UInt8, _ signal: UInt8) {
      self.satellite = satellite
      self.signal = signal
    }
  }

  /// Metres from the satellite to the station by a cell's code; `nil` when not known.
  public func pseudorange(_ cell: Cell) -> Double? { sum(cell, cell.finePseudorange) }

  /// Metres from the satellite to the station by a cell's phase, whose origin is arbitrary; `nil` when
  /// not known.
  public func phaseRange(_ cell: Cell) -> Double? { sum(cell, cell.finePhaseRange) }

  /// Metres per second by which a cell's range grows; `nil` when not known.
  public func rangeRate(_ cell: Cell) -> Double? {
    guard let rough = satellites.first(where: { $0.number == cell.satellite })?.roughRangeRate,
      let fine = cell.fineRangeRate
    else { return nil }
    return rough + fine
  }

  /// Milliseconds that a cell's phase has been tracked at least; `nil` for reserved indexes.
  ///
  /// Source: RTCM 10403.3, tables 3.5-74 (DF402) and 3.5-75 (DF407).
  public func minimumLockTime(_ cell: Cell) -> UInt32? {
    let index = UInt32(cell.lockTimeIndicator)
    guard form >= 6 else { return index == 0 ? 0 : index < 16 ? 16 &<< index : nil }
    if index < 64 { return index }
    guard index <= 704 else { return nil }
    // Every 32 indexes the steps become twice as long.
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
  /// The fields of all cells in the order in which the wire has them.
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
