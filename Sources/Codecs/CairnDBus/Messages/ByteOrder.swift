/// The order of the bytes of a number, which the sender of a message chooses.
public enum ByteOrder: UInt8, Hashable, Sendable {
  /// The letter `l`.
  case littleEndian = 0x6C
  /// The letter `B`.
  case bigEndian = 0x42
}
