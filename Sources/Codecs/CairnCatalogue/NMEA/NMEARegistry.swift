public import CairnNMEA
public import CairnTypes

/// The catalogue with an application's additions; a value of its owner, nothing global.
public struct NMEARegistry: Sendable {
  /// Names the texts of a sentence that follow the address.
  public typealias Decoder = @Sendable (_ texts: [String]) -> [(name: String, value: FieldValue)]

  private var decoders: [(address: String, decode: Decoder)] = []
  private(set) var added: [NMEARow] = []

  /// Creates a registry of the catalogue alone.
  public init() {}

  /// Adds a sentence's description, which takes precedence over the catalogue's.
  ///
  /// `PXYZ,01 msgId time:T lat:Y NS lon:X EW sats:I sats[ prn:I cno:D ] note` describes the
  /// sentence `$PXYZ,01,120000.00,…`. It starts with the address, or the formatter without talker;
  /// after a comma, the text of the first field if that identifies the vendor's message, or `#` for
  /// any number; after a question mark, the number of fields if that does. The fields follow: a
  /// name, a colon, and a letter for how the field is written, none for text.
  ///
  /// `I` integer, `D` decimal, `T` time, `A` date `ddmmyy`, `L` date `ddmmyyyy`, `M` date `mmddyy`,
  /// `Y` latitude, `X` longitude (`lat` and `lon` take their sign from the following field), `S`
  /// text, `B` text in brackets. Fields between `name[` and `]` repeat as often as the field of
  /// that name says, with `4[` four times, with `*[` to the end. Groups do not nest.
  ///
  /// - Returns: false, without adding anything, if the row does not follow this notation.
  @discardableResult
  public mutating func add(row: String) -> Bool {
    guard let row = NMEARow(Array(row.utf8)), row.isValid else { return false }
    added.removeAll { $0.header == row.header }
    added.append(row)
    return true
  }

  /// Adds a decoder for a sentence that no row can describe; precedes rows and catalogue.
  ///
  /// - Parameters:
  ///   - address: the whole address, or the formatter without talker.
  ///   - decoder: called for every such sentence that is printed.
  public mutating func add(_ address: String, decoder: @escaping Decoder) {
    decoders.removeAll { $0.address == address }
    decoders.append((address, decoder))
  }

  /// Prints fields like `NMEACatalogue.printFields`, with the additions.
  ///
  /// Fields named by a decoder are not printed losslessly.
  ///
  /// - Parameters:
  ///   - sentence: from its `$` or `!`.
  ///   - sink: receives the fields.
  /// - Throws: `NMEAError.notASentence`.
  public func printFields<Sink: FieldSink>(
    of sentence: Span<UInt8>, into sink: inout Sink
  ) throws(NMEAError) {
    guard let wire = WireSentence(sentence) else { throw .notASentence }
    let key = wire.key
    if let decoder = decoders.first(where: { $0.address == wire.address || $0.address == key }) {
      let texts = (0..<wire.count).map { string(wire[$0] ?? []) }
      for (name, value) in decoder.decode(texts) { sink.field(named: name, value) }
      return
    }
    var printer = WirePrinter(sink: consume sink, sentence: wire)
    if let row = row(for: wire, in: .added) {
      row.print(&printer)
    } else {
      var typed = TypedPrinter(SentenceFormatter(of: sentence), consume printer)
      let isTyped = NMEACatalogue.search(&typed)
      printer = typed.printer
      if !isTyped { printRow(of: wire, &printer) }
    }
    let name = NMEACatalogue.Name(address: wire.address)
    printer.finish(expecting: Self.start(of: key), address(name.id, name.talker))
    sink = printer.sink
  }

  /// Prints by the catalogue's row, or else all texts under one name.
  private func printRow(of sentence: WireSentence, _ printer: inout WirePrinter<some FieldSink>) {
    if let row = row(for: sentence, in: .catalogue) {
      // Another row has the same names, so only the first text tells which one applied.
      printer.notesNext = row.first == "#" && find(row.address, .catalogue) != nil
      row.print(&printer)
      return
    }
    while printer.remaining > 0 {
      printer.beginGroup()
      printer.put(named: "field", .text)
      printer.endGroup()
    }
  }

  /// Returns talker and formatter, or a whole address unchanged.
  func address(_ id: String, _ talker: Talker?) -> String {
    guard id.utf8.count == 3 else { return id }
    if let talker { return "\(talker)\(id)" }
    return isFormatter(id) ? "GN\(id)" : id
  }

  private func isFormatter(_ id: String) -> Bool {
    if find(id, .added) ?? find(id, .catalogue) != nil { return true }
    var visitor = FormatterSearch(formatter: NMEACatalogue.packed(id))
    return NMEACatalogue.search(&visitor)
  }

  /// Returns the start: sentences that encapsulate other data begin with an exclamation mark.
  static func start(of key: String) -> UInt8 {
    switch key {
    case "ABM", "BBM", "TTD", "VDM", "VDO": 0x21
    default: 0x24
    }
  }
}

// MARK: - Finding rows

extension NMEARegistry {
  enum Source {
    case added
    case catalogue
  }

  /// Returns the row that describes a sentence.
  private func row(for sentence: WireSentence, in source: Source) -> NMEARow? {
    if source == .added, added.isEmpty { return nil }
    let first = sentence[0].map { string($0) } ?? ""
    return row(for: sentence.key, first: first, count: sentence.count, in: source)
  }

  /// Returns the most specific row.
  func row(for key: String, first: String, count: Int, in source: Source) -> NMEARow? {
    // Some receivers write in lower case what their manuals have in capitals.
    let key = key.uppercased()
    let first = first.uppercased()
    if let row = find("\(key)?\(count)", source) ?? find("\(key),\(first)", source) { return row }
    if Self.isNumber(first), let row = find("\(key),#", source) { return row }
    // Answers common to all commands of a vendor.
    if key.utf8.count > 4, let row = find("\(key.prefix(4)),\(first)?\(count)", source) {
      return row
    }
    if let row = find(key, source) { return row }
    // The message number is part of the address.
    for header in Self.splits(of: key) {
      if let row = find(header, source) { return row }
    }
    return nil
  }

  private static func isNumber(_ text: String) -> Bool {
    text.utf8.first.map { $0 &- 0x30 < 10 } ?? false
      && text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2E }
  }

  func find(_ header: String, _ source: Source) -> NMEARow? {
    switch source {
    case .added: added.first { $0.header.uppercased() == header }
    case .catalogue: NMEACatalogue.table(of: header).row(header)
    }
  }

  /// Returns the rows that a sentence with this address may follow.
  func rows(for key: String) -> [NMEARow] {
    let key = key.uppercased()
    let table = NMEACatalogue.table(of: key)
    var rows = added.filter { $0.address.uppercased() == key }
    rows += table.rows(beginning: key).filter { $0.address == key }
    if key.utf8.count > 4 { rows += table.rows(beginning: key.prefix(4) + ",") }
    for header in Self.splits(of: key) {
      if let row = find(header, .added) ?? find(header, .catalogue) { rows.append(row) }
    }
    return rows
  }

  /// Returns the headers for an address that ends with the message number.
  private static func splits(of key: String) -> [String] {
    guard key.utf8.first == 0x50 else { return [] }
    return [4, 5, 7].filter { key.utf8.count > $0 }
      .map { "\(key.prefix($0)),\(key.dropFirst($0))" }
  }
}

extension WireSentence {
  /// The address without its talker.
  var key: String { isProprietary ? address : String(address.dropFirst(2)) }
}

private struct FormatterSearch: NMEASentenceVisitor {
  let formatter: UInt32

  mutating func visit<S: NMEASentence>(_ sentence: S.Type) -> Bool {
    S.formatter.rawValue == formatter
  }
}

private struct TypedPrinter<Sink: FieldSink>: NMEASentenceVisitor {
  private let formatter: SentenceFormatter?
  private(set) var printer: WirePrinter<Sink>

  init(_ formatter: SentenceFormatter?, _ printer: consuming WirePrinter<Sink>) {
    self.formatter = formatter
    self.printer = printer
  }

  mutating func visit<S: NMEASentence>(_ sentence: S.Type) -> Bool {
    guard S.formatter == formatter else { return false }
    var empty = S()
    empty.fields(&printer)
    return true
  }
}
