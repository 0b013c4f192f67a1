public import CairnUBX

/// UBX-CFG-ITFM: the monitor of jamming and interference.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-ITFM.
public struct CfgItfm: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x39)
  public static let name = "CFG-ITFM"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Thresholds, and whether the monitor is on.
  public var detection = Detection()
  /// The antenna and the receiver.
  public var reception = Reception()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x4("config", &detection)
    f.x4("config2", &reception)
  }
}

extension CfgItfm {
  /// Thresholds of the monitor.
  public struct Detection: UBXBitField {
    /// Level of broadband jamming from which it is reported, in decibels.
    public var broadbandThreshold: UInt8 = 0
    /// Level of continuous-wave jamming from which it is reported, in decibels.
    public var continuousWaveThreshold: UInt8 = 0
    /// Must be `defaultAlgorithm`.
    public var algorithm: UInt32 = 0
    /// The monitor is on.
    public var isEnabled = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("bbThreshold", 4, &broadbandThreshold)
      b.number("cwThreshold", 5, &continuousWaveThreshold)
      b.number("algorithmBits", 22, &algorithm)
      b.flag("enable", &isEnabled)
    }
  }

  /// The monitor's antenna and receiver.
  public struct Reception: UBXBitField {
    /// Must be `defaultGeneral`.
    public var general: UInt16 = 0
    /// 0 unknown, 1 passive, 2 active.
    public var antenna: UInt8 = 0
    /// Auxiliary bands are scanned too, if the receiver has any.
    public var scansAuxiliaryBands = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("generalBits", 12, &general)
      b.number("antSetting", 2, &antenna)
      b.flag("enable2", &scansAuxiliaryBands)
    }
  }
}

extension CfgItfm {
  /// The value of `detection.algorithm` that the interface description requires.
  public static let defaultAlgorithm: UInt32 = 0x16B156
  /// The value of `reception.general` that the interface description requires.
  public static let defaultGeneral: UInt16 = 0x31E
}
