public import CairnUBX

/// UBX-CFG-ESFWT: wheel ticks or speed.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-ESFWT.
public struct CfgEsfwt: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x82)
  public static let name = "CFG-ESFWT"
  public static let payloadLength = PayloadLength.exactly(32)

  /// Of the message's layout, 0.
  public var version: UInt8 = 0
  /// Where ticks or speed come from.
  public var source = Source()
  /// What the receiver may not find out itself.
  public var automatic = Automatic()
  /// Metres a tick, or the factor of the speed; without unit there.
  public var tickLength = 0.0
  /// Metres, or metres per second with speed.
  public var tickError = 0.0
  /// Ticks at which the counter begins again; 0 for counts of one interval.
  public var tickMaximum: UInt32 = 0
  /// Seconds that the data are late.
  public var latency = 0.0
  /// Hertz of the data; 0 lets the receiver find out.
  public var frequency: UInt8 = 0
  /// How pulses are counted.
  public var counting = Counting()
  /// Metres per second, below which no tick comes.
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
  /// Where ticks or speed come from.
  public struct Source: UBXBitField {
    /// Ticks of both rear wheels are combined.
    public var combinesTicks = false
    /// Speed is used instead of ticks.
    public var usesSpeed = false
    /// The direction pin is low while the vehicle moves forwards.
    public var isForwardLow = false
    /// Ticks come from the pin, not over a port.
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

  /// What the receiver may not find out itself.
  public struct Automatic: UBXBitField {
    /// The counter's maximum.
    public var tickMaximumOff = false
    /// The polarity of the direction pin.
    public var directionOff = false
    /// Whether ticks come over a port.
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
