public import CairnUBX

/// UBX-LOG-STRING: adds a text to the log.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-STRING.
public struct LogString: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x04)
  public static let name = "LOG-STRING"
  public static let payloadLength = PayloadLength.atLeast(0)

  /// The bytes of the text, at most 256.
  public var text: [UInt8] {
    get { octets.map { $0.value } }
    set { octets = newValue.map(Octet.init) }
  }
  private var octets: [Octet] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.groupsToEnd(&octets)
  }
}

extension LogString {
  struct Octet: UBXGroup, Hashable {
    var value: UInt8 = 0

    init() {}

    init(_ value: UInt8) { self.value = value }

    mutating func fields(_ f: inout some UBXFieldVisitor) { f.u1("bytes", &value) }
  }
}
