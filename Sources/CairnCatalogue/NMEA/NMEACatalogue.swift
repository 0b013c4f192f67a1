public import CairnNMEA
public import CairnTypes

/// Visits typed sentences until one is what it looks for.
public protocol NMEASentenceVisitor {
  /// - Returns: true when the search is over.
  mutating func visit<S: NMEASentence>(_ sentence: S.Type) -> Bool
}

/// Every NMEA sentence that Cairn knows, to be shown and built by the names of its fields.
///
/// Who waits for certain sentences decodes by type, which is faster and links only what it names. Here
/// a sentence is known by its Swift type, by a row of a vendor's table, or not at all: then its fields
/// are texts in groups, each under the name `field`.
///
/// **Lossless.** A sentence is printed as the wire has it: numbers as numbers, without judging them; an
/// empty field is absent, one that the sentence is too short for is not printed. A number has many
/// texts (`7`, `07`, `7.00`), so every field has one canonical text: what the sentence's type writes,
/// and in the rows plain digits, the fewest decimals, two decimals of a second and five of a minute.
/// Where the wire has another text, the printer hands `FieldSink.reserved` a note, the field's index
/// from 1, a colon and the text: `8:0.70`. Texts beyond the known fields are noted likewise, and
/// `0:!PXYZ` is an unexpected start or address. Building uses a note as long as the field still has the value that it stands
/// for. So what is printed builds the same sentence, and a field that is changed in between is written
/// canonically. Line ending and checksum are not kept: they are always those of the standard.
public enum NMEACatalogue {
  /// What `cairn decode` calls a sentence.
  public struct Name: Hashable, Sendable {
    /// The formatter after a talker (`GGA`), the whole address of any other sentence (`PUBX`).
    public let id: String
    /// `nil` unless the address is a talker and three characters.
    public let talker: Talker?
  }

  /// Shows every typed sentence to a visitor until it has enough.
  ///
  /// - Returns: whether the visitor found what it looks for.
  @discardableResult
  public static func search(_ visitor: inout some NMEASentenceVisitor) -> Bool {
    visitor.visit(RMC.self) || visitor.visit(GGA.self) || visitor.visit(GSV.self)
      || visitor.visit(GSA.self) || visitor.visit(GNS.self) || visitor.visit(VTG.self)
      || visitor.visit(GLL.self) || visitor.visit(ZDA.self) || visitor.visit(GST.self)
      || visitor.visit(GBS.self) || visitor.visit(GRS.self) || visitor.visit(TXT.self)
      || visitor.visit(THS.self) || visitor.visit(HDT.self) || visitor.visit(HDG.self)
      || visitor.visit(HDM.self) || visitor.visit(ROT.self) || visitor.visit(DTM.self)
      || visitor.visit(VHW.self) || visitor.visit(VLW.self) || visitor.visit(PUBX00.self)
      || visitor.visit(PUBX03.self) || visitor.visit(PUBX04.self) || visitor.visit(PUBX40.self)
      || visitor.visit(PUBX41.self)
  }

  /// Three or four characters as `SentenceFormatter.rawValue` has them; 0 for any other number.
  static func packed(_ address: String) -> UInt32 {
    guard (3...4).contains(address.utf8.count) else { return 0 }
    return address.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// - Parameter sentence: from `$` or `!` on.
  /// - Returns: `nil` for what is no sentence.
  public static func name(of sentence: Span<UInt8>) -> Name? {
    WireSentence.address(of: sentence).map { Name(address: $0) }
  }

  /// Hands every field of a sentence to a sink as the wire has it, in wire order.
  ///
  /// - Parameters:
  ///   - sentence: from `$` or `!` on; the checksum is neither needed nor checked.
  ///   - sink: receives the fields.
  /// - Throws: `NMEAError.notASentence`.
  public static func printFields(
    of sentence: Span<UInt8>, into sink: inout some FieldSink
  ) throws(NMEAError) {
    try NMEARegistry().printFields(of: sentence, into: &sink)
  }

  /// A sentence from the wire values of its fields: the opposite of `printFields`.
  ///
  /// - Parameters:
  ///   - id: as `name(of:)` gives it. A vendor's message number is a field of the source, or follows
  ///     the address after a comma: `PUBX,40`.
  ///   - talker: of a formatter; `GN` unless given.
  ///   - source: hands out the fields.
  /// - Returns: `$` or `!` to line feed; `nil` for an id that cannot be an address, and when the source
  ///   has a field that the sentence does not have.
  public static func encode(
    id: String, talker: Talker? = nil, from source: some FieldSource
  ) -> [UInt8]? {
    NMEARegistry().encode(id: id, talker: talker, from: source)
  }
}

extension NMEACatalogue.Name {
  init(address: String) {
    let letters = Array(address.utf8)
    if letters.count == 5, letters[0] != 0x50 {
      id = String(address.dropFirst(2))
      talker = Talker(letters[0], letters[1])
    } else {
      id = address
      talker = nil
    }
  }
}
