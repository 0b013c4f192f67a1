public import CairnUBX

/// UBX-MGA-INI-POS-XYZ: tells a receiver its approximate position in the Earth-centred, Earth-fixed
/// frame.
///
/// A wrong position is worse than none: state the accuracy honestly.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-INI-POS-XYZ.
public struct MgaIniPosXYZ: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x40)
  public static let name = "MGA-INI-POS-XYZ"
  public static let payloadLength = PayloadLength.exactly(20)
  public static let discriminator: UInt8? = 0x00

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Metres.
  public var x = 0.0
  /// Metres.
  public var y = 0.0
  /// Metres.
  public var z = 0.0
  /// Metres, one standard deviation.
  public var accuracy = 0.0
  private var type: UInt8 = 0x00

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(2)
    f.i4("ecefX", &x, unit: .centimetres)
    f.i4("ecefY", &y, unit: .centimetres)
    f.i4("ecefZ", &z, unit: .centimetres)
    f.u4("posAcc", &accuracy, unit: .centimetres)
  }
}
