internal import CairnPacks

/// A name in one language.
public struct LocalName: Hashable, Sendable {
  /// The language; `nil` for the name that is used where none fits.
  public var language: LanguageTag?
  /// The name.
  public var text: String

  /// Creates a name.
  public init(_ text: String, _ language: LanguageTag? = nil) {
    self.language = language
    self.text = text
  }
}

/// The names of one area or place, as a pack has them: a code, the number of names, and each with
/// the number of its language.
enum NameList {
  /// Bytes of the longest name.
  static let longest = 1024
  /// In place of an offset: there are no names.
  static let none = UInt32.max

  /// Reads the code alone; `nil` if there is none.
  static func code(
    _ section: GeoSection, at offset: UInt32, in bytes: PackBytes
  ) throws(GeoPackError) -> String? {
    guard offset != none else { return nil }
    var cursor = GeoCursor(section, at: Int(offset))
    let code = try cursor.text(in: bytes)
    return code.isEmpty ? nil : code
  }

  /// Reads the name that suits a reader best; `nil` if there are no names.
  ///
  /// `ranks` says how well each language of the pack suits, 0 for not at all.
  static func best(
    _ section: GeoSection, at offset: UInt32, ranks: [UInt8], in bytes: PackBytes,
    _ budget: inout LookupBudget
  ) throws(GeoPackError) -> String? {
    guard offset != none else { return nil }
    var cursor = GeoCursor(section, at: Int(offset))
    try cursor.skip(try cursor.count(longest, in: bytes), in: bytes)
    var rest = try cursor.count(1000, in: bytes)
    var best: (at: Int, rank: UInt8)?
    while rest > 0 {
      rest &-= 1
      let language = try cursor.count(ranks.count, in: bytes)
      // Language 0 is that of the names without one.
      let rank = language == 0 ? 1 : ranks[language &- 1]
      if best.map({ rank > $0.rank }) ?? true { best = (cursor.at, rank) }
      let length = try cursor.count(longest, in: bytes)
      // Nothing is folded: the bytes are only checked.
      try budget.spend(1 &+ length >> 4, on: section.name)
      try cursor.skip(length, in: bytes)
    }
    guard let best else { return nil }
    cursor = GeoCursor(section, at: best.at)
    return try cursor.text(in: bytes)
  }

  /// Calls `body` with each name and the number of its language, 0 for none.
  static func forEach(
    _ section: GeoSection, at offset: UInt32, in bytes: PackBytes, _ budget: inout LookupBudget,
    _ body: (String, Int) -> Void
  ) throws(GeoPackError) {
    guard offset != none else { return }
    var cursor = GeoCursor(section, at: Int(offset))
    try cursor.skip(try cursor.count(longest, in: bytes), in: bytes)
    var rest = try cursor.count(1000, in: bytes)
    while rest > 0 {
      rest &-= 1
      let language = try cursor.count(1000, in: bytes)
      let text = try cursor.text(in: bytes)
      try budget.spend(1 &+ text.utf8.count, on: section.name)
      body(text, language)
    }
  }
}
