public import CairnUBX

/// UBX-CFG-ESFALG: the mounting of the inertial sensor in the vehicle.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-ESFALG.
public struct CfgEsfalg: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x56)
  public static let name = "CFG-ESFALG"
  public static let payloadLength = PayloadLength.exactly(12)

  /// Version, and whether the receiver determines the mounting.
  public var flags = Flags()
  /// Degrees, 0...360.
  public var yaw = 0.0
  /// Degrees, -90...90.
  public var pitch = 0.0
  /// Degrees, -180...180.
  public var roll = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x4("bitfield", &flags)
    f.u4("yaw", &yaw, scale: 0.01)
    f.i2("pitch", &pitch, scale: 0.01)
    f.i2("roll", &roll, scale: 0.01)
  }
}

extension CfgEsfalg {
  /// Version, and whether the receiver determines the mounting.
  public struct Flags: UBXBitField {
    /// Version of the message's layout, 0.
    public var version: UInt8 = 0
    /// The receiver determines the angles.
    public var isAutomatic = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("version", 8, &version)
      b.flag("doAutoMntAlg", &isAutomatic)
    }
  }
}
