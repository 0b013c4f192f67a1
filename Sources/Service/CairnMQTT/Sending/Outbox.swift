/// Decides what a broker is given next.
///
/// The newest location first, on the topic of the live position; then everything else in the order of its age. At most
/// `window` messages are under way. A broker that may lose what it has acknowledged is not believed in `confirm` mode: only
/// what the other end says to be stored is forgotten.
///
/// A value; belongs to one thread.
package struct Outbox {
  /// Messages that may be under way.
  package static let window = 20
  /// Locations of one message about the past.
  package static let batchLimit = 50
  /// Octets of such a message; one location may be longer.
  package static let batchOctets = 8192

  /// Where a message goes.
  package enum Channel: Hashable, Sendable {
    case live, past, transition, visit, radio
  }

  /// One message.
  package struct Message: Sendable {
    package let channel: Channel
    package let payload: [UInt8]
    fileprivate let source: Source
    /// The records in it, which need not follow one another.
    package let numbers: [UInt64]
  }

  /// Which spool a record is in.
  fileprivate enum Source: Int, Sendable { case file, memory }

  /// Whether records are kept until they are confirmed to be stored.
  package var confirms: Bool
  /// The spool in the file; `nil` until it could be opened.
  package var file: Spool?
  /// The one in memory for the time in which the file takes nothing; `nil` before the first such time.
  package private(set) var memory: Spool?
  /// Records that neither could take.
  package private(set) var refused = 0
  /// Whether the file takes records.
  package private(set) var isFileUsable: Bool

  private var underWay: [Int32: Message] = [:]
  /// The newest number that was given to the topic of the live position, of each spool.
  private var liveUpTo: [UInt64] = [0, 0]
  /// The last payload of that topic.
  package private(set) var lastLive: [UInt8]?

  package init(_ file: Spool?, confirms: Bool) {
    self.file = file
    self.confirms = confirms
    isFileUsable = file != nil
  }

  /// Records that are not acknowledged.
  package var count: Int { (file?.count ?? 0) + (memory?.count ?? 0) }
  /// Records left out because a spool was full.
  package var thinned: Int { (file?.counts.thinned ?? 0) + (memory?.counts.thinned ?? 0) }
  /// Messages under way.
  package var underWayCount: Int { underWay.count }

  // MARK: - In

  /// Keeps a record.
  ///
  /// - Parameters:
  ///   - kind: what it is.
  ///   - identity: 32 random bits, for a spool in memory if there has to be one.
  ///   - payload: gets the number of the record and of its spool, and returns it.
  /// - Returns: why the file takes nothing, with the first record that it does not take.
  package mutating func put(
    _ kind: Spool.Kind, identity: UInt32, _ payload: (UInt64, UInt32) -> [UInt8]
  ) -> SpoolFailure? {
    var failure: SpoolFailure?
    if isFileUsable, let spool = file {
      do throws(SpoolFailure) {
        try file?.append(kind) { payload($0, spool.identity) }
        return nil
      } catch {
        guard case .system = error.cause else {
          refused += 1
          return nil
        }
        isFileUsable = false
        failure = error
      }
    }
    do throws(SpoolFailure) {
      if memory == nil {
        memory = try Spool(
          SpoolMemory(), size: Spool.smallestSize, continuity: 0, identity: identity)
      }
      let own = memory?.identity ?? identity
      try memory?.append(kind) { payload($0, own) }
    } catch {
      refused += 1
    }
    return failure
  }

  /// Brings the file to the medium.
  ///
  /// - Throws: why it cannot; the file takes no more records then.
  package mutating func sync() throws(SpoolFailure) {
    guard isFileUsable else { return }
    do throws(SpoolFailure) { try file?.sync() } catch {
      isFileUsable = false
      throw error
    }
  }

  /// Tries whether the file takes records again.
  ///
  /// - Returns: whether it does.
  package mutating func retry() -> Bool {
    guard !isFileUsable, file != nil else { return isFileUsable }
    do throws(SpoolFailure) { try file?.sync() } catch { return false }
    isFileUsable = true
    return true
  }

  /// Takes a file that could not be opened before.
  package mutating func adopt(_ spool: Spool) {
    file = spool
    isFileUsable = true
  }

  // MARK: - Out

  /// The next message; `nil` if the window is full, or nothing waits.
  package mutating func next() -> Message? {
    guard underWay.count < Self.window else { return nil }
    return live() ?? past(.file) ?? past(.memory)
  }

  private mutating func live() -> Message? {
    let source: Source = isFileUsable ? .file : .memory
    guard let number = with(source, { $0.newestLocation() }), number > liveUpTo[source.rawValue],
      let payload = read(number, source)
    else { return nil }
    liveUpTo[source.rawValue] = number
    lastLive = payload
    return Message(channel: .live, payload: payload, source: source, numbers: [number])
  }

  private mutating func past(_ source: Source) -> Message? {
    while let first = with(source, { $0.firstWaiting() }) {
      let channel = Channel(first.kind)
      guard channel == .past else {
        guard let payload = read(first.number, source) else { continue }
        return Message(channel: channel, payload: payload, source: source, numbers: [first.number])
      }
      var numbers: [UInt64] = []
      var batch: [UInt8] = []
      var next: (number: UInt64, kind: Spool.Kind, length: Int)? = first
      while let one = next, one.kind == .location, numbers.count < Self.batchLimit,
        numbers.isEmpty || batch.count + one.length < Self.batchOctets
      {
        next = with(source) { $0.waiting(after: one.number) }
        guard let payload = read(one.number, source) else { continue }
        batch.append(UInt8(ascii: numbers.isEmpty ? "[" : ","))
        batch += payload
        numbers.append(one.number)
      }
      if numbers.isEmpty { continue }
      let payload =
        numbers.count == 1 ? Array(batch.dropFirst()) : batch + [UInt8(ascii: "]")]
      return Message(channel: .past, payload: payload, source: source, numbers: numbers)
    }
    return nil
  }

  /// A record as it is told: with the numbers that are missing before it.
  private mutating func read(_ number: UInt64, _ source: Source) -> [UInt8]? {
    guard let (payload, gap) = with(source, { $0.read(number) }) else { return nil }
    guard gap > 0, payload.last == UInt8(ascii: "}") else { return payload }
    return payload.dropLast() + Array(#","thinned":\#(gap)}"#.utf8)
  }

  /// Notes that a message was given to the broker, under the number that its acknowledgement will have.
  package mutating func noteSent(_ message: Message, as id: Int32) {
    underWay[id] = message
    for number in message.numbers { _ = with(message.source) { $0.noteSent(number) } }
  }

  // MARK: - Acknowledgements

  /// Notes the acknowledgement of a message; of an unknown one, it says nothing.
  package mutating func acknowledge(_ id: Int32) {
    guard let message = underWay.removeValue(forKey: id) else { return }
    for number in message.numbers {
      _ = with(message.source) { [confirms] spool in
        if confirms { spool.noteDelivered(number) } else { spool.acknowledge(number) }
      }
    }
  }

  /// Forgets what the other end has stored.
  ///
  /// - Returns: false if it says so of numbers that no spool has given.
  @discardableResult
  package mutating func noteStored(_ number: UInt64, of identity: UInt32) -> Bool {
    if file?.identity == identity { return file?.acknowledgeAll(upTo: number) ?? false }
    if memory?.identity == identity { return memory?.acknowledgeAll(upTo: number) ?? false }
    return false
  }

  /// Notes the end of a connection: what was under way is given again, and in `confirm` mode all that is not confirmed.
  package mutating func noteDisconnected() {
    underWay = [:]
    file?.noteDisconnected()
    memory?.noteDisconnected()
    // Otherwise, the newest would wait for all that is older.
    liveUpTo = [0, 0]
  }

  /// Calls `body` with a spool; `nil` if there is none.
  private mutating func with<Value>(
    _ source: Source, _ body: (inout Spool) -> Value?
  ) -> Value? {
    switch source {
    case .file: file?.with(body)
    case .memory: memory?.with(body)
    }
  }
}

extension Spool {
  fileprivate mutating func with<Value>(_ body: (inout Spool) -> Value?) -> Value? { body(&self) }
}

extension Outbox.Channel {
  fileprivate init(_ kind: Spool.Kind) {
    self =
      switch kind {
      case .location: .past
      case .transition: .transition
      case .visit: .visit
      case .radio: .radio
      }
  }
}
