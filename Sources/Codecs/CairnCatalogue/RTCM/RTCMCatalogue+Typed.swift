internal import CairnRTCM
internal import CairnTypes

extension RTCMCatalogue {
  /// - Returns: false, without printing anything, if the message has no type.
  static func printTyped(
    _ number: MessageNumber, _ payload: Span<UInt8>, into sink: inout some FieldSink
  ) throws(RTCMError) -> Bool {
    // The pointer is used only inside the closure.
    let outcome = unsafe withUnsafeMutablePointer(to: &sink) { sink in
      var visitor = unsafe Printer(number, payload, sink)
      search(&visitor)
      return visitor.outcome
    }
    try outcome?.get()
    return outcome != nil
  }

  /// - Returns: `nil` if the message has no type, or cannot have the values.
  static func buildTyped(
    _ number: MessageNumber, _ source: some FieldSource
  ) -> (payload: [UInt8], missing: Int)? {
    var visitor = Builder(number: number, source: source)
    search(&visitor)
    return visitor.built
  }
}

@safe
private struct Printer<Sink: FieldSink>: RTCMMessageVisitor, ~Escapable {
  private let number: MessageNumber
  private let payload: Span<UInt8>
  private let sink: UnsafeMutablePointer<Sink>
  /// The result; `nil` until the message's type is found.
  private(set) var outcome: Result<Void, RTCMError>?

  @unsafe
  @_lifetime(copy payload)
  init(_ number: MessageNumber, _ payload: Span<UInt8>, _ sink: UnsafeMutablePointer<Sink>) {
    self.number = number
    self.payload = payload
    unsafe self.sink = sink
  }

  mutating func visit<M: RTCMMessage>(_ message: M.Type) -> Bool {
    guard M.accepts(number) else { return false }
    do throws(RTCMError) {
      try unsafe M.printFields(of: payload, into: &sink.pointee)
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    return true
  }
}

private struct Builder<Source: FieldSource>: RTCMMessageVisitor {
  let number: MessageNumber
  let source: Source
  private(set) var built: (payload: [UInt8], missing: Int)?

  init(number: MessageNumber, source: Source) {
    self.number = number
    self.source = source
  }

  mutating func visit<M: RTCMMessage>(_ message: M.Type) -> Bool {
    guard M.accepts(number) else { return false }
    built = M.buildPayload(number, from: source)
    return true
  }
}
