public import CairnUBX

/// UBX-CFG-ESFGWT: gyroscope and wheel ticks that come over a port.
///
/// Source: u-blox 6 receiver description, UBX-CFG-ESFGWT.
public struct CfgEsfgwt: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x29)
  public static let name = "CFG-ESFGWT"
  public static let payloadLength = PayloadLength.exactly(44)

  /// Which parts of the message apply.
  public var flags = Flags()
  /// The vehicle's number.
  public var vehicle: UInt16 = 0
  /// Metres a tick.
  public var tickLength = 0.0
  /// Metres, error of counting whole ticks.
  public var tickError = 0.0
  /// Seconds a step of the time tag.
  public var timeTagUnit = 0.0
  /// Ticks at which the counter begins again.
  public var tickMaximum: UInt32 = 0
  /// Steps at which the time tag begins again.
  public var timeTagMaximum: UInt32 = 0
  /// Seconds that the ticks are late.
  public var latency = 0.0
  /// Hertz of the ticks' messages.
  public var frequency: UInt8 = 0
  /// Metres per second, below which no tick comes.
  public var speedDeadBand = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x2("flags", &flags)
    f.u2("id", &vehicle)
    f.u4("wtFactor", &tickLength, scale: 0.000001)
    f.reserved(4)
    f.u4("wtQuantError", &tickError, scale: 0.000001)
    f.u4("timeTagFactor", &timeTagUnit, scale: 0.000001)
    f.u4("wtCountMax", &tickMaximum)
    f.u4("timeTagMax", &timeTagMaximum)
    f.u2("wtLatency", &latency, unit: .milliseconds)
    f.reserved(2)
    f.u1("wtFrequency", &frequency)
    f.reserved(1)
    f.u2("speedDeadBand", &speedDeadBand, unit: .centimetresPerSecond)
    f.reserved(4)
    f.reserved(4)
  }
}

extension CfgEsfgwt {
  /// Which parts of the message apply.
  public struct Flags: UBXBitField {
    /// The vehicle's number.
    public var setsVehicle = false
    /// The values of the time tag.
    public var setsTime = false
    /// The values of the wheel ticks.
    public var setsTicks = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(12)
      b.flag("setVehicle", &setsVehicle)
      b.flag("setTime", &setsTime)
      b.flag("setWt", &setsTicks)
    }
  }
}
