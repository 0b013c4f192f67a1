public import CairnUBX

/// UBX-CFG-NMEA: how NMEA sentences are written, on receivers before u-blox 7.
///
/// Source: u-blox 6 receiver description, UBX-CFG-NMEA.
public struct CfgNmeaBasic: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x17)
  public static let name = "CFG-NMEA"
  public static let payloadLength = PayloadLength.exactly(4)

  /// What to write that is not a fix.
  public var filter = CfgNmea.Filter()
  /// Major and minor digit: 0x21 or 0x23.
  public var nmeaVersion: UInt8 = 0
  /// The most satellites per sentence: 8, 12 or 16; 0 is no limit.
  public var satelliteLimit: UInt8 = 0
  /// How to write sentences.
  public var flags = CfgNmea.Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x1("filter", &filter)
    f.u1("nmeaVersion", &nmeaVersion)
    f.u1("numSV", &satelliteLimit)
    f.x1("flags", &flags)
  }
}
