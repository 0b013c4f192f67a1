public import CairnTypes

/// What can be done with a message once its type is known.
protocol UBXEntryVisitor: ~Escapable {
  associatedtype Result

  /// The result for a message without a decoder.
  var unknown: Result { get }

  func visit<M: UBXMessage>(
    _ name: StaticString, _ report: (M) -> UBXReport
  ) throws(UBXError) -> Result
}

extension UBXReport {
  /// The message in a whole frame, whose checksum `UBXFrame.check` has found right.
  ///
  /// - Throws: `UBXError.notAFrame` for bytes that are none, and what `UBXMessage.decode` throws for a
  ///   payload that the message cannot have. A message that Cairn does not decode is no error.
  public static func decode(_ frame: Span<UInt8>) throws(UBXError) -> UBXReport {
    guard let range = UBXFrame.payloadRange(of: frame),
      let id = UBXFrame.messageID(of: frame)
    else { throw .notAFrame }
    return try select(id, Decoder(payload: frame.extracting(range), id: id))
  }

  /// The interface description's name, for example `NAV-PVT`; `nil` for a message without a decoder.
  public static func name(of id: MessageID) -> StaticString? {
    do { return try select(id, Namer()) } catch { return nil }
  }

  /// Hands every field of a whole frame to a sink as the wire has it, in wire order.
  ///
  /// Reserved octets and bits are left out, and a poll has no fields. The sink receives nothing when
  /// the function throws.
  ///
  /// - Parameters:
  ///   - frame: a whole frame, whose checksum `UBXFrame.check` has found right.
  ///   - sink: receives the fields.
  /// - Throws: as `decode`, and `UBXError.unknownMessage` for a message without a decoder.
  public static func printFields(
    of frame: Span<UInt8>, into sink: inout some FieldSink
  ) throws(UBXError) {
    guard let range = UBXFrame.payloadRange(of: frame),
      let id = UBXFrame.messageID(of: frame)
    else { throw .notAFrame }
    let payload = frame.extracting(range)
    // The pointer is used only inside the closure.
    let isKnown = try unsafe withUnsafeMutablePointer(to: &sink) { sink throws(UBXError) in
      try select(id, unsafe Printer(payload: payload, sink: sink))
    }
    guard isKnown else { throw .unknownMessage(id) }
  }
}

private struct Decoder: UBXEntryVisitor, ~Escapable {
  let payload: Span<UInt8>
  let id: MessageID
  var unknown: UBXReport { .other(id) }

  @_lifetime(copy payload)
  init(payload: Span<UInt8>, id: MessageID) {
    self.payload = payload
    self.id = id
  }

  func visit<M: UBXMessage>(
    _ name: StaticString, _ report: (M) -> UBXReport
  ) throws(UBXError) -> UBXReport {
    guard !payload.isEmpty else { return .poll(M.id) }
    return report(try M.decode(payload))
  }
}

private struct Namer: UBXEntryVisitor {
  var unknown: StaticString? { nil }

  func visit<M: UBXMessage>(
    _ name: StaticString, _ report: (M) -> UBXReport
  ) throws(UBXError) -> StaticString? {
    name
  }
}

/// Its result is whether the message has a decoder.
@safe
private struct Printer<Sink: FieldSink>: UBXEntryVisitor, ~Escapable {
  private let payload: Span<UInt8>
  private let sink: UnsafeMutablePointer<Sink>
  var unknown: Bool { false }

  @unsafe
  @_lifetime(copy payload)
  init(payload: Span<UInt8>, sink: UnsafeMutablePointer<Sink>) {
    self.payload = payload
    unsafe self.sink = sink
  }

  func visit<M: UBXMessage>(
    _ name: StaticString, _ report: (M) -> UBXReport
  ) throws(UBXError) -> Bool {
    guard !payload.isEmpty else { return true }
    // Decoding first keeps a sink free of fields that a wrong count would make meaningless.
    var message = try M.decode(payload)
    unsafe payload.withUnsafeBytes { bytes in
      var printer = unsafe PayloadPrinter(PayloadReader(bytes), sink)
      message.fields(&printer)
    }
    return true
  }
}
