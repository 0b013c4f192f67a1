public import CairnUBX

/// UBX-CFG-ESRC: external sources of time or frequency.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-ESRC.
public struct CfgEsrc: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x60)
  public static let name = "CFG-ESRC"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One source.
  public struct Source: UBXGroup, Hashable {
    /// The EXTINT pin's number.
    public var input: UInt8 = 0
    /// 0 none, 1 frequency, 2 time, 3 feedback of the external oscillator.
    public var kind: UInt8 = 0
    /// Polarity and time scale.
    public var flags = Flags()
    /// Nominal frequency in hertz.
    public var frequency = 0.0
    /// Uncertainty over the temperature range, in parts per billion.
    public var temperatureUncertaintyPPB = 0.0
    /// Uncertainty by ageing, in parts per billion per year.
    public var ageUncertaintyPPBPerYear = 0.0
    /// Seconds until the temperature is stable.
    public var warmUpTime: UInt16 = 0
    /// Parts per billion over the source's lifetime.
    public var lifetimeUncertaintyPPB: UInt16 = 0
    /// Offset from the time pulse in seconds.
    public var offset = 0.0
    /// Seconds.
    public var offsetUncertainty = 0.0
    /// Seconds per second.
    public var jitter = 0.0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("extInt", &input)
      f.u1("sourceType", &kind)
      f.x2("flags", &flags)
      f.u4("freq", &frequency, scale: 0.25)
      f.reserved(4)
      f.u4("withTemp", &temperatureUncertaintyPPB, scale: 0.00390625)
      f.u4("withAge", &ageUncertaintyPPBPerYear, scale: 0.00390625)
      f.u2("timeToTemp", &warmUpTime)
      f.u2("maxDevLifeTim", &lifetimeUncertaintyPPB)
      f.i4("offset", &offset, unit: .nanoseconds)
      f.u4("offsetUncertainty", &offsetUncertainty, unit: .nanoseconds)
      f.u4("jitter", &jitter, unit: .nanosecondsPerSecond)
    }
  }

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// The sources.
  public var sources: [Source] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("numSources", of: sources)
    f.reserved(2)
    f.groups(count, &sources)
  }
}

extension CfgEsrc {
  /// Polarity and time scale of a source.
  public struct Flags: UBXBitField {
    /// The rising edge counts.
    public var isRisingEdge = false
    /// The source is aligned to UTC, not to GNSS time.
    public var isUTC = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("polarity", &isRisingEdge)
      b.flag("gnssUtc", &isUTC)
    }
  }
}
