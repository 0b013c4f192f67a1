/// The sentences that are wanted, by formatter; the others need not be passed on or decoded.
///
/// Every selection includes sentences whose address is not a talker and a formatter, such as a
/// vendor's own. Holds no reference; a query takes a few instructions.
public struct SentenceSelection: Hashable, Sendable, BitwiseCopyable {
  /// Maximum number of formatters; a selection of more contains all sentences.
  public static var capacity: Int { 16 }

  /// One of 64 bits for each formatter, which rejects most unwanted ones.
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

  /// Only sentences without a standard formatter, such as vendors' own.
  public static var none: Self { Self(mask: 0) }

  /// Selects only the given formatters.
  ///
  /// - Parameter wanted: formatters such as `["GGA", "RMC"]`; more than `capacity` different ones
  ///   select all sentences.
  public init(_ wanted: SentenceFormatter...) {
    self.init(mask: 0)
    for formatter in wanted { insert(formatter) }
  }

  /// Adds a formatter; one beyond `capacity` selects all sentences.
  public mutating func insert(_ formatter: SentenceFormatter) {
    guard !contains(formatter) else { return }
    guard count < Self.capacity else { return self = .all }
    mask |= Self.bit(formatter.rawValue)
    formatters[count] = formatter.rawValue
    count &+= 1
  }

  /// Returns whether sentences with this formatter are wanted.
  public func contains(_ formatter: SentenceFormatter) -> Bool { contains(formatter.rawValue) }

  /// Returns whether a sentence, given from `$` or `!` on, is wanted.
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

  /// Mixes mainly the last two letters, which differ most.
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
