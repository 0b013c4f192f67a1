/// UBX-SEC-UNIQID, version 1: unique number of the receiver, 40 bits wide.
///
/// Source: u-blox UBX-21022436 (M9 SPG 4.04), UBX-SEC-UNIQID.
public struct SecUniqIDV1: UBXMessage, Hashable {
  public static let id = MessageID(.sec, 0x03)
  public static let name = "SEC-UNIQID"
  public static let payloadLength = PayloadLength.exactly(9)

  /// Version of the message layout.
  public var version: UInt8 = 1
  /// Unique number; the wire carries 40 bits, lowest octet first.
  public var uniqueID: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.wide("uniqueId", 5, &uniqueID)
  }
}

/// UBX-SEC-UNIQID, version 2: unique number of the receiver, 48 bits wide.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-SEC-UNIQID.
public struct SecUniqID: UBXMessage, Hashable {
  public static let id = SecUniqIDV1.id
  public static let name = SecUniqIDV1.name
  public static let payloadLength = PayloadLength.exactly(10)

  /// Version of the message layout.
  public var version: UInt8 = 2
  /// Unique number; the wire carries 48 bits, lowest octet first.
  public var uniqueID: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.wide("uniqueId", 6, &uniqueID)
  }
}
