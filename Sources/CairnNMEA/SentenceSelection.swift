/// Which sentences somebody wants, by formatter: the others need not be passed on or decoded.
///
/// A sentence whose address is not a talker and a formatter, such as a vendor's own, belongs to
/// every selection. Holds no reference and is asked in a few instructions.
public struct SentenceSelection: Hashable, Sendable, BitwiseCopyable {
  /// Formatters beyond so many make a selection of all sentences.
  public static var capacity: Int { 16 }

  /// One bit of 64 for each formatter: most unwanted ones are refused by it.
  private var mask: UInt64
  private var count: Int
  private var formatters = InlineArray<16, UInt32>(repeating: 0)

  private init(mask: UInt64) {
    self.mask = mask
    count = 0
  }
}

extension SentenceSelection {
  /// Every sentence.
  public static var all: Self { Self(mask: .max) }

  /// Vendors' own sentences only.
  public static var none: Self { Self(mask: 0) }

  /// Only these.
  ///
  /// - Parameter wanted: formatters, such as `["GGA", "RMC"]`; more than `capacity` different ones
  ///   select all sentences.
  public init(_ wanted: SentenceFormatter...) {
    self.init(mask: 0)
    for formatter in wanted { insert(formatter) }
  }

  /// Adds a formatter; the one beyond `capacity` selects all sentences.
  public mutating func insert(_ formatter: SentenceFormatter) {
    guard !contains(formatter) else { return }
    guard count < Self.capacity else { return self = .all }
    mask |= Self.bit(formatter.rawValue)
    formatters[count] = formatter.rawValue
    count &+= 1
  }

  /// Whether sentences of the formatter are wanted.
  public func contains(_ formatter: SentenceFormatter) -> Bool { contains(formatter.rawValue) }

  /// Whether a sentence, given from `$` or `!` on, is wanted.
  public func contains(_ sentence: Span<UInt8>) -> Bool {
    guard mask != .max else { return true }
    guard sentence.count > 6, sentence[6] == ascii(","), sentence[1] != ascii("P") else {
      return true
    }
    return contains(SentenceFormatter(sentence[3], sentence[4], sentence[5]).rawValue)
  }

  private func contains(_ formatter: UInt32) -> Bool {
    guard mask & Self.bit(formatter) != 0 else { return false }
    guard mask != .max else { return true }
    for index in 0..<count where formatters[index] == formatter { return true }
    return false
  }

  /// The last letters differ most: three of the second one's bits, three of the third one's.
  private static func bit(_ formatter: UInt32) -> UInt64 {
    1 << UInt64((formatter ^ formatter >> 5 ^ formatter >> 11) & 63)
  }
}

extension SentenceSelection {
  public static func == (a: Self, b: Self) -> Bool {
    guard a.mask == b.mask, a.count == b.count else { return false }
    for index in 0..<a.count where !b.contains(a.formatters[index]) { return false }
    return true
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(mask) }
}
