public import CairnUBX

/// UBX-MGA-BDS-IONO: ionospheric delay by Klobuchar's model, as BeiDou broadcasts it, to aid a
/// receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-BDS-IONO.
public struct MgaBDSIono: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x03)
  public static let name = "MGA-BDS-IONO"
  public static let payloadLength = PayloadLength.exactly(16)
  public static let discriminator: UInt8? = 0x06

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Seconds.
  public var alpha0 = 0.0
  /// Seconds per semicircle.
  public var alpha1 = 0.0
  /// Seconds per semicircle squared.
  public var alpha2 = 0.0
  /// Seconds per semicircle cubed.
  public var alpha3 = 0.0
  /// Seconds.
  public var beta0 = 0.0
  /// Seconds per semicircle.
  public var beta1 = 0.0
  /// Seconds per semicircle squared.
  public var beta2 = 0.0
  /// Seconds per semicircle cubed.
  public var beta3 = 0.0
  private var type: UInt8 = 0x06

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(2)
    f.i1("alpha0", &alpha0, scale: 0x1p-30)
    f.i1("alpha1", &alpha1, scale: 0x1p-27)
    f.i1("alpha2", &alpha2, scale: 0x1p-24)
    f.i1("alpha3", &alpha3, scale: 0x1p-24)
    f.i1("beta0", &beta0, scale: 2048)
    f.i1("beta1", &beta1, scale: 16384)
    f.i1("beta2", &beta2, scale: 65536)
    f.i1("beta3", &beta3, scale: 65536)
    f.reserved(4)
  }
}
