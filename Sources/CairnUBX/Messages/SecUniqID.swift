/// UBX-SEC-UNIQID, version 1: the receiver's own number, 40 bits wide.
///
/// Source: u-blox UBX-21022436 (M9 SPG 4.04), UBX-SEC-UNIQID.
public struct SecUniqIDV1: UBXMessage, Hashable {
  public static let id = MessageID(.sec, 0x03)
  public static let name = "SEC-UNIQID"
  public static let payloadLength = PayloadLength.exactly(9)

  /// Of the message's layout.
  public var version: UInt8 = 1
  /// The number, of which the wire has 40 bits, their lowest octet first.
  public var uniqueID: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.wide("uniqueId", 5, &uniqueID)
  }
}

/// UBX-SEC-UNIQID, version 2: the receiver's own number, 48 bits wide.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-SEC-UNIQID.
public struct SecUniqID: UBXMessage, Hashable {
  public static let id = SecUniqIDV1.id
  public static let name = SecUniqIDV1.name
  public static let payloadLength = PayloadLength.exactly(10)

  /// Of the message's layout.
  public var version: UInt8 = 2
  /// The number, of which the wire has 48 bits, their lowest octet first.
  public var uniqueID: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.wide("uniqueId", 6, &uniqueID)
  }
}
