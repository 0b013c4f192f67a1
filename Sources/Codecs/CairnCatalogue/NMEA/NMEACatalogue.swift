public import CairnNMEA
public import CairnTypes

/// Visits typed sentences until it has found what it looks for.
public protocol NMEASentenceVisitor {
  /// - Returns: true to end the search.
  mutating func visit<S: NMEASentence>(_ sentence: S.Type) -> Bool
}

/// Every NMEA sentence that Cairn knows, to be printed and built by field names.
///
/// A program that needs certain sentences decodes them by type, which is faster and links only
/// those. Here a sentence is known by its Swift type, by a row of a vendor's table, or not at all;
/// then its fields are texts in groups, each named `field`.
///
/// **Lossless.** A sentence is printed as on the wire: numbers as numbers, without judging them; an
/// empty field is absent, and fields that a short sentence lacks are not printed. Because a number
/// has many texts (`7`, `07`, `7.00`), every field has one canonical text: the one that the
/// sentence's type writes, and in rows plain digits, the fewest decimals, two decimals of a second
/// and five of a minute. For any other text on the wire, the printer passes `FieldSink.reserved` a
/// note with the field's index from 1, a colon and the text: `8:0.70`. Texts beyond the known
/// fields are noted too, and `0:!PXYZ` notes an unexpected start or address. Building uses a note
/// as long as its field still has the noted value. A printed sentence thus builds the same
/// sentence, and a changed field is written canonically. Line ending and checksum are not kept:
/// they are always the standard's.
public enum NMEACatalogue {
  /// The name of a sentence in `cairn decode`.
  public struct Name: Hashable, Sendable {
    /// The formatter after a talker (`GGA`), or the whole address of any other sentence (`PUBX`).
    public let id: String
    /// The talker; `nil` unless the address is a talker and three characters.
    public let talker: Talker?
  }

  /// Shows every typed sentence to a visitor until it ends the search.
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

  /// Returns three or four characters as in `SentenceFormatter.rawValue`; 0 for any other number.
  static func packed(_ address: String) -> UInt32 {
    guard (3...4).contains(address.utf8.count) else { return 0 }
    return address.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// - Parameter sentence: from its `$` or `!`.
  /// - Returns: `nil` if it is not a sentence.
  public static func name(of sentence: Span<UInt8>) -> Name? {
    WireSentence.address(of: sentence).map { Name(address: $0) }
  }

  /// Passes every field of a sentence to a sink as it is on the wire, in wire order.
  ///
  /// - Parameters:
  ///   - sentence: from its `$` or `!`; the checksum is neither needed nor checked.
  ///   - sink: receives the fields.
  /// - Throws: `NMEAError.notASentence`.
  public static func printFields(
    of sentence: Span<UInt8>, into sink: inout some FieldSink
  ) throws(NMEAError) {
    try NMEARegistry().printFields(of: sentence, into: &sink)
  }

  /// Builds a sentence from the wire values of its fields; the reverse of `printFields`.
  ///
  /// - Parameters:
  ///   - id: as `name(of:)` returns it. A vendor's message number is a field of the source, or
  ///     follows the address after a comma: `PUBX,40`.
  ///   - talker: the talker of a formatter; `GN` if not given.
  ///   - source: provides the fields.
  /// - Returns: `$` or `!` to line feed; `nil` for an invalid address, or if the source has a field
  ///   that the sentence does not have.
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
