public import CairnUBX

/// UBX-TIM-TP: the time of the next pulse on the time-pulse pin.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-TIM-TP.
public struct TimTP: UBXMessage, Hashable {
  public static let id = MessageID(.tim, 0x01)
  public static let name = "TIM-TP"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Time of the next pulse, in milliseconds of the week of the time base.
  public var timeOfWeek: UInt32 = 0
  /// Milliseconds to add to `timeOfWeek`, below 1.
  public var timeOfWeekFraction = 0.0
  /// Seconds between the next pulse and the instant aimed at, because the receiver's clock cannot
  /// switch at any time; signed as sent, absent unless valid.
  public var quantizationError: Double? {
    get { flags.isQuantizationErrorInvalid ? nil : Double(reportedQuantizationError) * 1e-12 }
    set {
      flags.isQuantizationErrorInvalid = newValue == nil
      reportedQuantizationError = newValue.map { nearest($0 / 1e-12) } ?? reportedQuantizationError
    }
  }
  /// Week of the time base.
  public var week: UInt16 = 0
  /// State bits.
  public var flags = Flags()
  /// The time base.
  public var reference = Reference()
  private var reportedQuantizationError: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("towMS", &timeOfWeek)
    f.u4("towSubMS", &timeOfWeekFraction, scale: 0x1p-32)
    f.i4("qErr", &reportedQuantizationError)
    f.u2("week", &week)
    f.x1("flags", &flags)
    f.x1("refinfo", &reference)
  }
}

extension TimTP {
  /// State bits of the pulse.
  public struct Flags: UBXBitField {
    /// The time base is UTC; otherwise a satellite system's time.
    public var isUTC = false
    /// UTC is available.
    public var isUTCAvailable = false
    /// Integrity monitoring: 0 unknown, 1 not active, 2 active.
    public var integrityMonitoring: UInt8 = 0
    /// The quantization error is invalid.
    public var isQuantizationErrorInvalid = false
    /// The pulse is not locked to the time base.
    public var isUnlocked = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("timeBase", &isUTC)
      b.flag("utc", &isUTCAvailable)
      b.number("raim", 2, &integrityMonitoring)
      b.flag("qErrInvalid", &isQuantizationErrorInvalid)
      b.flag("TpNotLocked", &isUnlocked)
    }
  }

  /// The time base.
  public struct Reference: UBXBitField {
    /// The satellite system: 0 GPS, 1 GLONASS, 2 BeiDou, 3 Galileo, 4 NavIC, 15 unknown;
    /// meaningless for UTC.
    public var gnss: UInt8 = 0
    /// 0 unknown, 1 Japan's, 2 the United States' NIST, 3 their Naval Observatory's, 4 the BIPM's,
    /// 5 Europe's, 6 Russia's, 7 China's, 8 India's, 15 unknown; meaningless for a satellite
    /// system's time.
    public var utcStandard: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("timeRefGnss", 4, &gnss)
      b.number("utcStandard", 4, &utcStandard)
    }
  }
}
