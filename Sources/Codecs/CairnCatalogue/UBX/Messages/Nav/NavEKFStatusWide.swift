public import CairnUBX

/// UBX-NAV-EKFSTATUS with accuracies of 32 bits, 42 bytes long.
///
/// Receivers are documented to send `NavEKFStatus`; other decoders only know this form.
///
/// Source: pyubx2 1.4.0, NAV-EKFSTATUS.
public struct NavEKFStatusWide: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x40)
  public static let name = "NAV-EKFSTATUS"
  public static let payloadLength = PayloadLength.exactly(42)

  /// What is known about the sensors.
  public var state = DeadReckoningState()
  /// Accuracy of the speed pulse's scale, as a share of its initial value.
  public var pulseScaleAccuracy = 0.0
  /// Accuracy of the gyroscope's bias, as a share of its initial value.
  public var gyroscopeBiasAccuracy = 0.0
  /// Accuracy of the gyroscope's scale, as a share of its initial value.
  public var gyroscopeScaleAccuracy = 0.0
  /// The sensor data used.
  public var used = DeadReckoningState.Measurements()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    state.fields(&f)
    f.i4("accPulseScale", &pulseScaleAccuracy, scale: 1e-4)
    f.i4("accGyroBias", &gyroscopeBiasAccuracy, scale: 1e-4)
    f.i4("accGyroScale", &gyroscopeScaleAccuracy, scale: 1e-4)
    f.x1("measUsed", &used)
    f.reserved(1)
  }
}
