public import CairnTypes

/// Why bytes are not the sentence asked for.
///
/// Only the structure can fail. A field that cannot be read is absent and counted in
/// `malformedFields`, since the rest of the sentence has passed its checksum; a field that the
/// sentence is too short to hold is absent without being counted.
public enum NMEAError: Error, Hashable, Sendable {
  /// No `$` or `!` at the start, or no address after it.
  case notASentence
  /// A sentence, but of another formatter or a proprietary one.
  case formatter
}

/// What every sentence carries besides its fields.
public struct SentenceEnvelope: Hashable, Sendable, BitwiseCopyable {
  /// Who speaks; `GN` until decoded.
  public var talker: Talker = "GN"
  /// How many fields were there but could not be read; stops at 255.
  public var malformedFields: UInt8 = 0

  /// Talker `GN`.
  public init() {}
}

/// A sentence whose fields are stated once, in wire order.
///
/// A reader, a writer and a printer visit `fields`, so the three cannot drift apart. Conforming
/// types without text and lists hold no reference: decoding into one allocates nothing.
public protocol NMEASentence: Hashable, Sendable {
  /// What follows the talker in the address, or a vendor's address and message number.
  static var formatter: SentenceFormatter { get }

  /// The talker and the count of malformed fields.
  var envelope: SentenceEnvelope { get set }

  /// All fields absent, unit letters in place.
  init()

  /// Passes every field to the visitor, left to right.
  mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable)
}

extension NMEASentence {
  /// Who speaks.
  public var talker: Talker { envelope.talker }

  /// How many fields were there but could not be read; they are absent.
  public var malformedFields: Int { Int(envelope.malformedFields) }

  /// Reads one sentence.
  ///
  /// The checksum is the framer's business: it is neither needed nor checked here.
  ///
  /// - Parameter sentence: from `$` or `!` on, with or without checksum and line ending.
  /// - Returns: the sentence; fields that are empty, missing or malformed are absent.
  /// - Throws: `NMEAError` when the structure is another.
  public static func decode(_ sentence: Span<UInt8>) throws(NMEAError) -> Self {
    var result = Self()
    try result.read(sentence)
    return result
  }

  /// Replaces every field by the sentence's; unchanged when it throws.
  ///
  /// - Parameter sentence: from `$` or `!` on, with or without checksum and line ending.
  /// - Throws: `NMEAError` when the structure is another.
  public mutating func read(_ sentence: Span<UInt8>) throws(NMEAError) {
    let layout = try SentenceLayout(sentence)
    guard layout.formatter == Self.formatter else { throw .formatter }
    read(sentence, layout)
  }

  @inline(__always)
  mutating func read(_ sentence: Span<UInt8>, _ layout: SentenceLayout) {
    var reader = NMEAReader(sentence, layout)
    fields(&reader)
    envelope.talker = layout.talker
    envelope.malformedFields = UInt8(clamping: reader.malformed)
  }

  /// The sentence with checksum, carriage return and line feed.
  ///
  /// - Parameters:
  ///   - talker: the decoded one unless given.
  ///   - minutePlaces: decimals of the minutes of a position, 0...9; 5 resolve 2 cm, 7 a fifth of
  ///     a millimetre.
  /// - Returns: `$` to line feed.
  public func encode(talker: Talker? = nil, minutePlaces: Int = 5) -> [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes, talker: talker, minutePlaces: minutePlaces)
    return bytes
  }

  /// Appends the sentence with checksum, carriage return and line feed.
  ///
  /// - Parameters:
  ///   - bytes: grows by the sentence.
  ///   - talker: the decoded one unless given.
  ///   - minutePlaces: decimals of the minutes of a position, 0...9.
  public func encode(into bytes: inout [UInt8], talker: Talker? = nil, minutePlaces: Int = 5) {
    var writer = NMEAWriter(
      appendingTo: consume bytes, talker ?? self.talker, Self.formatter, minutePlaces)
    var copy = self
    copy.fields(&writer)
    bytes = writer.finish()
  }

  /// Names every field and its wire value, in wire order.
  ///
  /// - Parameter sink: receives them.
  public func print<Sink: FieldSink>(into sink: inout Sink) {
    var printer = NMEAPrinter(sink: consume sink)
    var copy = self
    copy.fields(&printer)
    sink = printer.sink
  }
}

/// Where the parts of a sentence lie.
struct SentenceLayout {
  /// The index of the first comma, or where the address ends without one.
  let addressEnd: Int
  /// The index after the last byte of the last field: of `*`, the line ending, or the end.
  let end: Int
  /// `nil` unless the address is a talker and a formatter, or a vendor's with a message number.
  let formatter: SentenceFormatter?
  let talker: Talker

  @inline(__always)
  init(_ bytes: Span<UInt8>) throws(NMEAError) {
    var end = bytes.count
    guard end > 1, bytes[0] == ascii("$") || bytes[0] == ascii("!") else { throw .notASentence }
    if bytes[end &- 1] == 0x0A { end &-= 1 }
    while end > 1, bytes[end &- 1] == 0x0D { end &-= 1 }
    if end > 3, bytes[end &- 3] == ascii("*") { end &-= 3 }
    self.end = end
    if end > 6, bytes[6] == ascii(","), bytes[1] != ascii("P") {
      let (first, second) = (bytes[1], bytes[2])
      let formatter = SentenceFormatter(bytes[3], bytes[4], bytes[5])
      if first != ascii(","), second != ascii(","), formatter.hasNoComma {
        addressEnd = 6
        talker = Talker(first, second)
        self.formatter = formatter
        return
      }
    }
    var at = 1
    while at < end, bytes[at] != ascii(",") { at &+= 1 }
    guard at > 1 else { throw .notASentence }
    addressEnd = at
    talker = at > 2 && bytes[1] != ascii("P") ? Talker(bytes[1], bytes[2]) : Talker(0, 0)
    formatter =
      at == 6 && bytes[1] != ascii("P")
      ? SentenceFormatter(bytes[3], bytes[4], bytes[5])
      : Self.proprietary(bytes, addressEnd: at, end: end)
  }

  /// `nil` unless a vendor's address of four letters is followed by a field of two characters.
  private static func proprietary(
    _ bytes: Span<UInt8>, addressEnd: Int, end: Int
  ) -> SentenceFormatter? {
    guard addressEnd == 5, end >= 8, bytes[1] == ascii("P"), end == 8 || bytes[8] == ascii(",")
    else { return nil }
    var address: UInt32 = 0
    for index in 1..<5 { address = address << 8 | UInt32(bytes[index]) }
    return SentenceFormatter(
      address: address, number: UInt16(bytes[6]) << 8 | UInt16(bytes[7]))
  }
}
