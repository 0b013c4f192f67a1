public import CairnTypes

/// Reason why bytes are not the requested sentence.
///
/// Only the structure can fail. A field that cannot be read is absent and counted in
/// `malformedFields`, since the rest of the sentence has passed its checksum; a field missing at
/// the end of a short sentence is absent but not counted.
public enum NMEAError: Error, Hashable, Sendable {
  /// No `$` or `!` at the start, or no address after it.
  case notASentence
  /// A sentence with another formatter, or a proprietary one.
  case formatter
}

/// Data that every sentence carries besides its fields.
public struct SentenceEnvelope: Hashable, Sendable, BitwiseCopyable {
  /// Talker; `GN` until decoded.
  public var talker: Talker = "GN"
  /// Number of fields that were present but could not be read; stops at 255.
  public var malformedFields: UInt8 = 0

  /// Creates an envelope with talker `GN`.
  public init() {}
}

/// A sentence whose fields are stated once, in wire order.
///
/// A reader, a writer and a printer visit `fields`, so the three cannot drift apart. Conforming
/// types without text and lists hold no reference: decoding into them allocates nothing.
public protocol NMEASentence: Hashable, Sendable {
  /// Letters after the talker in the address, or a vendor's address and message number.
  static var formatter: SentenceFormatter { get }

  /// The talker and the count of malformed fields.
  var envelope: SentenceEnvelope { get set }

  /// Creates a sentence with all fields absent and unit letters in place.
  init()

  /// Passes every field to the visitor, left to right.
  mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable)
}

extension NMEASentence {
  /// Talker of the sentence.
  public var talker: Talker { envelope.talker }

  /// Number of fields that were present but could not be read; they are absent.
  public var malformedFields: Int { Int(envelope.malformedFields) }

  /// Reads one sentence.
  ///
  /// Neither needs nor checks the checksum: that is the framer's task.
  ///
  /// - Parameter sentence: bytes from `$` or `!` on, with or without checksum and line ending.
  /// - Returns: the sentence; fields that are empty, missing or malformed are absent.
  /// - Throws: `NMEAError`, when the structure differs.
  public static func decode(_ sentence: Span<UInt8>) throws(NMEAError) -> Self {
    var result = Self()
    try result.read(sentence)
    return result
  }

  /// Replaces every field by the sentence's own; changes nothing when it throws.
  ///
  /// - Parameter sentence: bytes from `$` or `!` on, with or without checksum and line ending.
  /// - Throws: `NMEAError`, when the structure differs.
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

  /// Returns the sentence with checksum, carriage return and line feed.
  ///
  /// - Parameters:
  ///   - talker: `nil` for the decoded one.
  ///   - minutePlaces: decimals of the minutes of a position, 0...9; 5 resolve 2 cm, 7 a fifth of a
  ///     millimetre.
  /// - Returns: bytes from `$` to line feed.
  public func encode(talker: Talker? = nil, minutePlaces: Int = 5) -> [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes, talker: talker, minutePlaces: minutePlaces)
    return bytes
  }

  /// Appends the sentence with checksum, carriage return and line feed.
  ///
  /// - Parameters:
  ///   - bytes: array to append to.
  ///   - talker: `nil` for the decoded one.
  ///   - minutePlaces: decimals of the minutes of a position, 0...9.
  public func encode(into bytes: inout [UInt8], talker: Talker? = nil, minutePlaces: Int = 5) {
    var writer = NMEAWriter(
      appendingTo: consume bytes, talker ?? self.talker, Self.formatter, minutePlaces)
    var copy = self
    copy.fields(&writer)
    bytes = writer.finish()
  }

  /// Passes the name and wire value of every field to a sink, in wire order.
  ///
  /// - Parameter sink: receives the fields.
  public func print<Sink: FieldSink>(into sink: inout Sink) {
    var printer = NMEAPrinter(sink: consume sink)
    var copy = self
    copy.fields(&printer)
    sink = printer.sink
  }
}

/// Positions of the parts of a sentence.
struct SentenceLayout {
  /// Index of the first comma, or of the end of an address without one.
  let addressEnd: Int
  /// Index after the last field: of `*`, of the line ending, or of the end.
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
    if end > 3, bytes[end &- 3] == ascii("*") {
      end &-= 3
    } else if end > 2, bytes[end &- 2] == ascii("*") {
      end &-= 2
    }
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

  /// Returns `nil` unless a vendor's four-letter address and a two-character field come first.
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
