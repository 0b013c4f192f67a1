internal import CairnPacks

/// Target of a search word.
enum TermTarget: Hashable {
  case area(Int)
  case place(Int)
}

/// Relation of a search word to its target; the lower, the better.
enum TermKind: UInt8, Comparable {
  /// The name that applies if no language fits.
  case name = 0
  /// The name in a certain language.
  case translation = 1
  /// Another spelling.
  case alternate = 2

  static func < (one: TermKind, other: TermKind) -> Bool { one.rawValue < other.rawValue }
}

/// Collects search words and their targets, and encodes them.
///
/// The words are sorted. Each is stored as the number of bytes that it shares with the one before,
/// the rest of its bytes, and its target; every 32nd shares nothing, and its offset is in the index.
struct TermTable {
  static let groupCount = 32

  private struct Term {
    let key: String
    let target: TermTarget
    let kind: TermKind
  }

  private var terms: [Term] = []

  mutating func add(_ text: String, _ target: TermTarget, _ kind: TermKind) {
    let key = SearchText.key(text)
    guard !key.isEmpty, key.utf8.count <= NameList.longest else { return }
    terms.append(Term(key: key, target: target, kind: kind))
  }

  mutating func add(_ names: [LocalName], _ target: TermTarget) {
    let first = names.firstIndex { $0.language == nil } ?? 0
    for (index, name) in names.enumerated() {
      add(name.text, target, index == first ? .name : .translation)
    }
  }

  /// Returns the two sections; `placeNumbers` are the indices of the places in the pack.
  func encoded(placeNumbers: [Int]) -> (index: [UInt8], words: [UInt8]) {
    var numbered = terms.map { term in
      (key: Array(term.key.utf8), number: Self.number(term, placeNumbers))
    }
    numbered.sort {
      $0.key == $1.key ? $0.number < $1.number : $0.key.lexicographicallyPrecedes($1.key)
    }
    var (index, words): ([UInt8], [UInt8]) = ([], [])
    var last: (key: [UInt8], number: Int) = ([], -1)
    var count = 0
    for term in numbered {
      // Of equal words for one target, the best is first.
      if term.key == last.key, term.number >> 2 == last.number >> 2 { continue }
      if count % Self.groupCount == 0 {
        index.append(pack: UInt64(clamping: words.count), length: 4)
        last.key = []
      }
      let shared = zip(term.key, last.key).prefix { $0 == $1 }.count
      words.append(number: shared)
      words.append(number: term.key.count - shared)
      words += term.key[shared...]
      words.append(number: term.number)
      last = term
      count += 1
    }
    return (index, words)
  }

  private static func number(_ term: Term, _ placeNumbers: [Int]) -> Int {
    let target =
      switch term.target {
      case .area(let index): index << 1
      case .place(let index): placeNumbers[index] << 1 | 1
      }
    return target << 2 | Int(term.kind.rawValue)
  }
}
