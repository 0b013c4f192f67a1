public import CairnUBX

/// UBX-MON-HW of u-blox 6, with 25 virtual pins instead of 17.
///
/// Source: u-blox 6 Receiver Description Including Protocol Specification, UBX-MON-HW.
public struct MonHW6: UBXMessage, Hashable {
  public static let id = MonHW.id
  public static let name = MonHW.name
  public static let payloadLength = PayloadLength.exactly(68)
  static let virtualPinCount = 25

  /// All fields, with 25 virtual pins.
  public var status = MonHW()

  public init() {
    status.virtualPins = [UInt8](repeating: 255, count: Self.virtualPinCount)
  }

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    status.fields(&f, virtualPinCount: Self.virtualPinCount)
  }
}
