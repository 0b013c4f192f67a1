public import CairnUBX

/// UBX-CFG-RINV: text or data that the receiver stores for its owner.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-RINV.
public struct CfgRinv: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x34)
  public static let name = "CFG-RINV"
  public static let payloadLength = PayloadLength.atLeast(1)

  /// The kind of data.
  public var flags = Flags()
  /// The data, at most 30 bytes.
  public var data: [UInt8] {
    get { octets.map { $0.value } }
    set { octets = newValue.map(Octet.init) }
  }
  private var octets: [Octet] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x1("flags", &flags)
    f.groupsToEnd(&octets)
  }
}

extension CfgRinv {
  /// The kind of data.
  public struct Flags: UBXBitField {
    /// The receiver shows the data as a notice at its start.
    public var isShownAtStart = false
    /// The data are not text.
    public var isBinary = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("dump", &isShownAtStart)
      b.flag("binary", &isBinary)
    }
  }
}

extension CfgRinv {
  private struct Octet: UBXGroup, Hashable {
    var value: UInt8 = 0

    init() {}

    init(_ value: UInt8) { self.value = value }

    mutating func fields(_ f: inout some UBXFieldVisitor) { f.u1("data", &value) }
  }
}
