public import CairnUBX

/// UBX-CFG-ESFGWT: gyroscope and wheel ticks that arrive on a port.
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
  /// Metres per tick.
  public var tickLength = 0.0
  /// Error of counting whole ticks, in metres.
  public var tickError = 0.0
  /// Seconds per step of the time tag.
  public var timeTagUnit = 0.0
  /// Value at which the tick counter wraps around.
  public var tickMaximum: UInt32 = 0
  /// Value at which the time tag wraps around.
  public var timeTagMaximum: UInt32 = 0
  /// Delay of the ticks in seconds.
  public var latency = 0.0
  /// Frequency of the tick messages in hertz.
  public var frequency: UInt8 = 0
  /// Speed in metres per second below which no ticks come.
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
    /// Apply the values of the time tag.
    public var setsTime = false
    /// Apply the values of the wheel ticks.
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
