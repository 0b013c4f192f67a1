public import CairnUBX

/// UBX-CFG-OTP: writes the receiver's one-time programmable memory.
///
/// Cannot be undone. Send only what the receiver's integration manual prints.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-OTP.
public struct CfgOtp: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x41)
  public static let name = "CFG-OTP"
  public static let payloadLength = PayloadLength.atLeast(12)

  /// Twelve bytes as the manual prints them.
  public var header: [UInt8] = []
  /// The bytes after the header.
  public var data: [UInt8] {
    get { octets.map { $0.value } }
    set { octets = newValue.map(Octet.init) }
  }
  private var octets: [Octet] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.octets("cfgHeader", 12, &header, as: .number)
    f.groupsToEnd(&octets)
  }
}

extension CfgOtp {
  private struct Octet: UBXGroup, Hashable {
    var value: UInt8 = 0

    init() {}

    init(_ value: UInt8) { self.value = value }

    mutating func fields(_ f: inout some UBXFieldVisitor) { f.u1("cfgData", &value) }
  }
}
