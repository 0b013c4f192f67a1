public import CairnUBX

/// UBX-HNR-INS: the vehicle's rotation and acceleration between navigation epochs.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-HNR-INS.
public struct HnrIns: UBXMessage, Hashable {
  public static let id = MessageID(.hnr, 0x02)
  public static let name = "HNR-INS"
  public static let payloadLength = PayloadLength.exactly(36)

  /// The whole content.
  public var dynamics = VehicleDynamics()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) { dynamics.fields(&f) }
}
