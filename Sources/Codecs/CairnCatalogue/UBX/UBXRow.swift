public import CairnTypes
public import CairnUBX

/// A UBX message without a type: one row of a table, its fields in wire order.
///
/// A row begins with the message's name, its class and number, the length of its payload and the
/// document that describes it; its fields follow, in the notation of the interface descriptions:
///
/// ```text
/// NAV-ORB 01-34 8+ M8 iTOW:U4 version:U1=1 numSv:U1 _2 numSv[ gnssId:U1 svId:U1 … ]
/// ```
///
/// Lengths: `36` octets; `8+` octets or more, of which groups or text take the rest; `0-7` octets;
/// `44|48++`, that is, 44 octets of an earlier form, or 48 and those that later firmware adds.
///
/// Fields:
/// - `lon:I4*1e-7`: type and scale of the description. `U`, `I` and `R` are unsigned, signed and
///   real numbers of so many octets, `X` is shown as octets, a scale is a product such as
///   `180*2^-24`. Units are those of the description.
/// - `elev:I1=-91`: -91 is written where the value is missing. `type:U1==2`: the octet distinguishes
///   forms of the message, and this form has 2.
/// - `lon:I4*1e-7+lonHp`: a number to which the field `lonHp` adds its fine part, shown as the sum.
/// - `flags:X1(valid,_2,mode:3)`: bit fields from bit 0 upwards: one bit, two unused, three.
/// - `dwrd:U4[10]`, `dwrd:U4[numWords]`, `dwrd:U4[*]`: numbers of one name, as many as the row or a
///   field says, or up to the payload's end.
/// - `name:CH[6]`, `text:CH[*]`: characters. `data:U[64]`: one wide number. `data:X[64]`: octets.
/// - `_2`: two reserved octets.
/// - `numSv[ … ]`, `6[ … ]`, `*[ … ]`: a group that repeats as often as a field says, six times, or
///   up to the payload's end.
/// - `?`: earlier forms of the message end here.
///
/// Documents, all of u-blox unless noted: `G5`, `G6` receiver descriptions of u-blox 5 and 6
/// (GPS.G6-SW-10018); `M8` UBX-13003221 R28, `FTS` its part on frequency and time products; `UDR`
/// M8 Untethered Dead Reckoning; `M9` UBX-21022436 (SPG 4.04); `M10` UBX-21035062 R02 (SPG 5.10);
/// `F9` UBX-22008968 (HPG 1.32); `HPS` F9 HPS; `F9T` F9 timing products; `F10` F10; `X20` X20
/// (UBXDOC-304424225-21470 R01, HDG 2.00 and HPG 2.00); `D9S`, `D9C` NEO-D9S and NEO-D9C; `OSNMA`
/// Galileo OSNMA SIS ICD, laid out as in pyubx2 1.4.0; `pyubx2` pyubx2 1.4.0; `gpsd` gpsd's capture
/// `ublox-zed-f9r` (BSD-2-Clause). The section is `UBX-` and the name.
public struct UBXRow: Sendable {
  /// Name in the interface description. Forms that share class and number may share it.
  public let name: String
  /// Class and number of the message.
  public let id: MessageID
  /// Payload lengths, in bytes, that this form of the message can have.
  public let payloadLength: PayloadLength
  /// Position and value of the octet that distinguishes forms with the same class and number.
  public let discriminator: (offset: Int, value: UInt8)?
  let fields: [UBXRowField]

  /// Returns whether a payload of the message's class and number can be this form of it.
  public func accepts(_ payload: Span<UInt8>) -> Bool {
    guard payloadLength.accepts(payload.count) else { return false }
    guard let discriminator else { return true }
    return found(in: payload) == discriminator.value
  }

  /// Passes every field of a payload to a sink, in wire order and as the wire carries it.
  ///
  /// - Parameters:
  ///   - payload: payload of the frame.
  ///   - sink: receives the fields; receives none when the function throws.
  /// - Throws: `UBXError.payloadLength`, when the message never has that length,
  ///   `UBXError.payloadVersion`, when the payload is another form of the message, and
  ///   `UBXError.groupCount`, when it declares a number of repetitions that it does not have.
  public func printFields(
    of payload: Span<UInt8>, into sink: inout some FieldSink
  ) throws(UBXError) {
    guard payloadLength.accepts(payload.count) else {
      throw .payloadLength(id, found: payload.count)
    }
    guard accepts(payload) else { throw .payloadVersion(id, found: found(in: payload)) }
    // Reading first keeps fields from the sink that a wrong count would make meaningless.
    var nothing = NoFields()
    var reader = UBXRowReader(payload)
    reader.read(fields, into: &nothing)
    if let (declared, found) = reader.wrongCount {
      throw .groupCount(id, declared: declared, found: found)
    }
    if reader.isCutShort || reader.bytesLeft > 0 && !payloadLength.isExtensible {
      throw .payloadLength(id, found: payload.count)
    }
    reader = UBXRowReader(payload)
    reader.read(fields, into: &sink)
    reader.finish(into: &sink)
  }

  /// Builds a payload from the wire values of a source.
  ///
  /// - Parameter source: supplies what `printFields` passes to a sink.
  /// - Returns: the payload; the number of fields that the source lacks or that do not fit; the
  ///   first of them; and whether the source has other fields.
  public func buildPayload(
    from source: some FieldSource
  ) -> (payload: [UInt8], missing: Int, firstMissing: String?, hasUnread: Bool) {
    var builder = UBXRowBuilder(source)
    builder.build(fields)
    builder.finish()
    return (builder.bytes, builder.missing, builder.firstMissing, builder.source.hasUnread)
  }

  /// The same layout in class NAV2.
  ///
  /// Source: u-blox UBX-22008968 (F9 HPG 1.32), "UBX-NAV2".
  var inSecondEngine: UBXRow {
    UBXRow(
      name: "NAV2-" + name.dropFirst("NAV-".count), id: MessageID(.nav2, id.number),
      payloadLength: payloadLength, discriminator: discriminator, fields: fields)
  }

  /// Returns the octet at the discriminator's position; `nil` when the payload is too short.
  private func found(in payload: Span<UInt8>) -> UInt8? {
    guard let discriminator, payload.indices.contains(discriminator.offset) else { return nil }
    return payload[discriminator.offset]
  }
}

/// One field of a row.
struct UBXRowField: Sendable {
  /// How often something repeats.
  enum Count: Sendable {
    case fixed(Int)
    case toEnd
    /// As often as a number at a fixed position says.
    case declared(Place)
  }

  /// Position of a number in the payload: bits of a word.
  struct Place: Sendable {
    var offset: Int
    /// Octets of the word, 1 to 8.
    var width: Int
    /// Bits of the word below the number.
    var shift = 0
    var bits = 64
  }

  /// One bit field of a word; without a name, unused bits.
  struct Bits: Sendable {
    let name: String
    let width: Int
    let initial: UInt64
  }

  enum Content: Sendable {
    /// A number, and the one to write where the source has none.
    case number(WireNumber, initial: UInt64)
    /// A number and the position of its fine part, which counts in units of one of `parts` parts.
    case coarse(WireNumber, parts: Int, fineAt: Int)
    /// The fine part of the first coarse number that still lacks one.
    case fine(WireNumber)
    case bits(width: Int, [Bits])
    case array(WireNumber, Count)
    case octets(Count, isNumber: Bool)
    /// Text of that many octets, or to the payload's end.
    case text(width: Int?)
    case reserved(Int)
    case group(Count, [UBXRowField], endsPayload: Bool)
    /// Earlier forms of the message have no further fields.
    case end
  }

  let name: String
  var content: Content

  /// Octets on the wire; `nil` if they depend on the message.
  var size: Int? {
    switch content {
    case .number(let number, _), .coarse(let number, _, _), .fine(let number): number.width
    case .bits(let width, _), .reserved(let width): width
    case .array(let number, .fixed(let count)): number.width &* count
    case .octets(.fixed(let count), _): count
    case .text(let width): width
    case .array, .octets, .group, .end: nil
    }
  }
}

extension [UBXRowField] {
  /// Octets of one element of a group.
  var size: Int { reduce(0) { $0 &+ ($1.size ?? 0) } }
}

/// Receives fields that nobody wants.
private struct NoFields: FieldSink {
  mutating func field(_ name: StaticString, _ value: FieldValue) {}
  mutating func field(named name: String, _ value: FieldValue) {}
  mutating func element(_ name: String, _ number: Int, _ value: FieldValue) {}
  mutating func beginGroup(_ index: Int) {}
  mutating func endGroup() {}
  mutating func reserved(_ value: FieldValue) {}
}
