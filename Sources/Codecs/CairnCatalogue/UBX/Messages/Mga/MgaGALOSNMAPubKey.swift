public import CairnUBX

/// UBX-MGA-GAL-OSNMA-PUBKEY: the public key of Galileo's navigation message authentication.
///
/// Source: Galileo OSNMA SIS ICD; layout as listed in pyubx2 1.4.0, UBX-MGA-GAL-OSNMA-PUBKEY.
public struct MgaGALOSNMAPubKey: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x02)
  public static let name = "MGA-GAL-OSNMA-PUBKEY"
  public static let payloadLength = PayloadLength.exactly(72)
  public static let discriminator: UInt8? = 0x07

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Which key it is.
  public var key = Key()
  /// The compressed point of the curve, 67 bytes; shorter ones end in zeros.
  public var point: [UInt8] = []
  private var type: UInt8 = 0x07

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.x1("bitfield0", &key)
    f.reserved(1)
    f.octets("pubKeyPoint", 67, &point, as: .number)
    f.reserved(1)
  }
}

extension MgaGALOSNMAPubKey {
  /// Number and kind of a key.
  public struct Key: UBXBitField {
    /// The key's number, 0...15.
    public var number: UInt8 = 0
    /// The kind of key as the service numbers it, 0...15.
    public var type: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("pubKeyId", 4, &number)
      b.number("pubKeyType", 4, &type)
    }
  }
}
