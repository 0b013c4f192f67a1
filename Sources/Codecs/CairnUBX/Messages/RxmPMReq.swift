/// UBX-RXM-PMREQ, 16 octets: puts the receiver to sleep.
///
/// There is no answer. With `wakeUpSources.uart`, a byte on the port wakes the receiver, which
/// accepts commands 500 ms later.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-RXM-PMREQ.
public struct RxmPMReq: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x41)
  public static let name = "RXM-PMREQ"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Version of the message layout.
  public var version: UInt8 = 0
  /// Seconds to sleep, in whole milliseconds, at most 4,294,967; absent to sleep until a source
  /// wakes the receiver.
  public var duration: Double?
  /// Options of the sleep.
  public var flags = Flags()
  /// Sources that wake the receiver before `duration` ends.
  public var wakeUpSources = WakeUpSources()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    duration = duration.map(RxmPMReq.atLeastOneMillisecond)
    f.u4("duration", &duration, unit: .milliseconds, absent: 0)
    f.x4("flags", &flags)
    f.x4("wakeupSources", &wakeUpSources)
  }
}

extension RxmPMReq {
  /// Returns at least 1 ms: zero on the wire would mean a sleep without an end.
  static func atLeastOneMillisecond(_ duration: Double) -> Double {
    duration >= 1e-3 ? duration : 1e-3
  }

  /// Options of the sleep.
  public struct Flags: UBXBitField {
    /// Enters the backup state; without it the request has no effect.
    public var backup = false
    /// Sleeps even while a port powered by the host, such as USB, is in use. Required by M10.
    public var force = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(1)
      b.flag("backup", &backup)
      b.flag("force", &force)
    }
  }

  /// Lines on which an edge wakes a sleeping receiver.
  public struct WakeUpSources: UBXBitField {
    /// Input of the serial port.
    public var uart = false
    /// EXTINT 0 input.
    public var input0 = false
    /// EXTINT 1 input.
    public var input1 = false
    /// Chip-select line of SPI.
    public var spiSelect = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(3)
      b.flag("uartrx", &uart)
      b.unused(1)
      b.flag("extint0", &input0)
      b.flag("extint1", &input1)
      b.flag("spics", &spiSelect)
    }
  }
}

/// UBX-RXM-PMREQ, 8 octets: puts a receiver to sleep that does not know the longer form.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-RXM-PMREQ.
public struct RxmPMReqShort: UBXMessage, Hashable {
  public static let id = RxmPMReq.id
  public static let name = RxmPMReq.name
  public static let payloadLength = PayloadLength.exactly(8)

  /// Seconds to sleep, in whole milliseconds, at most 4,294,967; absent to sleep until an edge on a
  /// line wakes the receiver.
  public var duration: Double?
  /// Options of the sleep.
  public var flags = Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    duration = duration.map(RxmPMReq.atLeastOneMillisecond)
    f.u4("duration", &duration, unit: .milliseconds, absent: 0)
    f.x4("flags", &flags)
  }
}

extension RxmPMReqShort {
  /// Options of the sleep.
  public struct Flags: UBXBitField {
    /// Enters the backup state; without it the request has no effect.
    public var backup = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(1)
      b.flag("backup", &backup)
    }
  }
}
