public import CairnNMEA
public import CairnTypes

extension NMEARegistry {
  /// Builds a sentence like `NMEACatalogue.encode`, with the added rows.
  ///
  /// - Parameters:
  ///   - id: as `NMEACatalogue.name(of:)` returns it.
  ///   - talker: the talker of a formatter; `GN` if not given.
  ///   - source: provides the fields.
  /// - Returns: `$` or `!` to line feed; `nil` for an invalid address, or if the source has a field
  ///   that the sentence does not have.
  public func encode(
    id: String, talker: Talker? = nil, from source: some FieldSource
  ) -> [UInt8]? {
    let parts = id.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let name = Array(String(parts.first ?? "").utf8)
    guard !name.isEmpty, WireType.isField(name[...]) else { return nil }
    var address = address(string(name[...]), talker)
    let beginning = WireBuilder(source: source).beginning
    if let beginning { address = String(beginning.dropFirst()) }
    guard WireType.isField(Array(address.utf8)[...]) else { return nil }
    let key = address.utf8.first == 0x50 ? address : String(address.dropFirst(2))
    guard let texts = best(key, parts.count > 1 ? String(parts[1]) : nil, source) else {
      return nil
    }
    let start = beginning?.utf8.first ?? Self.start(of: key)
    return sentence(start, address, texts)
  }

  /// Returns the texts of the sentence's form in which the source has the fewest gaps.
  private func best<Source: FieldSource>(
    _ key: String, _ number: String?, _ source: Source
  ) -> [[UInt8]?]? {
    var choice = Choice(number: number)
    var typed = TypedBuilders(key: key, source: source)
    NMEACatalogue.search(&typed)
    for builder in typed.builders { choice.offer(builder) }
    if choice.isPerfect, added.isEmpty { return choice.texts }
    for row in rows(for: key) {
      var builder = WireBuilder(source: source)
      row.build(&builder)
      // A reader of the sentence must find the same fields.
      let first = Choice.first(of: builder.result)
      let count = builder.result.count
      let found =
        self.row(for: key, first: first, count: count, in: .added)
        ?? self.row(for: key, first: first, count: count, in: .catalogue)
      if found?.header == row.header { choice.offer(builder) }
    }
    if choice.texts == nil {
      var builder = WireBuilder(source: source)
      for index in 0..<builder.groupCount {
        builder.beginGroup(index)
        builder.put(named: "field", .text)
        builder.endGroup()
      }
      choice.offer(builder)
    }
    return choice.texts
  }

  private func sentence(_ start: UInt8, _ address: String, _ texts: [[UInt8]?]) -> [UInt8] {
    var bytes = [start]
    bytes += address.utf8
    for text in texts {
      bytes.append(0x2C)
      bytes += text ?? []
    }
    let sum = bytes.dropFirst().reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    bytes.append(0x2A)
    if digits.utf8.count == 1 { bytes.append(0x30) }
    bytes += digits.utf8
    bytes += [0x0D, 0x0A]
    return bytes
  }
}

/// The best way found so far to build a sentence.
private struct Choice {
  /// The required first field.
  let number: String?
  private(set) var texts: [[UInt8]?]?
  private var flaws = Int.max

  init(number: String?) { self.number = number }

  var isPerfect: Bool { flaws == 0 }

  static func first(of texts: [[UInt8]?]) -> String {
    texts.first.flatMap { $0 }.map { string($0[...]) } ?? ""
  }

  mutating func offer(_ builder: WireBuilder<some FieldSource>) {
    guard !builder.hasUnread, !builder.isOther else { return }
    let result = builder.result
    guard number == nil || number == Self.first(of: result) else { return }
    let found = result.count { $0 == nil } + builder.unusedNotes
    guard found < flaws else { return }
    texts = result
    flaws = found
  }
}

/// Builds the typed sentences of an address, in both forms if there is an old one.
private struct TypedBuilders<Source: FieldSource>: NMEASentenceVisitor {
  private let formatter: UInt32
  private let source: Source
  private(set) var builders: [WireBuilder<Source>] = []

  init(key: String, source: Source) {
    formatter = NMEACatalogue.packed(key)
    self.source = source
  }

  mutating func visit<S: NMEASentence>(_ sentence: S.Type) -> Bool {
    guard S.formatter.rawValue == formatter else { return false }
    for isLetterless in [false, true] {
      var builder = WireBuilder(source: source, isLetterless: isLetterless)
      var empty = S()
      empty.fields(&builder)
      builders.append(builder)
      if builder.missing == 0, !builder.hasUnread { break }
    }
    return !S.formatter.isProprietary
  }
}
