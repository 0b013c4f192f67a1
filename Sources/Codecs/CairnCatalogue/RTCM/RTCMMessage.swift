public import CairnRTCM
public import CairnTypes

/// An RTCM 3 message: a value whose fields are listed once, in wire order, with their data fields.
///
/// Reader, writer and printer all visit `fields`, so that decoding, encoding and the field names of
/// `cairn decode` cannot diverge. Reserved fields are written as zero; a field that a message marks
/// as invalid is a property that is `nil`.
public protocol RTCMMessage: Sendable {
  /// Returns whether messages with that number have this type.
  static func accepts(_ number: MessageNumber) -> Bool

  /// The message's number on the wire.
  var number: MessageNumber { get }

  /// Creates a message with every field zero or absent.
  init()

  /// Visits every field in wire order, starting with the message number.
  mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable)
}

extension RTCMMessage {
  /// Decodes a payload; ignores bits after the last field.
  ///
  /// - Throws: `RTCMError.unknownMessage` for another message's payload, `RTCMError.truncated` if
  ///   it ends too early, and `RTCMError.invalidField`.
  public static func decode(_ payload: Span<UInt8>) throws(RTCMError) -> Self {
    var message = Self()
    try message.update(from: payload)
    return message
  }

  /// Decodes into an existing value. Its arrays keep their capacity, which saves allocations.
  ///
  /// After an error the value is unspecified but safe to use.
  ///
  /// - Throws: the same as `decode`.
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

  /// Returns the message as a payload, without its frame.
  ///
  /// - Throws: `RTCMError.invalidField` for values that the wire cannot hold, such as 65 cells of a
  ///   multiple signal message, and `RTCMError.payloadLength` above 1,023 bytes.
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

  /// Returns the message as a whole frame.
  ///
  /// - Throws: the same as `encodePayload`.
  public func encode() throws(RTCMError) -> [UInt8] {
    // In one expression, the compiler (6.3.1) lets the span outlive its array and then fails.
    let payload = try encodePayload()
    return try RTCMFrame.encode(payload.span)
  }

  /// Passes every field of a payload to a sink as on the wire, in wire order, repeated groups last.
  ///
  /// - Parameters:
  ///   - payload: the frame's payload.
  ///   - sink: receives the fields; nothing if the function throws.
  /// - Throws: the same as `decode`.
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

  /// Builds the payload from a source's wire values.
  ///
  /// - Parameters:
  ///   - number: a number that the type accepts.
  ///   - source: provides what `printFields` passes to a sink.
  /// - Returns: the payload, and how many fields the source does not have, which are zero. `nil` if
  ///   the type does not have that number, or the wire cannot hold the values.
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
