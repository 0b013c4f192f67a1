public import CairnUBX

/// UBX-RXM-RLM of 16 bytes: a short return-link message to a distress beacon, via Galileo.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-RXM-RLM.
public struct RxmRLMShort: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x59)
  public static let name = "RXM-RLM"
  public static let payloadLength = PayloadLength.exactly(16)

  /// The part common to both forms; its type is 1.
  public var header = RxmRLMHeader(type: 1)
  /// The parameters of the message: two bytes in wire order.
  public var parameters: [UInt8] = [0, 0]

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    header.fields(&f)
    f.octets("params", 2, &parameters, as: .number)
    f.reserved(1)
  }
}

/// UBX-RXM-RLM of 28 bytes: a long return-link message to a distress beacon, via Galileo.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-RXM-RLM.
public struct RxmRLMLong: UBXMessage, Hashable {
  public static let id = RxmRLMShort.id
  public static let name = RxmRLMShort.name
  public static let payloadLength = PayloadLength.exactly(28)

  /// The part common to both forms; its type is 2.
  public var header = RxmRLMHeader(type: 2)
  /// The parameters of the message: twelve bytes in wire order.
  public var parameters = [UInt8](repeating: 0, count: 12)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    header.fields(&f)
    f.octets("params", 12, &parameters, as: .number)
    f.reserved(3)
  }
}

/// The beginning of a return-link message.
public struct RxmRLMHeader: Hashable, Sendable, BitwiseCopyable {
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// 1 short, 2 long.
  public var type: UInt8
  /// The Galileo satellite that sent the message.
  public var satellite: UInt8 = 0
  /// The beacon's number, 60 bits.
  public var beacon: UInt64 = 0
  /// The content of the message, 4 bits.
  public var message: UInt8 = 0

  /// - Parameter type: 1 short, 2 long.
  public init(type: UInt8) { self.type = type }

  mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("type", &type)
    f.u1("svId", &satellite)
    f.reserved(1)
    f.u8("beacon", &beacon)
    f.u1("message", &message)
  }
}
