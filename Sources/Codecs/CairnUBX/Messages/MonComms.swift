/// UBX-MON-COMMS: traffic, load and errors of every port.
///
/// Source: u-blox UBX-21022436 (M9 SPG 4.04), UBX-MON-COMMS.
public struct MonComms: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x36)
  public static let name = "MON-COMMS"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One port.
  public struct Port: UBXGroup, Hashable {
    /// The port.
    public var port = CommunicationPort.i2c
    /// Bytes waiting to be sent.
    public var transmitPending: UInt16 = 0
    /// Bytes sent since the receiver started.
    public var transmitted: UInt32 = 0
    /// Percent of the transmit buffer in use; maximum of the last second.
    public var transmitUsagePercent: UInt8 = 0
    /// Percent of the transmit buffer in use; maximum so far.
    public var transmitPeakUsagePercent: UInt8 = 0
    /// Bytes received and not yet parsed.
    public var receivePending: UInt16 = 0
    /// Bytes received since the receiver started.
    public var received: UInt32 = 0
    /// Percent of the receive buffer in use; maximum of the last second.
    public var receiveUsagePercent: UInt8 = 0
    /// Percent of the receive buffer in use; maximum so far.
    public var receivePeakUsagePercent: UInt8 = 0
    /// Number of 100 ms periods in which a full receive buffer lost bytes.
    public var overruns: UInt16 = 0
    /// Number of messages parsed: four counts, in the order of `protocols`.
    public var messages: [UInt16] = [0, 0, 0, 0]
    /// Bytes received that belong to no message.
    public var skipped: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u2("portId", &port)
      f.u2("txPending", &transmitPending)
      f.u4("txBytes", &transmitted)
      f.u1("txUsage", &transmitUsagePercent)
      f.u1("txPeakUsage", &transmitPeakUsagePercent)
      f.u2("rxPending", &receivePending)
      f.u4("rxBytes", &received)
      f.u1("rxUsage", &receiveUsagePercent)
      f.u1("rxPeakUsage", &receivePeakUsagePercent)
      f.u2("overrunErrs", &overruns)
      f.array("msgs", 4, &messages)
      f.reserved(8)
      f.u4("skipped", &skipped)
    }
  }

  /// Version of the message layout.
  public var version: UInt8 = 0
  /// Errors while sending.
  public var transmitErrors = TransmitErrors()
  /// Protocols that `Port.messages` counts, in four octets: 0 UBX, 1 NMEA, 2 RTCM 2, 5 RTCM 3, 6
  /// SPARTN, 255 none.
  public var protocols: [UInt8] = [0, 1, 5, 255]
  /// Ports in wire order, at most 255.
  public var ports: [Port] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("nPorts", of: ports)
    f.x1("txErrors", &transmitErrors)
    f.reserved(1)
    f.array("protIds", 4, &protocols)
    f.groups(count, &ports)
  }
}

extension MonComms {
  /// Errors while sending.
  public struct TransmitErrors: UBXBitField {
    /// A buffer was too small.
    public var memory = false
    /// A buffer could not be allocated.
    public var allocation = false
    /// Port of the error; see the interface description.
    public var outputPort: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("mem", &memory)
      b.flag("alloc", &allocation)
      b.number("outputPort", 3, &outputPort)
    }
  }
}

/// A port of the receiver; an open set.
///
/// Source: u-blox UBX-21022436 (M9 SPG 4.04), "Ports".
public struct CommunicationPort: UBXOpenValue {
  /// The wire's `portId`.
  public let rawValue: UInt16

  /// Any value is valid.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// I2C, which u-blox calls DDC.
  public static let i2c = CommunicationPort(rawValue: 0x0000)
  /// The first serial port.
  public static let uart1 = CommunicationPort(rawValue: 0x0100)
  /// The second serial port.
  public static let uart2 = CommunicationPort(rawValue: 0x0201)
  /// USB.
  public static let usb = CommunicationPort(rawValue: 0x0300)
  /// SPI.
  public static let spi = CommunicationPort(rawValue: 0x0400)
}
