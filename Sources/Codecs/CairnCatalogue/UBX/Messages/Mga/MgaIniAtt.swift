public import CairnUBX

/// UBX-MGA-INI-ATT: tells a receiver with inertial sensors the vehicle's attitude.
///
/// Source: u-blox F9 HPS interface description, UBX-MGA-INI-ATT.
public struct MgaIniAtt: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x40)
  public static let name = "MGA-INI-ATT"
  public static let payloadLength = PayloadLength.exactly(28)
  public static let discriminator: UInt8? = 0x40

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Age of the attitude, in the receiver's unit.
  public var age: UInt16 = 0
  /// Degrees.
  public var roll = 0.0
  /// Degrees.
  public var pitch = 0.0
  /// Degrees clockwise from true north.
  public var heading = 0.0
  /// Degrees.
  public var rollAccuracy = 0.0
  /// Degrees.
  public var pitchAccuracy = 0.0
  /// Degrees.
  public var headingAccuracy = 0.0
  private var type: UInt8 = 0x40

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u2("age", &age)
    f.i4("roll", &roll, scale: 1e-5)
    f.i4("pitch", &pitch, scale: 1e-5)
    f.i4("heading", &heading, scale: 1e-5)
    f.u4("accRoll", &rollAccuracy, scale: 1e-5)
    f.u4("accPitch", &pitchAccuracy, scale: 1e-5)
    f.u4("accHeading", &headingAccuracy, scale: 1e-5)
  }
}
