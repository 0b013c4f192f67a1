/// UBX-MGA-DBD: a part of the receiver's navigation database.
///
/// A poll dumps the database; send the messages back to the same receiver after a restart,
/// unchanged.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-DBD.
public struct MgaDBD: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x80)
  public static let name = "MGA-DBD"
  public static let payloadLength = PayloadLength.atLeast(12)

  /// The receiver's own data.
  public var data: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.reserved(12)
    var octets = data.map { Octet(value: $0) }
    f.groupsToEnd(&octets)
    data = octets.map { $0.value }
  }
}

/// A group of one octet, as the interface description states the data.
private struct Octet: UBXGroup {
  var value: UInt8 = 0

  init() {}

  init(value: UInt8) { self.value = value }

  mutating func fields(_ f: inout some UBXFieldVisitor) { f.u1("data", &value) }
}
