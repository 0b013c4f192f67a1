/// The SHA-256 of some content.
///
/// Source: FIPS 180-4.
public struct ContentDigest: Hashable, Sendable {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// `nil` unless there are 32.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Reads 64 hexadecimal digits in lower case; `nil` for anything else.
  public init?(_ text: String) {
    let digits = [UInt8](text.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit &- 0x30
      case 0x61...0x66: value = digit &- 0x57
      default: return nil
      }
      if index % 2 == 0 { bytes.append(value << 4) } else { bytes[index / 2] |= value }
    }
    self.bytes = bytes
  }
}

extension ContentDigest: CustomStringConvertible {
  /// The 64 digits.
  public var description: String {
    String(decoding: bytes.flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] }, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x57 &+ value }
}
