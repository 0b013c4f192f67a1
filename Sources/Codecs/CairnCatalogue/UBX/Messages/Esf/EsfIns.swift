public import CairnUBX

/// UBX-ESF-INS: the vehicle's rotation and acceleration in one navigation epoch.
///
/// Source: u-blox F9 HPS interface description, UBX-ESF-INS.
public struct EsfIns: UBXMessage, Hashable {
  public static let id = MessageID(.esf, 0x15)
  public static let name = "ESF-INS"
  public static let payloadLength = PayloadLength.exactly(36)

  /// The whole content.
  public var dynamics = VehicleDynamics()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) { dynamics.fields(&f) }
}
