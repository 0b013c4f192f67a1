public import CairnUBX

/// UBX-MGA-SF: requests `MgaSFIni`, a receiver's knowledge of its inertial sensors.
///
/// Source: u-blox F9 HPS interface description, UBX-MGA-SF.
public struct MgaSF: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x10)
  public static let name = "MGA-SF"
  public static let payloadLength = PayloadLength.exactly(0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {}
}
