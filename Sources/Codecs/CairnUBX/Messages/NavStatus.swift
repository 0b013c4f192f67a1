/// UBX-NAV-STATUS: the receiver's navigation status.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-STATUS.
public struct NavStatus: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x03)
  public static let name = "NAV-STATUS"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// The kind of fix.
  public var fixType = FixType.none
  /// State bits.
  public var flags = Flags()
  /// Corrections and map matching.
  public var fixStatus = FixStatus()
  /// Power saving, spoofing and carrier phase.
  public var signals = Signals()
  /// Seconds from the start to the first fix.
  public var timeToFirstFix = 0.0
  /// Seconds since the receiver started.
  public var uptime = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("gpsFix", &fixType)
    f.x1("flags", &flags)
    f.x1("fixStat", &fixStatus)
    f.x1("flags2", &signals)
    f.u4("ttff", &timeToFirstFix, unit: .milliseconds)
    f.u4("msss", &uptime, unit: .milliseconds)
  }
}

extension NavStatus {
  /// Validity of fix and time.
  public struct Flags: UBXBitField {
    /// The fix is within the receiver's own limits of precision.
    public var isFixOK = false
    /// Differential corrections were used.
    public var isDifferential = false
    /// The GPS week is valid.
    public var isWeekValid = false
    /// The time of week is valid.
    public var isTimeOfWeekValid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("gpsFixOk", &isFixOK)
      b.flag("diffSoln", &isDifferential)
      b.flag("wknSet", &isWeekValid)
      b.flag("towSet", &isTimeOfWeekValid)
    }
  }

  /// Corrections and map matching.
  public struct FixStatus: UBXBitField {
    /// Differential corrections are available.
    public var hasCorrections = false
    /// Whether `Signals.carrierSolution` is valid.
    public var isCarrierSolutionValid = false
    /// 0 none, 1 valid but not used, 2 used, 3 used together with dead reckoning.
    public var mapMatching: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("diffCorr", &hasCorrections)
      b.flag("carrSolnValid", &isCarrierSolutionValid)
      b.unused(4)
      b.number("mapMatching", 2, &mapMatching)
    }
  }

  /// Power saving, spoofing and carrier phase.
  public struct Signals: UBXBitField {
    /// 0 acquisition or no power-save mode, 1 tracking, 2 optimized tracking, 3 inactive.
    public var powerSaveState: UInt8 = 0
    /// 0 unknown, 1 no sign, 2 indicated, 3 several indications; for this epoch only.
    public var spoofing: UInt8 = 0
    /// How far the carrier-phase ambiguities are resolved.
    public var carrierSolution = CarrierSolution.none

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("psmState", 2, &powerSaveState)
      b.unused(1)
      b.number("spoofDetState", 2, &spoofing)
      b.unused(1)
      b.number("carrSoln", 2, &carrierSolution)
    }
  }
}
