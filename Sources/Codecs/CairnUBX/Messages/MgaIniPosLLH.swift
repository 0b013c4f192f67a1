/// UBX-MGA-INI-POS-LLH: tells a receiver its approximate position, by latitude and longitude.
///
/// A wrong position is worse than none, so state the accuracy honestly.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-INI-POS-LLH.
public struct MgaIniPosLLH: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x40)
  public static let name = "MGA-INI-POS-LLH"
  public static let payloadLength = PayloadLength.exactly(20)
  public static let discriminator: UInt8? = 0x01

  /// Version of the message layout.
  public var version: UInt8 = 0
  /// Degrees on WGS 84, positive north.
  public var latitude = 0.0
  /// Degrees on WGS 84, positive east.
  public var longitude = 0.0
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude = 0.0
  /// Metres, one standard deviation.
  public var accuracy = 0.0
  private var type: UInt8 = 0x01

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(2)
    f.i4("lat", &latitude, scale: 1e-7)
    f.i4("lon", &longitude, scale: 1e-7)
    f.i4("alt", &ellipsoidalAltitude, unit: .centimetres)
    f.u4("posAcc", &accuracy, unit: .centimetres)
  }
}
