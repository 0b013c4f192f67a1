public import CairnUBX

extension RxmRawX {
  /// State bits of the receiver.
  public struct State: UBXBitField {
    /// The leap seconds are known.
    public var isLeapSecondKnown = false
    /// The receiver's clock was set anew, so that all measurements jump.
    public var isClockReset = false
    /// Which receiver of the device, 0 on devices that have one.
    public var source: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("leapSec", &isLeapSecondKnown)
      b.flag("clkReset", &isClockReset)
      b.unused(4)
      b.number("msgSource", 2, &source)
    }
  }
}

extension RxmRawX.Measurement {
  /// Metres; `nil` unless valid.
  public var pseudorange: Double? { tracking.isPseudorangeValid ? reportedPseudorange : nil }

  /// Cycles; `nil` unless valid.
  public var carrierPhase: Double? { tracking.isCarrierPhaseValid ? reportedCarrierPhase : nil }

  /// How exact a pseudorange is.
  public struct PseudorangeDeviation: UBXBitField {
    /// The exponent, 0...15.
    public var exponent: UInt8 = 0
    /// Metres, one standard deviation: 0.01 times a power of two.
    public var metres: Double { 0.01 * Double(1 &<< UInt32(exponent & 15)) }

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("prStd", 4, &exponent)
    }
  }

  /// How exact a carrier phase is.
  public struct CarrierDeviation: UBXBitField {
    /// Steps of 0.004 cycles; 15 for unknown.
    public var steps: UInt8 = 0
    /// Cycles, one standard deviation; `nil` for unknown.
    public var cycles: Double? { steps == 15 ? nil : 0.004 * Double(steps) }

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("cpStd", 4, &steps)
    }
  }

  /// How exact a Doppler shift is.
  public struct DopplerDeviation: UBXBitField {
    /// The exponent, 0...15.
    public var exponent: UInt8 = 0
    /// Hertz, one standard deviation: 0.002 times a power of two.
    public var hertz: Double { 0.002 * Double(1 &<< UInt32(exponent & 15)) }

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("doStd", 4, &exponent)
    }
  }

  /// What of a measurement is valid.
  public struct Tracking: UBXBitField {
    /// The pseudorange is valid.
    public var isPseudorangeValid = false
    /// The carrier phase is valid.
    public var isCarrierPhaseValid = false
    /// The carrier phase is not off by half a cycle.
    public var isHalfCycleResolved = false
    /// Half a cycle was taken off the carrier phase.
    public var isHalfCycleSubtracted = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("prValid", &isPseudorangeValid)
      b.flag("cpValid", &isCarrierPhaseValid)
      b.flag("halfCyc", &isHalfCycleResolved)
      b.flag("subHalfCyc", &isHalfCycleSubtracted)
    }
  }
}
