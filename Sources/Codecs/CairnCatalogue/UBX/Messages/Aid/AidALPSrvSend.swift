public import CairnUBX

/// UBX-AID-ALPSRV, data: the receiver sends back a changed part of a predicted almanac.
///
/// Source: u-blox 6 receiver description (GPS.G6-SW-10018), UBX-AID-ALPSRV.
public struct AidALPSrvSend: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x32)
  public static let name = "AID-ALPSRV"
  public static let payloadLength = PayloadLength.atLeast(8)
  public static let discriminator: UInt8? = 0xFF
  public static let discriminatorOffset = 1

  /// Length of the identifier in bytes: 8.
  public var identifierSize: UInt8 = 0
  /// Offset of the data in the file, in words of two bytes.
  public var offset: UInt16 = 0
  /// The file's number.
  public var file: UInt16 = 0
  /// The content of the file.
  public var words: [Word] = []
  private var type: UInt8 = 0xFF

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("idSize", &identifierSize)
    f.u1("type", &type)
    f.u2("ofs", &offset)
    let count = f.count("size", UInt16.self, of: words)
    f.u2("fileId", &file)
    f.groups(count, &words)
  }
}

extension AidALPSrvSend {
  /// One word of the file.
  public struct Word: UBXGroup, Hashable {
    /// The value as on the wire, least significant byte first.
    public var value: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u2("data", &value)
    }
  }
}
