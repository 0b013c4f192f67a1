public import CairnTypes

/// A UBX message: a value whose fields are stated once, in wire order.
///
/// A reader, a writer and a printer visit `fields`, so that decoding, encoding and the field names
/// of `cairn decode` cannot drift apart. Reserved fields are written as zero. So are fields that
/// the message marks as invalid; their properties are `nil`.
public protocol UBXMessage: Sendable {
  /// Class and number of the message.
  static var id: MessageID { get }
  /// Name in the interface description: `NAV-PVT`. Forms that share class and number may share it.
  static var name: String { get }
  /// Payload lengths, in bytes, that this message can have.
  static var payloadLength: PayloadLength { get }
  /// Octet of the payload, a type or version, that distinguishes forms with the same class and
  /// number; `nil` where none is needed.
  static var discriminator: UInt8? { get }
  /// Position of the discriminator in the payload: nearly always the first octet, 0.
  static var discriminatorOffset: Int { get }

  /// Creates a message with every field zero or absent.
  init()

  /// States every field in wire order.
  mutating func fields(_ f: inout some UBXFieldVisitor)
}

/// One element of a message's repeated group.
public protocol UBXGroup: Sendable {
  /// Creates an element with every field zero or absent.
  init()

  /// States every field in wire order.
  mutating func fields(_ f: inout some UBXFieldVisitor)
}

/// Payload lengths, in bytes, that a message can have.
public enum PayloadLength: Hashable, Sendable {
  /// A single length.
  case exactly(Int)
  /// A fixed part of this length, followed by groups or text up to the payload's end.
  case atLeast(Int)
  /// Only a repeated group, up to this length.
  case atMost(Int)
  /// One of two earlier lengths, or the current form, which later firmware may extend.
  case versions(Int, Int, current: Int)

  /// Returns whether a payload of `count` bytes can be this message.
  public func accepts(_ count: Int) -> Bool {
    switch self {
    case .exactly(let length): count == length
    case .atLeast(let length): count >= length
    case .atMost(let length): count <= length
    case .versions(let first, let second, let current):
      count == first || count == second || count >= current
    }
  }

  /// Whether bytes after the last stated field are an extension instead of an error.
  package var isExtensible: Bool {
    if case .versions = self { true } else { false }
  }
}

extension UBXMessage {
  /// Returns `nil`: the payload's length distinguishes the forms.
  public static var discriminator: UInt8? { nil }

  /// Returns 0: the payload's first octet distinguishes the forms.
  public static var discriminatorOffset: Int { 0 }

  /// Returns whether a payload of the message's class and number can be this form of it.
  public static func accepts(_ payload: Span<UInt8>) -> Bool {
    guard payloadLength.accepts(payload.count) else { return false }
    guard let discriminator else { return true }
    return found(in: payload) == discriminator
  }

  /// Decodes the message in a payload.
  ///
  /// - Throws: `UBXError.payloadLength`, when the message never has that length,
  ///   `UBXError.payloadVersion`, when the payload is another form of the message, and
  ///   `UBXError.groupCount`, when it declares a number of repetitions that it does not have; for
  ///   `CFG-VAL` messages also the errors of configuration items.
  public static func decode(_ payload: Span<UInt8>) throws(UBXError) -> Self {
    var message = Self()
    try message.update(from: payload)
    return message
  }

  /// Decodes into an existing value. Allocates nothing once the capacity of its arrays suffices.
  ///
  /// After an error the value is unspecified but safe to use.
  ///
  /// - Throws: the errors of `decode`.
  @specialized(where Self == NavPVT)
  @specialized(where Self == NavSat)
  public mutating func update(from payload: Span<UInt8>) throws(UBXError) {
    try Self.check(payload)
    let outcome = unsafe payload.withUnsafeBytes { bytes in
      if case .versions(_, _, let current) = Self.payloadLength, bytes.count == current {
        // Same as below, with a length that a specialized copy knows: no check of it remains.
        var reader = unsafe PayloadReader(
          UnsafeRawBufferPointer(start: bytes.baseAddress, count: current))
        fields(&reader)
        return reader.outcome
      }
      var reader = unsafe PayloadReader(bytes)
      fields(&reader)
      return reader.outcome
    }
    try Self.check(outcome, count: payload.count)
  }

  /// Returns the message as a payload, without the frame around it.
  public func encodePayload() -> [UInt8] {
    var writer = PayloadWriter()
    var message = self
    message.fields(&writer)
    return writer.bytes
  }

  /// Returns the message as a whole frame.
  public func encode() -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// Appends the message as a whole frame.
  public func append(to bytes: inout [UInt8]) {
    let start = bytes.count
    UBXFrame.appendHeader(Self.id, to: &bytes)
    var writer = PayloadWriter()
    swap(&writer.bytes, &bytes)
    var message = self
    message.fields(&writer)
    swap(&writer.bytes, &bytes)
    UBXFrame.finish(&bytes, from: start)
  }

  /// Passes every field of a payload to a sink, in wire order and as the wire carries it.
  ///
  /// - Parameters:
  ///   - payload: payload of the frame.
  ///   - sink: receives the fields; receives none when the function throws.
  ///   - names: names of configuration keys.
  /// - Throws: the errors of `decode`.
  public static func printFields<Names: ConfigurationNaming>(
    of payload: Span<UInt8>, into sink: inout some FieldSink,
    naming names: Names.Type = UnnamedConfiguration.self
  ) throws(UBXError) {
    // Decoding first keeps fields from the sink that a wrong count would make meaningless.
    var message = try decode(payload)
    // The pointer is used only inside the closure.
    unsafe withUnsafeMutablePointer(to: &sink) { sink in
      unsafe payload.withUnsafeBytes { bytes in
        var printer = unsafe PayloadPrinter(PayloadReader(bytes), sink, naming: names)
        message.fields(&printer)
        printer.finish()
      }
    }
  }

  /// Builds a payload from the wire values of a source.
  ///
  /// - Parameters:
  ///   - source: supplies what `printFields` passes to a sink.
  ///   - names: names of configuration keys.
  /// - Returns: the payload; the number of fields that the source lacks or that do not fit, which
  ///   are zero; the first of them; and whether the source has other fields.
  public static func buildPayload<Names: ConfigurationNaming>(
    from source: some FieldSource, naming names: Names.Type = UnnamedConfiguration.self
  ) -> (payload: [UInt8], missing: Int, firstMissing: StaticString?, hasUnread: Bool) {
    var builder = PayloadBuilder(source, naming: names)
    var message = Self()
    message.fields(&builder)
    builder.finish()
    return (builder.bytes, builder.missing, builder.firstMissing, builder.source.hasUnread)
  }

  @inline(__always)
  static func check(_ payload: Span<UInt8>) throws(UBXError) {
    guard payloadLength.accepts(payload.count) else {
      throw .payloadLength(id, found: payload.count)
    }
    guard let discriminator else { return }
    let found = found(in: payload)
    guard found == discriminator else { throw .payloadVersion(id, found: found) }
  }

  /// Returns the octet at the discriminator's position; `nil` when the payload is too short.
  private static func found(in payload: Span<UInt8>) -> UInt8? {
    payload.indices.contains(discriminatorOffset) ? payload[discriminatorOffset] : nil
  }

  @inline(__always)
  static func check(_ outcome: PayloadReader.Outcome, count: Int) throws(UBXError) {
    if case .complete = outcome { return }
    try refuse(outcome, count: count)
  }

  /// Kept separate, so that a valid payload does not pay for these cases.
  @inline(never)
  private static func refuse(
    _ outcome: PayloadReader.Outcome, count: Int
  ) throws(UBXError) {
    switch outcome {
    case .complete: return
    case .bytesLeft where payloadLength.isExtensible: return
    case .bytesLeft, .tooShort: throw .payloadLength(id, found: count)
    case .groupCount(let declared, let found):
      throw .groupCount(id, declared: declared, found: found)
    case .configurationKey(let key, let offset):
      throw .configurationKey(id, key, offset: offset)
    case .configurationCutShort(let offset): throw .configurationCutShort(id, offset: offset)
    case .configurationCount(let found): throw .configurationCount(id, found: found)
    }
  }
}
