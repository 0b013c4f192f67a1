/// A UBX message: a value whose fields are stated once, in wire order.
///
/// A reader, a writer and a printer visit `fields`, so that decoding, encoding and the field names of
/// `cairn decode` cannot drift apart. What the interface description reserves is written as zero; so
/// is what the message itself marks as invalid, where the property is then `nil`.
public protocol UBXMessage: Sendable {
  /// Class and number.
  static var id: MessageID { get }
  /// The payload lengths in bytes that this message has.
  static var payloadLength: PayloadLength { get }

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
  /// Exactly one of two earlier forms, or the present form, which later firmware may extend.
  case versions(Int, Int, current: Int)

  /// Whether a payload of that many bytes can be this message.
  public func accepts(_ count: Int) -> Bool {
    switch self {
    case .exactly(let length): count == length
    case .atLeast(let length): count >= length
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
  /// The message in a payload.
  ///
  /// - Throws: `UBXError.payloadLength`, when the message never has that length, and
  ///   `UBXError.groupCount`, when it declares another number of repetitions than it has.
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
    try Self.checkLength(payload.count)
    let outcome = unsafe payload.withUnsafeBytes { bytes in
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

  static func checkLength(_ count: Int) throws(UBXError) {
    guard payloadLength.accepts(count) else { throw .payloadLength(id, found: count) }
  }

  static func check(_ outcome: PayloadReader.Outcome, count: Int) throws(UBXError) {
    switch outcome {
    case .complete: return
    case .bytesLeft where payloadLength.isExtensible: return
    case .bytesLeft, .tooShort: throw .payloadLength(id, found: count)
    case .groupCount(let declared, let found):
      throw .groupCount(id, declared: declared, found: found)
    }
  }
}
