public import CairnUBX

/// UBX-TIM-SVIN: the survey of a fixed antenna's position; timing receivers before NAV-SVIN.
///
/// Source: u-blox UBX-13003221 R28 (M8 FTS), UBX-TIM-SVIN.
public struct TimSvin: UBXMessage, Hashable {
  public static let id = MessageID(.tim, 0x04)
  public static let name = "TIM-SVIN"
  public static let payloadLength = PayloadLength.exactly(28)

  /// Duration of the survey in seconds.
  public var duration: UInt32 = 0
  /// Mean of the observations in metres, earth-centred and earth-fixed.
  public var x = 0.0
  /// Mean of the observations in metres, earth-centred and earth-fixed.
  public var y = 0.0
  /// Mean of the observations in metres, earth-centred and earth-fixed.
  public var z = 0.0
  /// Variance of the position in three dimensions; its square root is an accuracy.
  public var varianceSquareMillimetres: UInt32 = 0
  /// Number of positions in the mean.
  public var observations: UInt32 = 0
  /// The position is accurate enough.
  public var isValid = false
  /// The survey is in progress.
  public var isActive = false

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("dur", &duration)
    f.i4("meanX", &x, unit: .centimetres)
    f.i4("meanY", &y, unit: .centimetres)
    f.i4("meanZ", &z, unit: .centimetres)
    f.u4("meanV", &varianceSquareMillimetres)
    f.u4("obs", &observations)
    f.u1("valid", &isValid)
    f.u1("active", &isActive)
    f.reserved(2)
  }
}
