public import CairnUBX

/// UBX-CFG-TP: the time pulse.
///
/// Source: u-blox 6 receiver description, UBX-CFG-TP.
public struct CfgTp: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x07)
  public static let name = "CFG-TP"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Microseconds between two pulses.
  public var intervalMicroseconds: UInt32 = 0
  /// Length of a pulse in microseconds.
  public var lengthMicroseconds: UInt32 = 0
  /// 1 the rising edge is aligned, 0 off, -1 the falling edge.
  public var polarity: Int8 = 0
  /// 0 UTC, 1 GPS time, 2 the receiver's own.
  public var timeReference: UInt8 = 0
  /// Whether pulses are sent without a fix.
  public var flags = Flags()
  /// Seconds.
  public var cableDelay = 0.0
  /// Seconds.
  public var groupDelay = 0.0
  /// Seconds.
  public var userDelay = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("interval", &intervalMicroseconds)
    f.u4("length", &lengthMicroseconds)
    f.i1("status", &polarity)
    f.u1("timeRef", &timeReference)
    f.x1("flags", &flags)
    f.reserved(1)
    f.i2("antennaCableDelay", &cableDelay, unit: .nanoseconds)
    f.i2("rfGroupDelay", &groupDelay, unit: .nanoseconds)
    f.i4("userDelay", &userDelay, unit: .nanoseconds)
  }
}

extension CfgTp {
  /// Whether pulses are sent without a fix.
  public struct Flags: UBXBitField {
    /// Pulses require a valid time.
    public var needsFix = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("syncMode", &needsFix)
    }
  }
}
