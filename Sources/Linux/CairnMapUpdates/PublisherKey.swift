internal import CCairnLinux

/// The public key of somebody who signs files, Ed25519.
package struct PublisherKey: Hashable, Sendable {
  /// Most keys of one file.
  private static let maximumKeys = 8
  /// The bytes before the key in a SubjectPublicKeyInfo. Source: RFC 8410, sections 3 and 4.
  private static let prefix: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]
  private static let begin = "-----BEGIN PUBLIC KEY-----"
  private static let end = "-----END PUBLIC KEY-----"

  /// 32 bytes.
  private let bytes: [UInt8]

  /// Reads the keys of a file of PEM, as `openssl pkey -pubout` writes it; several may follow each other, for a
  /// publisher who changes the key.
  ///
  /// - Returns: the keys; `nil` if the file has none, more than eight, or one of another kind.
  package static func keys(pem: [UInt8]) -> [PublisherKey]? {
    var keys: [PublisherKey] = []
    var encoded: String?
    for line in String(decoding: pem, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if line == begin {
        encoded = ""
      } else if line == end {
        guard let text = encoded, let key = PublisherKey(base64: text) else { return nil }
        keys.append(key)
        encoded = nil
      } else {
        encoded? += line
      }
    }
    guard encoded == nil, 1...maximumKeys ~= keys.count else { return nil }
    return keys
  }

  private init?(base64 text: String) {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for character in text.utf8 {
      let value: UInt8
      switch character {
      case 0x41...0x5A: value = character &- 0x41
      case 0x61...0x7A: value = character &- 0x61 &+ 26
      case 0x30...0x39: value = character &- 0x30 &+ 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      // 44 bytes are 59 digits and one sign that fills them up.
      case UInt8(ascii: "=") where bytes.count == Self.prefix.count + 32: continue
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      guard bytes.count <= Self.prefix.count + 32 else { return nil }
    }
    guard bytes.count == Self.prefix.count + 32, bytes.starts(with: Self.prefix) else { return nil }
    self.bytes = Array(bytes.dropFirst(Self.prefix.count))
  }

  /// Whether a signature of a message, of 64 bytes, is this key's. `nil` without libcrypto; see `ContentHash.lack`.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool? {
    guard cairnlinux_crypto_is_there() != 0 else { return nil }
    guard signature.count == 64 else { return false }
    // Both arrays have the lengths that the call reads.
    return unsafe cairnlinux_ed25519_verifies(bytes, signature, message, message.count) == 1
  }
}
