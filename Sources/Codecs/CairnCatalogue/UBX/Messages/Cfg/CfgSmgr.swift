public import CairnUBX

/// UBX-CFG-SMGR: synchronization of receivers for frequency and time.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-SMGR.
public struct CfgSmgr: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x62)
  public static let name = "CFG-SMGR"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// Successive fixes before GNSS is used.
  public var minimumFixes: UInt8 = 0
  /// The greatest change of frequency, in parts per billion per second.
  public var frequencyChangeLimitPPB: UInt16 = 0
  /// The greatest correction of phase, in seconds per second.
  public var phaseCorrectionLimit = 0.0
  /// Parts per billion beyond which TIM-TOS warns.
  public var frequencyTolerancePPB: UInt16 = 0
  /// Seconds beyond which TIM-TOS warns.
  public var timeTolerance = 0.0
  /// The measurements to output.
  public var messages = Messages()
  /// The greatest slew rate of the time pulse, in microseconds per second.
  public var slewRateLimitMicroseconds: UInt16 = 0
  /// What disciplines what.
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
  /// The measurements to output.
  public struct Messages: UBXBitField {
    /// The internal oscillator's.
    public var oscillator = false
    /// Those of GNSS.
    public var gnss = false
    /// Those of the pin EXTINT0.
    public var extint0 = false
    /// Those of the pin EXTINT1.
    public var extint1 = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("measInternal", &oscillator)
      b.flag("measGNSS", &gnss)
      b.flag("measEXTINT0", &extint0)
      b.flag("measEXTINT1", &extint1)
    }
  }

  /// What disciplines what.
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
    /// The host's measurements of the internal oscillator are used.
    public var usesHostInternal = false
    /// The host's measurements of the external oscillator are used.
    public var usesHostExternal = false
    /// Any fix is used; otherwise only those in time mode.
    public var usesAnyFix = false
    /// The time pulse may jump.
    public var ignoresSlewRate = false
    /// TIM-TOS warns about the frequency.
    public var warnsOfFrequency = false
    /// TIM-TOS warns about the time.
    public var warnsOfTime = false
    /// 0 coherent pulses, 1 non-coherent, 2 coherent after the fix of time.
    public var pulseCoherence: UInt8 = 0
    /// The oscillator's offset is not stored.
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
