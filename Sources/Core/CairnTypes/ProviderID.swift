/// A provider's name, unique in its system and stable across restarts and reconnections.
///
/// Stored inline, in at most `capacity` bytes of UTF-8, so that a fix is plain memory: it is copied
/// some dozens of times on its way to a client, and each copy would count a reference.
public struct ProviderID: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// Maximum length in bytes of UTF-8; a longer name is cut between characters.
  public static let capacity = 24

  private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

  /// - Parameter name: for example `gnss` or `wifi0`.
  public init(_ name: String) {
    var index = 0
    for character in name {
      guard index + character.utf8.count <= Self.capacity else { return }
      for byte in character.utf8 {
        set(byte, at: index)
        index += 1
      }
    }
  }

  /// - Parameter value: for example `gnss` or `wifi0`.
  public init(stringLiteral value: String) { self.init(value) }

  /// The name.
  public var name: String {
    var bytes: [UInt8] = []
    for index in 0..<Self.capacity {
      let byte = self[index]
      guard byte != 0 else { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  public var description: String { name }

  public static func == (a: Self, b: Self) -> Bool { a.words == b.words }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
  }

  private subscript(index: Int) -> UInt8 {
    let word = index < 8 ? words.0 : index < 16 ? words.1 : words.2
    return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
  }

  private mutating func set(_ byte: UInt8, at index: Int) {
    let value = UInt64(byte) << UInt64(index % 8 * 8)
    switch index / 8 {
    case 0: words.0 |= value
    case 1: words.1 |= value
    default: words.2 |= value
    }
  }
}
