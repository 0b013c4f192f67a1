public import CairnTypes

/// How far a cell lets the device be away, from the time that its signals take.
///
/// Source: 3GPP TS 45.010 for GSM, TS 36.213 for LTE, TS 38.213 for NR.
public struct TimingAdvance: Hashable, Sendable, BitwiseCopyable {
  /// Number of steps.
  public var steps: UInt16
  /// Metres of one step.
  public let step: Double

  /// Creates a timing advance of GSM, in steps of 550 m: 0...63, up to 219 in extended cells; `nil`
  /// for more.
  public static func gsm(_ steps: UInt16) -> TimingAdvance? {
    steps <= 219 ? TimingAdvance(steps: steps, step: 550) : nil
  }

  /// Creates a timing advance of LTE, in steps of 78.12 m: 0...1282; `nil` for more.
  public static func lte(_ steps: UInt16) -> TimingAdvance? {
    steps <= 1282 ? TimingAdvance(steps: steps, step: 78.12) : nil
  }

  /// Creates a timing advance of NR, 0...3846, in steps of 78.1 m ÷ 2^`numerology`.
  ///
  /// - Parameters:
  ///   - steps: number of steps.
  ///   - numerology: 0 for a subcarrier spacing of 15 kHz, 1 for 30 kHz, up to 6.
  /// - Returns: `nil` for numbers that the standard does not have.
  public static func nr(_ steps: UInt16, numerology: UInt8) -> TimingAdvance? {
    guard steps <= 3846, numerology <= 6 else { return nil }
    return TimingAdvance(steps: steps, step: 78.1 / Double(1 << Int(numerology)))
  }

  /// Metres between which the device is away from the antenna. Reflections only lengthen the way,
  /// so the lower limit is less certain.
  public var distances: ClosedRange<Double> {
    Double(steps) * step...(Double(steps) + 1) * step
  }
}

/// A cell of a mobile network as a modem hears it.
public struct CellSighting: Hashable, Sendable {
  /// The cell; `nil` for a neighbour of which the modem only knows what its radio needs.
  public var identity: CellIdentity?
  /// Whether it is the cell that serves the device.
  public var isServing: Bool
  /// Signal strength in dBm as the technology measures it: RXLEV, RSCP, RSRP or SS-RSRP; `nil` when
  /// unknown. Only signals of one technology can be compared.
  public var signal: Double?
  /// How far away it lets the device be; `nil` when unknown.
  public var timingAdvance: TimingAdvance?
  /// Physical identity: BSIC, primary scrambling code or physical cell identity; `nil` if unknown.
  public var physicalID: UInt16?
  /// Number of the radio channel: ARFCN, UARFCN, EARFCN or NR-ARFCN; `nil` when unknown.
  public var channelNumber: UInt32?
  /// When it was heard, on the boot clock.
  public var time: MonotonicTime

  /// Creates a sighting; the properties describe the values.
  public init(
    identity: CellIdentity?, isServing: Bool, signal: Double? = nil,
    timingAdvance: TimingAdvance? = nil, physicalID: UInt16? = nil, channelNumber: UInt32? = nil,
    time: MonotonicTime
  ) {
    self.identity = identity
    self.isServing = isServing
    self.signal = signal
    self.timingAdvance = timingAdvance
    self.physicalID = physicalID
    self.channelNumber = channelNumber
    self.time = time
  }
}
