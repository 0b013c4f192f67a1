public import CairnUBX

/// UBX-MON-PMP: state of a receiver of satellite corrections (L-band).
///
/// Source: u-blox NEO-D9S Interface Description, UBX-MON-PMP.
public struct MonPMP: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x35)
  public static let name = "MON-PMP"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One channel.
  public struct Channel: UBXGroup, Hashable {
    /// State bits.
    public var status = Status()
    /// Whole part in dB-Hz.
    public var carrierToNoise: UInt8 = 0
    /// Fraction to add to `carrierToNoise`, in dB-Hz.
    public var carrierToNoiseFraction = 0.0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.reserved(4)
      f.x4("status", &status)
      f.reserved(8)
      f.u1("cno", &carrierToNoise)
      f.u1("cnoFrac", &carrierToNoiseFraction, scale: 0x1p-8)
      f.reserved(2)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// In wire order, at most 255.
  public var channels: [Channel] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("nEntries", of: channels)
    f.reserved(2)
    f.groups(count, &channels)
  }
}

extension MonPMP {
  /// State bits of one channel.
  public struct Status: UBXBitField {
    /// The carrier is tracked.
    public var isLocked = false
    /// Frames are synchronized.
    public var isFrameSynchronized = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("locked", &isLocked)
      b.flag("frameSync", &isFrameSynchronized)
    }
  }
}
