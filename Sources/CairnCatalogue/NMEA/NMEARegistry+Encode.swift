public import CairnNMEA
public import CairnTypes

extension NMEARegistry {
  /// As `NMEACatalogue.encode`, with the rows that were added.
  ///
  /// - Parameters:
  ///   - id: as `NMEACatalogue.name(of:)` gives it.
  ///   - talker: of a formatter; `GN` unless given.
  ///   - source: hands out the fields.
  /// - Returns: `$` or `!` to line feed; `nil` for an id that cannot be an address, and when the source
  ///   has a field that the sentence does not have.
  public func encode(
    id: String, talker: Talker? = nil, from source: some FieldSource
  ) -> [UInt8]? {
    let parts = id.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard !name.isEmpty,
      name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x2A && $0 != 0x24 })
    else { return nil }
    let isFormatter =
      name.utf8.count == 3
      && (talker != nil || name.utf8.first != 0x50 || find(name, .catalogue) != nil)
    let address = isFormatter ? "\(talker ?? "GN")\(name)" : name
    let key = address.utf8.first == 0x50 ? address : String(address.dropFirst(2))
    let number = parts.count > 1 ? String(parts[1]) : nil
    guard let best = best(key, number, source) else { return nil }
    return sentence(best.start ?? Self.start(of: key), address, best.texts)
  }

  private struct Candidate {
    let start: UInt8?
    let texts: [[UInt8]?]
    let missing: Int
  }

  /// The form of the sentence in which the source has the fewest gaps.
  private func best<Source: FieldSource>(
    _ key: String, _ number: String?, _ source: Source
  ) -> Candidate? {
    var best: Candidate?
    func offer(_ builder: WireBuilder<Source>, header: String?) {
      let texts = builder.result
      let first = texts.first.flatMap { $0 }.map { string($0[...]) } ?? ""
      guard !builder.hasUnread, !builder.isOther, number == nil || number == first else { return }
      // Who reads the sentence must find the same fields.
      if let header {
        let row =
          row(for: key, first: first, count: texts.count, in: .added)
          ?? row(for: key, first: first, count: texts.count, in: .catalogue)
        guard row?.header == header else { return }
      }
      let missing = texts.count { $0 == nil }
      guard missing < best?.missing ?? .max else { return }
      best = Candidate(start: builder.start, texts: texts, missing: missing)
    }
    for row in rows(for: key) {
      var builder = WireBuilder(source: source)
      row.build(&builder)
      offer(builder, header: row.header)
    }
    var typed = TypedBuilders(key: key, source: source)
    NMEACatalogue.search(&typed)
    for builder in typed.builders { offer(builder, header: nil) }
    if best == nil {
      var builder = WireBuilder(source: source)
      for index in 0..<builder.groupCount {
        builder.beginGroup(index)
        builder.put(named: "field", .text)
        builder.endGroup()
      }
      offer(builder, header: nil)
    }
    return best
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

/// The typed sentences of an address, in both forms of those that have an old one.
private struct TypedBuilders<Source: FieldSource>: NMEASentenceVisitor {
  let key: String
  let source: Source
  private(set) var builders: [WireBuilder<Source>] = []

  init(key: String, source: Source) {
    self.key = key
    self.source = source
  }

  mutating func visit<S: NMEASentence>(_ sentence: S.Type) -> Bool {
    let formatter = S.formatter.description
    guard formatter == key || formatter.hasPrefix(key + ",") else { return false }
    for isLetterless in [false, true] {
      var builder = WireBuilder(source: source, isLetterless: isLetterless)
      var empty = S()
      empty.fields(&builder)
      builders.append(builder)
    }
    return false
  }
}
