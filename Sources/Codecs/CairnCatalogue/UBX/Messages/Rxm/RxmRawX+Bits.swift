public import CairnUBX

extension RxmRawX {
  /// State bits of the receiver.
  public struct State: UBXBitField {
    /// The leap seconds are known.
    public var isLeapSecondKnown = false
    /// The receiver's clock was reset, so all measurements jump.
    public var isClockReset = false
    /// Identifies the receiver within the device; 0 on devices with one receiver.
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

  /// The accuracy of a pseudorange.
  public struct PseudorangeDeviation: UBXBitField {
    /// The exponent, 0...15.
    public var exponent: UInt8 = 0
    /// Standard deviation in metres: 0.01 times a power of two.
    public var metres: Double { 0.01 * Double(1 &<< UInt32(exponent & 15)) }

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("prStd", 4, &exponent)
    }
  }

  /// The accuracy of a carrier phase.
  public struct CarrierDeviation: UBXBitField {
    /// Steps of 0.004 cycles; 15 if unknown.
    public var steps: UInt8 = 0
    /// Standard deviation in cycles; `nil` if unknown.
    public var cycles: Double? { steps == 15 ? nil : 0.004 * Double(steps) }

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("cpStd", 4, &steps)
    }
  }

  /// The accuracy of a Doppler shift.
  public struct DopplerDeviation: UBXBitField {
    /// The exponent, 0...15.
    public var exponent: UInt8 = 0
    /// Standard deviation in hertz: 0.002 times a power of two.
    public var hertz: Double { 0.002 * Double(1 &<< UInt32(exponent & 15)) }

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("doStd", 4, &exponent)
    }
  }

  /// Which parts of a measurement are valid.
  public struct Tracking: UBXBitField {
    /// The pseudorange is valid.
    public var isPseudorangeValid = false
    /// The carrier phase is valid.
    public var isCarrierPhaseValid = false
    /// The carrier phase is not off by half a cycle.
    public var isHalfCycleResolved = false
    /// Half a cycle was subtracted from the carrier phase.
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
