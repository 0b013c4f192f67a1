internal import CairnPacks

/// Finds words in the sorted list of a pack.
struct TermReader {
  let index: GeoSection
  let words: GeoSection

  private var groups: Int { index.length / 4 }

  /// Calls `body`, which returns whether to go on, with what a word leads to, or with `isPrefix` what
  /// words that begin like this lead to. The word is one that `SearchText.key` has returned.
  func forEach(
    _ key: String, isPrefix: Bool, in bytes: PackBytes, _ budget: inout LookupBudget,
    _ body: (TermTarget, TermKind) -> Bool
  ) throws(GeoPackError) {
    let wanted = Array(key.utf8)
    guard groups > 0, !wanted.isEmpty else { return }
    var cursor = GeoCursor(words, at: try start(of: wanted, in: bytes))
    var word: [UInt8] = []
    while !cursor.isAtEnd {
      try budget.spend(1, on: words.name)
      let target = try next(&cursor, &word, in: bytes)
      if word.starts(with: wanted) {
        if word.count > wanted.count, !isPrefix { return }
        guard let (target, kind) = target, body(target, kind) else { return }
      } else if wanted.lexicographicallyPrecedes(word) {
        return
      }
    }
  }

  /// Returns the offset of the last group whose first word is smaller, else of the first group.
  private func start(of wanted: [UInt8], in bytes: PackBytes) throws(GeoPackError) -> Int {
    var (low, high) = (0, groups)
    while low < high {
      let middle = (low &+ high) / 2
      var cursor = GeoCursor(words, at: Int(index.number32(middle &* 4, in: bytes)))
      var word: [UInt8] = []
      _ = try next(&cursor, &word, in: bytes)
      if word.lexicographicallyPrecedes(wanted) { low = middle &+ 1 } else { high = middle }
    }
    return Int(index.number32(max(0, low &- 1) &* 4, in: bytes))
  }

  private func next(
    _ cursor: inout GeoCursor, _ word: inout [UInt8], in bytes: PackBytes
  ) throws(GeoPackError) -> (TermTarget, TermKind)? {
    let shared = try cursor.count(word.count, in: bytes)
    var rest = try cursor.count(NameList.longest, in: bytes)
    word.removeLast(word.count &- shared)
    while rest > 0 {
      word.append(try cursor.byte(in: bytes))
      rest &-= 1
    }
    let number = try cursor.count(0x7FFF_FFFF, in: bytes)
    guard let kind = TermKind(rawValue: UInt8(truncatingIfNeeded: number & 3)) else { return nil }
    let target = number >> 3
    return (number & 4 == 0 ? .area(target) : .place(target), kind)
  }
}
