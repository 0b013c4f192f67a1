public import CairnUBX

/// UBX-CFG-SMGR: synchronization of receivers for frequency and time.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-SMGR.
public struct CfgSmgr: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x62)
  public static let name = "CFG-SMGR"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Of the message's layout, 0.
  public var version: UInt8 = 0
  /// Fixes in sequence before GNSS is used.
  public var minimumFixes: UInt8 = 0
  /// Parts per billion a second, greatest change of frequency.
  public var frequencyChangeLimitPPB: UInt16 = 0
  /// Seconds per second, greatest correction of phase.
  public var phaseCorrectionLimit = 0.0
  /// Parts per billion, beyond which TIM-TOS warns.
  public var frequencyTolerancePPB: UInt16 = 0
  /// Seconds, beyond which TIM-TOS warns.
  public var timeTolerance = 0.0
  /// Which measurements are put out.
  public var messages = Messages()
  /// Microseconds a second, greatest slew of the time pulse.
  public var slewRateLimitMicroseconds: UInt16 = 0
  /// What is disciplined by what.
  public var flags = Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("minGNSSFix", &minimumFixes)
    f.u2("maxFreqChange", &frequencyChangeLimitPPB)
    f.u2("maxPhaseCorrRate", &phaseCorrectionLimit, unit: .nanosecondsPerSecond)
    f.reserved(2)
    f.u2("freqTolerance", &frequencyTolerancePPB)
    f.u2("timeTolerance", &timeTolerance, unit: .nanoseconds)
    f.x2("messageCfg", &messages)
    f.u2("maxSlewRate", &slewRateLimitMicroseconds)
    f.x4("flags", &flags)
  }
}

extension CfgSmgr {
  /// Which measurements are put out.
  public struct Messages: UBXBitField {
    /// Of the internal oscillator.
    public var oscillator = false
    /// Of GNSS.
    public var gnss = false
    /// Of the pin EXTINT0.
    public var extint0 = false
    /// Of the pin EXTINT1.
    public var extint1 = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("measInternal", &oscillator)
      b.flag("measGNSS", &gnss)
      b.flag("measEXTINT0", &extint0)
      b.flag("measEXTINT1", &extint1)
    }
  }

  /// What is disciplined by what.
  public struct Flags: UBXBitField {
    /// The internal oscillator is not disciplined.
    public var leavesInternal = false
    /// The external oscillator is not disciplined.
    public var leavesExternal = false
    /// The best frequency decides; otherwise the best phase.
    public var prefersFrequency = false
    /// GNSS is a source.
    public var usesGNSS = false
    /// The pin EXTINT0 is a source.
    public var usesEXTINT0 = false
    /// The pin EXTINT1 is a source.
    public var usesEXTINT1 = false
    /// Measurements by the host of the internal oscillator are used.
    public var usesHostInternal = false
    /// Measurements by the host of the external oscillator are used.
    public var usesHostExternal = false
    /// Any fix is used; otherwise only those in time mode.
    public var usesAnyFix = false
    /// The time pulse may jump.
    public var ignoresSlewRate = false
    /// TIM-TOS warns of the frequency.
    public var warnsOfFrequency = false
    /// TIM-TOS warns of the time.
    public var warnsOfTime = false
    /// 0 coherent pulses, 1 non-coherent, 2 coherent until the fix of time.
    public var pulseCoherence: UInt8 = 0
    /// The offset of the oscillator is not stored.
    public var ignoresOffset = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("disableInternal", &leavesInternal)
      b.flag("disableExternal", &leavesExternal)
      b.flag("preferenceMode", &prefersFrequency)
      b.flag("enableGNSS", &usesGNSS)
      b.flag("enableEXTINT0", &usesEXTINT0)
      b.flag("enableEXTINT1", &usesEXTINT1)
      b.flag("enableHostMeasInt", &usesHostInternal)
      b.flag("enableHostMeasExt", &usesHostExternal)
      b.unused(2)
      b.flag("useAnyFix", &usesAnyFix)
      b.flag("disableMaxSlewRate", &ignoresSlewRate)
      b.flag("issueFreqWarning", &warnsOfFrequency)
      b.flag("issueTimeWarning", &warnsOfTime)
      b.number("TPCoherent", 2, &pulseCoherence)
      b.flag("disableOffset", &ignoresOffset)
    }
  }
}
