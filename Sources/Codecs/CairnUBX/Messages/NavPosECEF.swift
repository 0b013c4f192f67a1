/// UBX-NAV-POSECEF: earth-centred position of one navigation epoch.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-POSECEF.
public struct NavPosECEF: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x01)
  public static let name = "NAV-POSECEF"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Metres, earth-centred and earth-fixed.
  public var x = 0.0
  /// Metres, earth-centred and earth-fixed.
  public var y = 0.0
  /// Metres, earth-centred and earth-fixed.
  public var z = 0.0
  /// Metres, three-dimensional.
  public var positionAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.i4("ecefX", &x, unit: .centimetres)
    f.i4("ecefY", &y, unit: .centimetres)
    f.i4("ecefZ", &z, unit: .centimetres)
    f.u4("pAcc", &positionAccuracy, unit: .centimetres)
  }
}
