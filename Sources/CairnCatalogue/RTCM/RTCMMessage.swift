public import CairnRTCM
public import CairnTypes

/// An RTCM 3 message: a value whose fields are stated once, in wire order, by their data fields.
///
/// A reader, a writer and a printer visit `fields`, so that decoding, encoding and the field names of
/// `cairn decode` cannot drift apart. What the standard reserves is written as zero, what a message
/// marks as invalid is a property that is `nil`.
public protocol RTCMMessage: Sendable {
  /// Whether messages of that number are of this type.
  static func accepts(_ number: MessageNumber) -> Bool

  /// The number that the message has on the wire.
  var number: MessageNumber { get }

  /// A message with every field zero or absent.
  init()

  /// States every field in wire order, the message number first.
  mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable)
}

extension RTCMMessage {
  /// The message in a payload; bits behind its last field are ignored.
  ///
  /// - Throws: `RTCMError.unknownMessage` when the payload is another message's,
  ///   `RTCMError.truncated` when it ends too early, and `RTCMError.invalidField`.
  public static func decode(_ payload: Span<UInt8>) throws(RTCMError) -> Self {
    var message = Self()
    try message.update(from: payload)
    return message
  }

  /// Decodes into an existing value, whose arrays keep their capacity: no allocation once it suffices.
  ///
  /// After an error the value is unspecified but safe to use.
  ///
  /// - Throws: as `decode`.
  @specialized(where Self == MSM)
  @specialized(where Self == StationPosition)
  @specialized(where Self == AntennaDescription)
  @specialized(where Self == ReceiverDescription)
  @specialized(where Self == StationText)
  @specialized(where Self == GLONASSBiases)
  @specialized(where Self == GPSEphemeris)
  @specialized(where Self == GLONASSEphemeris)
  @specialized(where Self == GalileoEphemeris)
  @specialized(where Self == BeiDouEphemeris)
  @specialized(where Self == QZSSEphemeris)
  @specialized(where Self == NavICEphemeris)
  @specialized(where Self == UBloxReference)
  public mutating func update(from payload: Span<UInt8>) throws(RTCMError) {
    let number = try Self.checkedNumber(of: payload)
    var reader = RTCMFieldReader(payload)
    fields(&reader)
    if let failure = reader.failure { throw failure.error(number) }
  }

  /// The message as a payload, without the frame around it.
  ///
  /// - Throws: `RTCMError.invalidField` for what the wire cannot say, as 65 cells of a multiple signal
  ///   message, and `RTCMError.payloadLength` when it needs more than 1,023 bytes.
  @specialized(where Self == MSM)
  @specialized(where Self == StationPosition)
  public func encodePayload() throws(RTCMError) -> [UInt8] {
    var writer = RTCMFieldWriter()
    var message = self
    message.fields(&writer)
    if let failure = writer.failure { throw failure.error(number) }
    let bytes = writer.writer.bytes
    guard bytes.count <= RTCMFrame.maximumPayload else { throw .payloadLength(bytes.count) }
    return bytes
  }

  /// The message as a whole frame.
  ///
  /// - Throws: as `encodePayload`.
  public func encode() throws(RTCMError) -> [UInt8] {
    // In one expression the span outlives its array for the compiler (6.3.1), which then breaks.
    let payload = try encodePayload()
    return try RTCMFrame.encode(payload.span)
  }

  /// Hands every field of a payload to a sink as the wire has it, in wire order, repeated groups last.
  ///
  /// - Parameters:
  ///   - payload: the frame's.
  ///   - sink: receives the fields; nothing when the function throws.
  /// - Throws: as `decode`.
  public static func printFields(
    of payload: Span<UInt8>, into sink: inout some FieldSink
  ) throws(RTCMError) {
    let number = try checkedNumber(of: payload)
    var message = Self()
    var printer = RTCMFieldPrinter(payload)
    message.fields(&printer)
    if let failure = printer.failure { throw failure.error(number) }
    printer.deliver(into: &sink)
  }

  /// The payload that has the wire values of a source.
  ///
  /// - Parameters:
  ///   - number: one that the type accepts.
  ///   - source: hands out what `printFields` hands to a sink.
  /// - Returns: the payload, and how many fields the source does not have; those are zero. `nil` when
  ///   the type does not have that number, or the wire cannot have the values.
  public static func buildPayload(
    _ number: MessageNumber, from source: some FieldSource
  ) -> (payload: [UInt8], missing: Int)? {
    guard accepts(number) else { return nil }
    var builder = RTCMFieldBuilder(number, source)
    var message = Self()
    message.fields(&builder)
    builder.finish()
    let bytes = builder.writer.bytes
    guard !builder.isRefused, bytes.count <= RTCMFrame.maximumPayload else { return nil }
    return (bytes, builder.missing)
  }

  private static func checkedNumber(of payload: Span<UInt8>) throws(RTCMError) -> MessageNumber {
    var bits = RTCMBitReader(payload)
    guard let raw = bits.read(12) else { throw .truncated(nil, field: "DF002", bit: 0) }
    let number = MessageNumber(rawValue: UInt16(truncatingIfNeeded: raw))
    guard accepts(number) else { throw .unknownMessage(number) }
    return number
  }
}
