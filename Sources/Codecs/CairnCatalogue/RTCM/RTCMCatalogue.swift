public import CairnRTCM
public import CairnTypes

/// Visits message types until it has found what it looks for.
public protocol RTCMMessageVisitor: ~Escapable {
  /// - Returns: true to end the search.
  mutating func visit<M: RTCMMessage>(_ message: M.Type) -> Bool
}

/// Every RTCM 3 message that Cairn knows, by number.
///
/// For programs that print or build any message. A program that needs certain messages compares
/// `RTCMFrame.messageNumber` and decodes by type, which is faster and links only those.
public enum RTCMCatalogue {
  /// Shows every message type to a visitor until it ends the search. Messages known only as rows of
  /// data have no type.
  ///
  /// - Returns: whether the visitor found what it looks for.
  @discardableResult
  public static func search(_ v: inout some RTCMMessageVisitor & ~Escapable) -> Bool {
    v.visit(MSM.self)
      || v.visit(StationPosition.self)
      || v.visit(AntennaDescription.self)
      || v.visit(ReceiverDescription.self)
      || v.visit(StationText.self)
      || v.visit(GLONASSBiases.self)
      || v.visit(GPSEphemeris.self)
      || v.visit(GLONASSEphemeris.self)
      || v.visit(GalileoEphemeris.self)
      || v.visit(BeiDouEphemeris.self)
      || v.visit(QZSSEphemeris.self)
      || v.visit(NavICEphemeris.self)
      || v.visit(UBloxReference.self)
  }

  /// Returns the name of a frame's message: its number, `1005`; for 4076 with subtype, `4076_021`.
  ///
  /// - Parameter frame: a whole frame.
  /// - Returns: `nil` if the payload has no message number; messages that Cairn does not know have
  ///   a name too.
  public static func name(of frame: Span<UInt8>) -> String? {
    guard let found = try? RTCMFrame(frame), let number = found.messageNumber else { return nil }
    let subtype = subtype(of: frame.extracting(found.payload))
    return RTCMLayout.name(number.rawValue, subtype: subtype)
  }

  /// Passes every field of a whole frame to a sink as on the wire; bits after the last field are
  /// reserved.
  ///
  /// - Parameters:
  ///   - frame: a whole frame.
  ///   - sink: receives the fields; nothing if the function throws.
  /// - Throws: the errors of `RTCMMessage.decode`, `RTCMError.notAFrame`, and
  ///   `RTCMError.unknownMessage` for a message that the catalogue does not have.
  public static func printFields(
    of frame: Span<UInt8>, into sink: inout some FieldSink
  ) throws(RTCMError) {
    let found = try RTCMFrame(frame)
    let payload = frame.extracting(found.payload)
    guard let number = found.messageNumber else {
      throw .truncated(nil, field: "DF002", bit: 0)
    }
    if try printTyped(number, payload, into: &sink) { return }
    guard let layout = RTCMLayout.find(number.rawValue, subtype: subtype(of: payload)) else {
      throw .unknownMessage(number)
    }
    var printer = RTCMLayoutPrinter(number, payload)
    try printer.read(layout.items)
    printer.deliver(into: &sink)
  }

  /// Builds a frame from the wire values of its fields; the reverse of `printFields`.
  ///
  /// - Parameters:
  ///   - number: the message number; the subtype of 4076 is `IDF002` in the source.
  ///   - source: provides the fields.
  /// - Returns: the frame, and how many fields the source did not have, which are zero. `nil` for a
  ///   number that the catalogue does not have, and for more than a frame can hold.
  public static func encode(
    _ number: MessageNumber, from source: some FieldSource
  ) -> (frame: [UInt8], missing: Int)? {
    guard let built = buildTyped(number, source) ?? buildByLayout(number, source),
      let frame = try? RTCMFrame.encode(built.payload.span)
    else { return nil }
    return (frame, built.missing)
  }

  /// Builds a frame like `encode` by number, from a name that `name(of:)` returns.
  public static func encode(
    _ name: String, from source: some FieldSource
  ) -> (frame: [UInt8], missing: Int)? {
    UInt16(name.prefix { $0.isNumber }).flatMap {
      encode(MessageNumber(rawValue: $0), from: source)
    }
  }

  /// Returns the subtype of message 4076, after its number and three version bits; 0 without one.
  private static func subtype(of payload: Span<UInt8>) -> UInt64 {
    var reader = RTCMBitReader(payload)
    _ = reader.read(15)
    return reader.read(8) ?? 0
  }

  private static func buildByLayout(
    _ number: MessageNumber, _ source: some FieldSource
  ) -> (payload: [UInt8], missing: Int)? {
    var probe = source
    var subtype: UInt64 = 0
    if number.rawValue == 4076, let field = RTCMLayout.fields["IDF002"] {
      subtype = probe.field(named: field.name).flatMap { field.bits(of: $0) } ?? 0
    }
    guard let layout = RTCMLayout.find(number.rawValue, subtype: subtype) else { return nil }
    var builder = RTCMLayoutBuilder(number, source)
    builder.write(layout.items)
    builder.finish()
    return (builder.writer.bytes, builder.missing)
  }
}
