public import CairnUBX

/// UBX-CFG-INF: the notices (class INF, NMEA TXT) sent on each port.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-INF.
public struct CfgInf: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x02)
  public static let name = "CFG-INF"
  public static let payloadLength = PayloadLength.exactly(10)

  /// The notices of one port.
  public struct Notices: UBXGroup, Hashable {
    /// The kinds of notices to send.
    public var severity = Severity()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.x1("infMsgMask", &severity)
    }
  }

  /// The protocol of the notices.
  public var wireProtocol = WireProtocol.ubx
  /// The ports I2C, UART 1, UART 2, USB, SPI and a reserved one. Always six on the wire.
  public var ports = [Notices](repeating: Notices(), count: 6)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("protocolID", &wireProtocol)
    f.reserved(3)
    while ports.count < 6 { ports.append(Notices()) }
    f.groups(6, &ports)
  }
}

extension CfgInf {
  /// The kinds of notices to send.
  public struct Severity: UBXBitField {
    /// Errors.
    public var error = false
    /// Warnings.
    public var warning = false
    /// Notices.
    public var notice = false
    /// Test output.
    public var test = false
    /// Debug output.
    public var debug = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("enableError", &error)
      b.flag("enableWarning", &warning)
      b.flag("enableNotice", &notice)
      b.flag("enableTest", &test)
      b.flag("enableDebug", &debug)
    }
  }

  /// The protocol of notices; an open set.
  public struct WireProtocol: UBXOpenValue {
    /// The wire's `protocolID`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// UBX.
    public static let ubx = WireProtocol(rawValue: 0)
    /// NMEA.
    public static let nmea = WireProtocol(rawValue: 1)
  }
}
