public import CairnUBX

/// UBX-CFG-ESFWT: wheel ticks or speed.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-ESFWT.
public struct CfgEsfwt: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x82)
  public static let name = "CFG-ESFWT"
  public static let payloadLength = PayloadLength.exactly(32)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// The source of ticks or speed.
  public var source = Source()
  /// What the receiver must not determine itself.
  public var automatic = Automatic()
  /// Metres per tick, or the dimensionless factor of the speed.
  public var tickLength = 0.0
  /// Metres, or metres per second for speed.
  public var tickError = 0.0
  /// Value at which the tick counter wraps around; 0 for counts per interval.
  public var tickMaximum: UInt32 = 0
  /// Delay of the data in seconds.
  public var latency = 0.0
  /// Frequency of the data in hertz; 0 lets the receiver determine it.
  public var frequency: UInt8 = 0
  /// How pulses are counted.
  public var counting = Counting()
  /// Speed in metres per second below which no ticks come.
  public var speedDeadBand = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("flags1", &source)
    f.x1("flags2", &automatic)
    f.reserved(1)
    f.u4("wtFactor", &tickLength, scale: 0.000001)
    f.u4("wtQuantError", &tickError, scale: 0.000001)
    f.u4("wtCountMax", &tickMaximum)
    f.u2("wtLatency", &latency, unit: .milliseconds)
    f.u1("wtFrequency", &frequency)
    f.x1("flags3", &counting)
    f.u2("speedDeadBand", &speedDeadBand, unit: .centimetresPerSecond)
    f.reserved(10)
  }
}

extension CfgEsfwt {
  /// The source of ticks or speed.
  public struct Source: UBXBitField {
    /// Ticks of both rear wheels are combined.
    public var combinesTicks = false
    /// Speed is used instead of ticks.
    public var usesSpeed = false
    /// The direction pin is low while the vehicle moves forwards.
    public var isForwardLow = false
    /// Ticks come from the pin, not from a port.
    public var usesPin = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("combineTicks", &combinesTicks)
      b.unused(3)
      b.flag("useWtSpeed", &usesSpeed)
      b.flag("dirPinPol", &isForwardLow)
      b.flag("useWtPin", &usesPin)
    }
  }

  /// What the receiver must not determine itself.
  public struct Automatic: UBXBitField {
    /// The counter's maximum.
    public var tickMaximumOff = false
    /// The polarity of the direction pin.
    public var directionOff = false
    /// Whether ticks arrive on a port.
    public var portTicksOff = false
    /// Whether speed is used.
    public var speedOff = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("autoWtCountMaxOff", &tickMaximumOff)
      b.flag("autoDirPinPolOff", &directionOff)
      b.flag("autoSoftwareWtOff", &portTicksOff)
      b.flag("autoUseWtSpeedOff", &speedOff)
    }
  }

  /// How pulses are counted.
  public struct Counting: UBXBitField {
    /// Rising and falling edges both count.
    public var countsBothEdges = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(4)
      b.flag("cntBothEdges", &countsBothEdges)
    }
  }
}
