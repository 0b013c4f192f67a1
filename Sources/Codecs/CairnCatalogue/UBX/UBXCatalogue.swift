public import CairnTypes
public import CairnUBX

/// Visits message types until it has found what it looks for.
public protocol UBXMessageVisitor: ~Escapable {
  /// - Returns: true to end the search.
  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool
}

/// Every UBX message that Cairn decodes, by class, number and name.
///
/// For programs that print or build any message. A program that needs certain messages compares
/// `UBXFrame.messageID` and decodes by type, which is faster and links only those.
public enum UBXCatalogue {
  /// Shows every message type to a visitor until it ends the search; forms with a discriminator
  /// come before the form without one.
  ///
  /// - Returns: whether the visitor found what it looks for.
  @discardableResult
  public static func search(_ visitor: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    searchNavigation(&visitor) || searchReceiver(&visitor) || searchConfiguration(&visitor)
      || searchAssistance(&visitor)
  }

  /// Returns the interface description's name of a frame's message.
  ///
  /// - Parameter frame: a whole frame, even with a payload that its message cannot have.
  /// - Returns: for example `NAV-PVT`; `nil` for a message that Cairn does not know.
  public static func name(of frame: Span<UInt8>) -> String? {
    guard let id = UBXFrame.messageID(of: frame) else { return nil }
    var visitor = Namer(id: id, payload: UBXFrame.payload(of: frame))
    search(&visitor)
    return visitor.name
  }

  /// Passes every field of a whole frame to a sink as on the wire, in wire order.
  ///
  /// A poll, that is, a known message without payload, has no fields. The sink receives nothing if
  /// the function throws.
  ///
  /// - Parameters:
  ///   - frame: a whole frame that `UBXFrame.check` has accepted.
  ///   - sink: receives the fields.
  /// - Throws: the errors of `UBXMessage.decode`, `UBXError.notAFrame`, and
  ///   `UBXError.unknownMessage` for a message without a decoder.
  public static func printFields(
    of frame: Span<UInt8>, into sink: inout some FieldSink
  ) throws(UBXError) {
    guard let id = UBXFrame.messageID(of: frame) else { throw .notAFrame }
    // The pointer is used only inside the closure.
    let outcome = unsafe withUnsafeMutablePointer(to: &sink) { sink in
      var visitor = unsafe Printer(id: id, payload: UBXFrame.payload(of: frame), sink: sink)
      search(&visitor)
      return visitor.outcome
    }
    try outcome.get()
  }

  /// Builds a frame from the wire values of its fields; the reverse of `printFields`.
  ///
  /// - Parameters:
  ///   - name: the interface description's name. Of several forms, the one that fits the source is
  ///     used; an empty source that fits none makes a poll.
  ///   - source: provides the fields.
  /// - Returns: the frame; how many fields of a fitting form the source did not have, which are
  ///   zero, and the first of them; whether the source has others. `nil` for a name that the
  ///   catalogue does not have.
  public static func encode(
    _ name: String, from source: some FieldSource
  ) -> (frame: [UInt8], missing: Int, firstMissing: String?, hasUnread: Bool)? {
    var visitor = Builder(name: name, source: source)
    search(&visitor)
    if let best = visitor.best {
      let frame = UBXFrame.encode(best.id, best.payload.span)
      return (frame, best.missing, best.firstMissing.map { "\($0)" }, best.hasUnread)
    }
    guard let id = visitor.id else { return nil }
    return (UBXFrame.poll(id), 0, nil, source.hasUnread)
  }
}

private struct Namer: UBXMessageVisitor, ~Escapable {
  let id: MessageID
  let payload: Span<UInt8>
  private(set) var name: String?

  @_lifetime(copy payload)
  init(id: MessageID, payload: Span<UInt8>) {
    self.id = id
    self.payload = payload
  }

  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool {
    guard M.id == id else { return false }
    // A poll, or a payload of the wrong length, is named after the first form.
    if name == nil || M.accepts(payload) { name = M.name }
    return M.accepts(payload)
  }
}

@safe
private struct Printer<Sink: FieldSink>: UBXMessageVisitor, ~Escapable {
  private let id: MessageID
  private let payload: Span<UInt8>
  private let sink: UnsafeMutablePointer<Sink>
  private(set) var outcome: Result<Void, UBXError>

  @unsafe
  @_lifetime(copy payload)
  init(id: MessageID, payload: Span<UInt8>, sink: UnsafeMutablePointer<Sink>) {
    self.id = id
    self.payload = payload
    unsafe self.sink = sink
    outcome = .failure(.unknownMessage(id))
  }

  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool {
    guard M.id == id else { return false }
    do throws(UBXError) {
      try unsafe M.printFields(of: payload, into: &sink.pointee, naming: ConfigurationKeyTable.self)
      outcome = .success(())
      return true
    } catch {
      if payload.isEmpty {
        outcome = .success(())
      } else if case .failure(.unknownMessage) = outcome {
        outcome = .failure(error)
      } else if M.accepts(payload) {
        outcome = .failure(error)
      }
      return false
    }
  }
}

private struct Builder<Source: FieldSource>: UBXMessageVisitor {
  struct Candidate {
    let id: MessageID
    let payload: [UInt8]
    let missing: Int
    let firstMissing: StaticString?
    let hasUnread: Bool
  }

  let name: String
  let source: Source
  /// The identifier of any form of the message.
  private(set) var id: MessageID?
  private(set) var best: Candidate?

  init(name: String, source: Source) {
    self.name = name
    self.source = source
  }

  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool {
    guard M.name == name else { return false }
    id = M.id
    guard source.hasUnread || M.payloadLength.accepts(0) else { return false }
    let built = M.buildPayload(from: source, naming: ConfigurationKeyTable.self)
    guard M.accepts(built.payload.span) else { return false }
    let candidate = Candidate(
      id: M.id, payload: built.payload, missing: built.missing, firstMissing: built.firstMissing,
      hasUnread: built.hasUnread)
    if best.map({ candidate.isBetter(than: $0) }) ?? true { best = candidate }
    return candidate.missing == 0 && !candidate.hasUnread
  }
}

extension Builder.Candidate {
  fileprivate func isBetter(than other: Self) -> Bool {
    (missing, hasUnread ? 1 : 0) < (other.missing, other.hasUnread ? 1 : 0)
  }
}
