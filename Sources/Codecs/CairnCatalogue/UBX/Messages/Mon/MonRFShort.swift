public import CairnUBX

/// UBX-MON-RF with blocks of 20 bytes, as early firmware of the ZED-F9R sends it.
///
/// The declared number of blocks and the payload's length distinguish it from `MonRF`.
///
/// Source: gpsd's capture `ublox-zed-f9r` (BSD-2-Clause), in which two blocks take 44 octets; no
/// interface description has it.
public struct MonRFShort: UBXMessage, Hashable {
  public static let id = MonRF.id
  public static let name = MonRF.name
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One path of the radio.
  public struct Block: UBXGroup, Hashable {
    /// All fields except `quadratureMagnitude`, which is 0.
    public var block = MonRF.Block()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      block.firstFields(&f)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Identifies the receiver within the device.
  public var receiver = ReceiverInformation()
  /// In wire order, at most 255.
  public var blocks: [Block] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("nBlocks", of: blocks)
    f.x1("recInf", &receiver)
    f.reserved(1)
    f.groups(count, &blocks)
  }
}
