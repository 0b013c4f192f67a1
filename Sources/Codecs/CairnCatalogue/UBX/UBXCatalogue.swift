public import CairnTypes
public import CairnUBX

/// Visits messages until it has found what it looks for.
public protocol UBXMessageVisitor: ~Escapable {
  /// Visits a message that has a type.
  ///
  /// - Returns: true to end the search.
  mutating func visit<M: UBXMessage>(_ message: M.Type) -> Bool
  /// Visits a message that has only a row.
  ///
  /// - Returns: true to end the search.
  mutating func visit(_ row: UBXRow) -> Bool
}

/// Every UBX message that Cairn decodes, by class, number and name.
///
/// For programs that print or build any message. A program that needs certain messages compares
/// `UBXFrame.messageID` and decodes by type, which is faster and links only those.
public enum UBXCatalogue {
  /// Shows every message to a visitor until it ends the search; forms with a discriminator come
  /// before the form without one.
  ///
  /// - Returns: whether the visitor found what it looks for.
  @discardableResult
  public static func search(_ visitor: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    search(&visitor, classesOfRows)
  }

  /// Shows messages; of those that have only a row, only the classes named.
  @discardableResult
  private static func search(
    _ visitor: inout some UBXMessageVisitor & ~Escapable, _ classes: [MessageClass]
  ) -> Bool {
    if searchTypes(&visitor) { return true }
    for messageClass in classes {
      for row in rows(of: messageClass) where row.id.messageClass == messageClass {
        if visitor.visit(row) { return true }
      }
    }
    return searchAssistanceTypes(&visitor)
  }

  /// Returns the interface description's name of a frame's message.
  ///
  /// - Parameter frame: a whole frame, even with a payload that its message cannot have.
  /// - Returns: for example `NAV-PVT`; `nil` for a message that Cairn does not know.
  public static func name(of frame: Span<UInt8>) -> String? {
    guard let id = UBXFrame.messageID(of: frame) else { return nil }
    var visitor = Namer(id: id, payload: UBXFrame.payload(of: frame))
    search(&visitor, [id.messageClass])
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
      search(&visitor, [id.messageClass])
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
      return (frame, best.missing, best.firstMissing, best.hasUnread)
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
    M.id == id && visit(M.name, isAccepted: M.accepts(payload))
  }

  mutating func visit(_ row: UBXRow) -> Bool {
    row.id == id && visit(row.name, isAccepted: row.accepts(payload))
  }

  /// A poll, or a payload of the wrong length, is named after the first form.
  private mutating func visit(_ form: @autoclosure () -> String, isAccepted: Bool) -> Bool {
    if name == nil || isAccepted { name = form() }
    return isAccepted
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
      try unsafe M.printFields(of: payload, into: &sink.pointee, naming: NamedConfiguration.self)
      outcome = .success(())
      return true
    } catch {
      refuse(error, isAccepted: M.accepts(payload))
      return false
    }
  }

  mutating func visit(_ row: UBXRow) -> Bool {
    guard row.id == id else { return false }
    do throws(UBXError) {
      try unsafe row.printFields(of: payload, into: &sink.pointee)
      outcome = .success(())
      return true
    } catch {
      refuse(error, isAccepted: row.accepts(payload))
      return false
    }
  }

  /// Keeps the error of the form that the payload seems to be, or else of the first one.
  private mutating func refuse(_ error: UBXError, isAccepted: Bool) {
    if payload.isEmpty {
      outcome = .success(())
    } else if case .failure(.unknownMessage) = outcome {
      outcome = .failure(error)
    } else if isAccepted {
      outcome = .failure(error)
    }
  }
}

private struct Builder<Source: FieldSource>: UBXMessageVisitor {
  struct Candidate {
    let id: MessageID
    let payload: [UInt8]
    let missing: Int
    let firstMissing: String?
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
    let built = M.buildPayload(from: source, naming: NamedConfiguration.self)
    guard M.accepts(built.payload.span) else { return false }
    return visit(
      Candidate(
        id: M.id, payload: built.payload, missing: built.missing,
        firstMissing: built.firstMissing.map { "\($0)" }, hasUnread: built.hasUnread))
  }

  mutating func visit(_ row: UBXRow) -> Bool {
    guard row.name == name else { return false }
    id = row.id
    guard source.hasUnread || row.payloadLength.accepts(0) else { return false }
    let built = row.buildPayload(from: source)
    guard row.accepts(built.payload.span) else { return false }
    return visit(
      Candidate(
        id: row.id, payload: built.payload, missing: built.missing,
        firstMissing: built.firstMissing, hasUnread: built.hasUnread))
  }

  private mutating func visit(_ candidate: Candidate) -> Bool {
    if best.map({ candidate.isBetter(than: $0) }) ?? true { best = candidate }
    return candidate.missing == 0 && !candidate.hasUnread
  }
}

extension Builder.Candidate {
  fileprivate func isBetter(than other: Self) -> Bool {
    (missing, hasUnread ? 1 : 0) < (other.missing, other.hasUnread ? 1 : 0)
  }
}
