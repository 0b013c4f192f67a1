public import CairnUBX

/// UBX-MGA-GAL-OSNMA-MERKLE: the root of the Merkle tree with which a receiver checks public keys
/// of Galileo's navigation message authentication.
///
/// Source: Galileo OSNMA SIS ICD; layout as listed in pyubx2 1.4.0, UBX-MGA-GAL-OSNMA-MERKLE.
public struct MgaGALOSNMAMerkle: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x02)
  public static let name = "MGA-GAL-OSNMA-MERKLE"
  public static let payloadLength = PayloadLength.exactly(36)
  public static let discriminator: UInt8? = 0x08

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// The validity of the root.
  public var validity = Validity()
  /// The root, 32 bytes.
  public var treeNode: [UInt8] = []
  private var type: UInt8 = 0x08

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.x1("bitfield0", &validity)
    f.reserved(1)
    f.octets("treeNode", 32, &treeNode, as: .number)
  }
}

extension MgaGALOSNMAMerkle {
  /// The validity of a root.
  public struct Validity: UBXBitField {
    /// Whether the root is the next one, not the one in force.
    public var isNext = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("applicabilityTime", &isNext)
    }
  }
}
