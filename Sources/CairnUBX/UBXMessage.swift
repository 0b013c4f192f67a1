public import CairnTypes

/// A UBX message: a value whose fields are stated once, in wire order.
///
/// A reader, a writer and a printer visit `fields`, so that decoding, encoding and the field names of
/// `cairn decode` cannot drift apart. What the interface description reserves is written as zero; so
/// is what the message itself marks as invalid, where the property is then `nil`.
public protocol UBXMessage: Sendable {
  /// Class and number.
  static var id: MessageID { get }
  /// The interface description's name: `NAV-PVT`. Forms that share class and number may share it.
  static var name: String { get }
  /// The payload lengths in bytes that this message has.
  static var payloadLength: PayloadLength { get }
  /// The octet of the payload, a type or version, by which forms that share class and number are told
  /// apart; `nil` where they need not be.
  static var discriminator: UInt8? { get }
  /// Where the discriminator is in the payload: nearly always the first octet, 0.
  static var discriminatorOffset: Int { get }

  /// A message with every field zero or absent.
  init()

  /// States every field in wire order.
  mutating func fields(_ f: inout some UBXFieldVisitor)
}

/// One element of a message's repeated group.
public protocol UBXGroup: Sendable {
  /// An element with every field zero or absent.
  init()

  /// States every field in wire order.
  mutating func fields(_ f: inout some UBXFieldVisitor)
}

/// The payload lengths in bytes that a message has.
public enum PayloadLength: Hashable, Sendable {
  /// Always the same.
  case exactly(Int)
  /// A fixed part of that length, then groups or text up to the payload's end.
  case atLeast(Int)
  /// Nothing but a repeated group, up to that length.
  case atMost(Int)
  /// Exactly one of two earlier forms, or the present form, which later firmware may extend.
  case versions(Int, Int, current: Int)

  /// Whether a payload of that many bytes can be this message.
  public func accepts(_ count: Int) -> Bool {
    switch self {
    case .exactly(let length): count == length
    case .atLeast(let length): count >= length
    case .atMost(let length): count <= length
    case .versions(let first, let second, let current):
      count == first || count == second || count >= current
    }
  }

  /// Whether bytes behind the last stated field are an extension, not an error.
  var isExtensible: Bool {
    if case .versions = self { true } else { false }
  }
}

extension UBXMessage {
  /// The payload's length tells the forms apart.
  public static var discriminator: UInt8? { nil }

  /// The payload's first octet tells the forms apart.
  public static var discriminatorOffset: Int { 0 }

  /// Whether a payload of the message's class and number can be this form of it.
  public static func accepts(_ payload: Span<UInt8>) -> Bool {
    guard payloadLength.accepts(payload.count) else { return false }
    guard let discriminator else { return true }
    return found(in: payload) == discriminator
  }

  /// The message in a payload.
  ///
  /// - Throws: `UBXError.payloadLength`, when the message never has that length,
  ///   `UBXError.payloadVersion`, when the payload is another form of the message, and
  ///   `UBXError.groupCount`, when it declares another number of repetitions than it has; the errors of
  ///   `CFG-VAL` messages for configuration items that cannot be told apart.
  public static func decode(_ payload: Span<UInt8>) throws(UBXError) -> Self {
    var message = Self()
    try message.update(from: payload)
    return message
  }

  /// Decodes into an existing value, whose arrays keep their capacity: no allocation once it suffices.
  ///
  /// After an error the value is unspecified but safe to use.
  ///
  /// - Throws: as `decode`.
  @specialized(where Self == NavPVT)
  @specialized(where Self == NavSat)
  public mutating func update(from payload: Span<UInt8>) throws(UBXError) {
    try Self.check(payload)
    let outcome = unsafe payload.withUnsafeBytes { bytes in
      if case .versions(_, _, let current) = Self.payloadLength, bytes.count == current {
        // The same as below with a length that a specialized copy knows: no check of it is left.
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

  /// The message as a payload, without the frame around it.
  public func encodePayload() -> [UInt8] {
    var writer = PayloadWriter()
    var message = self
    message.fields(&writer)
    return writer.bytes
  }

  /// The message as a whole frame.
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

  /// Hands every field of a payload to a sink as the wire has it, in wire order.
  ///
  /// - Parameters:
  ///   - payload: the frame's.
  ///   - sink: receives the fields; nothing when the function throws.
  ///   - names: those of configuration keys.
  /// - Throws: as `decode`.
  public static func printFields<Names: ConfigurationNaming>(
    of payload: Span<UInt8>, into sink: inout some FieldSink,
    naming names: Names.Type = UnnamedConfiguration.self
  ) throws(UBXError) {
    // Decoding first keeps a sink free of fields that a wrong count would make meaningless.
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

  /// The payload that has the wire values of a source.
  ///
  /// - Parameters:
  ///   - source: hands out what `printFields` hands to a sink.
  ///   - names: those of configuration keys.
  /// - Returns: the payload, and how far the source fits: how many fields it does not have in a form
  ///   that fits, the first of them, and whether it has others. What is missing is zero.
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

  /// What a payload has where the discriminator is; `nil` when it is too short.
  private static func found(in payload: Span<UInt8>) -> UInt8? {
    payload.indices.contains(discriminatorOffset) ? payload[discriminatorOffset] : nil
  }

  @inline(__always)
  static func check(_ outcome: PayloadReader.Outcome, count: Int) throws(UBXError) {
    if case .complete = outcome { return }
    try refuse(outcome, count: count)
  }

  /// Apart, so that a payload in order pays for none of the cases.
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
