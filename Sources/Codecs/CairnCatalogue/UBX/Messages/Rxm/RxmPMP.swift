public import CairnUBX

/// UBX-RXM-PMP, version 0: one message of satellite corrections, always 504 bytes.
///
/// A receiver of such corrections sends it; the receiver that uses them accepts it unchanged.
///
/// Source: u-blox NEO-D9S Interface Description, UBX-RXM-PMP.
public struct RxmPMPV0: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x72)
  public static let name = "RXM-PMP"
  public static let payloadLength = PayloadLength.exactly(528)
  public static let discriminator: UInt8? = 0
  static let dataCount = 504

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// The part common to both versions.
  public var header = RxmPMPHeader()
  /// The corrections: 504 bytes in wire order.
  public var data = [UInt8](repeating: 0, count: RxmPMPV0.dataCount)
  /// The state of the carrier's decoder.
  public var quality = RxmPMPQuality()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    header.fields(&f)
    f.octets("userData", Self.dataCount, &data, as: .number)
    quality.fields(&f)
  }
}

/// UBX-RXM-PMP from version 1: one message of satellite corrections.
///
/// Source: u-blox NEO-D9S Interface Description, UBX-RXM-PMP.
public struct RxmPMP: UBXMessage, Hashable {
  public static let id = RxmPMPV0.id
  public static let name = RxmPMPV0.name
  public static let payloadLength = PayloadLength.atLeast(24)

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// The part common to both versions.
  public var header = RxmPMPHeader()
  /// The state of the carrier's decoder.
  public var quality = RxmPMPQuality()
  /// The corrections in wire order; receivers send at most 504 bytes.
  public var data: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(1)
    let count = f.count("numBytesUserData", UInt16.self, of: data)
    header.fields(&f)
    quality.fields(&f)
    f.octets("userData", count, &data, as: .number)
  }
}

/// Time and source of a message of satellite corrections.
public struct RxmPMPHeader: Hashable, Sendable, BitwiseCopyable {
  /// Start of the message, in milliseconds since the receiver started.
  public var timeTag: UInt32 = 0
  /// The first half of the received unique word.
  public var firstUniqueWord: UInt32 = 0
  /// The second half of the received unique word.
  public var secondUniqueWord: UInt32 = 0
  /// The service.
  public var service: UInt16 = 0
  /// Spare bits of the message.
  public var spare: UInt8 = 0
  /// Number of wrong bits in the unique word.
  public var uniqueWordErrors: UInt8 = 0

  public init() {}

  mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("timeTag", &timeTag)
    f.u4("uniqueWord1", &firstUniqueWord)
    f.u4("uniqueWord2", &secondUniqueWord)
    f.u2("serviceIdentifier", &service)
    f.u1("spare", &spare)
    f.u1("uniqueWordBitErrors", &uniqueWordErrors)
  }
}

/// Reception quality of a message of satellite corrections.
public struct RxmPMPQuality: Hashable, Sendable, BitwiseCopyable {
  /// Number of bits repaired by error correction.
  public var correctedBits: UInt16 = 0
  /// Energy per bit over noise, in dB.
  public var energyPerBit = 0.0

  public init() {}

  mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u2("fecBits", &correctedBits)
    f.u1("ebno", &energyPerBit, scale: 0.125)
    f.reserved(1)
  }
}
