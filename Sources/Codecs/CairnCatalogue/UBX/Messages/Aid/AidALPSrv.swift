public import CairnUBX

/// UBX-AID-ALPSRV, answer: a part of a predicted almanac for a receiver that requested it.
///
/// Source: u-blox 6 receiver description (GPS.G6-SW-10018), UBX-AID-ALPSRV.
public struct AidALPSrv: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x32)
  public static let name = "AID-ALPSRV"
  public static let payloadLength = PayloadLength.atLeast(16)

  /// Length of the identifier in bytes: 8.
  public var identifierSize: UInt8 = 0
  /// The request's type; never 0xFF, which marks data that a receiver sends back.
  public var type: UInt8 = 0
  /// Offset of the data in the file, in words of two bytes.
  public var offset: UInt16 = 0
  /// Size requested, in words of two bytes.
  public var size: UInt16 = 0
  /// The file's number.
  public var file: UInt16 = 0
  /// A part of the file's identifier.
  public var identifier1: UInt8 = 0
  /// A part of the file's identifier.
  public var identifier2: UInt8 = 0
  /// A part of the file's identifier.
  public var identifier3: UInt32 = 0
  /// The content of the file.
  public var data: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("idSize", &identifierSize)
    f.u1("type", &type)
    f.u2("ofs", &offset)
    f.u2("size", &size)
    f.u2("fileId", &file)
    let count = f.count("dataSize", UInt16.self, of: data)
    f.u1("id1", &identifier1)
    f.u1("id2", &identifier2)
    f.u4("id3", &identifier3)
    f.dataOctets(count, &data)
  }
}
