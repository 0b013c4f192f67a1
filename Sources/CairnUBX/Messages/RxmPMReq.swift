/// UBX-RXM-PMREQ of 16 octets: put the receiver to sleep.
///
/// There is no answer. A byte on the port wakes a receiver for which `wakeUpSources.uart` is set;
/// it hears commands 500 ms later.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-RXM-PMREQ.
public struct RxmPMReq: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x41)
  public static let name = "RXM-PMREQ"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Of the message's layout.
  public var version: UInt8 = 0
  /// Seconds to sleep, in whole milliseconds, at most 4,294,967; absent: until a source wakes the
  /// receiver.
  public var duration: Double?
  /// How to sleep.
  public var flags = Flags()
  /// What wakes the receiver before `duration` is over.
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
  /// Zero on the wire is no short sleep, but one without an end.
  static func atLeastOneMillisecond(_ duration: Double) -> Double {
    duration >= 1e-3 ? duration : 1e-3
  }

  /// How to sleep.
  public struct Flags: UBXBitField {
    /// Go to the backup state; without it the request has no effect.
    public var backup = false
    /// Even while a port with power from the host, such as USB, is in use. M10 does not sleep
    /// without.
    public var force = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(1)
      b.flag("backup", &backup)
      b.flag("force", &force)
    }
  }

  /// What wakes a sleeping receiver: an edge on one of these lines.
  public struct WakeUpSources: UBXBitField {
    /// The serial port's input.
    public var uart = false
    /// The input EXTINT 0.
    public var input0 = false
    /// The input EXTINT 1.
    public var input1 = false
    /// The chip-select line of SPI.
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

/// UBX-RXM-PMREQ of 8 octets: put a receiver to sleep that does not know the longer form.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-RXM-PMREQ.
public struct RxmPMReqShort: UBXMessage, Hashable {
  public static let id = RxmPMReq.id
  public static let name = RxmPMReq.name
  public static let payloadLength = PayloadLength.exactly(8)

  /// Seconds to sleep, in whole milliseconds, at most 4,294,967; absent: until a line's edge wakes
  /// the receiver.
  public var duration: Double?
  /// How to sleep.
  public var flags = Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    duration = duration.map(RxmPMReq.atLeastOneMillisecond)
    f.u4("duration", &duration, unit: .milliseconds, absent: 0)
    f.x4("flags", &flags)
  }
}

extension RxmPMReqShort {
  /// How to sleep.
  public struct Flags: UBXBitField {
    /// Go to the backup state; without it the request has no effect.
    public var backup = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(1)
      b.flag("backup", &backup)
    }
  }
}
