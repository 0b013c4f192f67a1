public import CairnUBX

/// UBX-CFG-SENIF: the interface of an external sensor.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-SENIF.
public struct CfgSenif: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x88)
  public static let name = "CFG-SENIF"
  public static let payloadLength = PayloadLength.exactly(6)

  /// 0 inertial sensor.
  public var type: UInt8 = 0
  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// Whether a sensor is connected.
  public var flags = Flags()
  /// The pins of its bus.
  public var pins: Pins = Pins(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.x2("flags", &flags)
    f.pins("pioConf", &pins)
  }
}

extension CfgSenif {
  /// Whether a sensor is connected.
  public struct Flags: UBXBitField {
    /// A sensor is connected.
    public var isConnected = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("senConn", &isConnected)
    }
  }
}

extension UBXFieldVisitor {
  fileprivate mutating func pins(_ name: StaticString, _ value: inout CfgSenif.Pins) {
    var raw = value.rawValue
    number(name, &raw, .octets)
    if Self.reads { value = CfgSenif.Pins(rawValue: raw) }
  }
}

extension CfgSenif {
  /// The pins of a sensor's bus.
  public struct Pins: UBXOpenValue {
    /// The wire's `pioConf`.
    public let rawValue: UInt16

    /// Any value is valid.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Creates pins from PIO numbers, 0...31 each.
    public init(data: UInt8, clock: UInt8) {
      rawValue = UInt16(data & 0x1F) | UInt16(clock & 0x1F) << 5
    }

    /// The PIO number of the bus's data line.
    public var data: UInt8 { UInt8(truncatingIfNeeded: rawValue & 0x1F) }
    /// The PIO number of the bus's clock line.
    public var clock: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 5 & 0x1F) }
  }
}
