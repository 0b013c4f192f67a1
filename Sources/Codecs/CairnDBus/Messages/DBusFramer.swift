/// Finds the messages of a stream, in pieces of any length.
///
/// Keeps at most one incomplete message and what the caller has added since. A message over the limit
/// is passed over: anybody on a bus may send one. A damaged message is fatal, because nothing marks the
/// start of the next one: the error is thrown again by every later call.
public struct DBusFramer: Sendable {
  private let limit: Int
  private var buffer: [UInt8] = []
  /// Where the next message begins in `buffer`.
  private var start = 0
  private var failure: DBusError?
  /// Bytes that still belong to a message over the limit.
  private var excess = 0
  /// Messages over the limit so far.
  public private(set) var oversized: UInt64 = 0

  /// - Parameter limit: largest message that is kept, in bytes.
  public init(limit: Int = DBusMessage.defaultLimit) { self.limit = limit }

  /// Number of bytes that belong to no message yet.
  public var bytesPending: Int { buffer.count - start }

  /// Adds bytes of the stream; take all messages out before adding more.
  public mutating func receive(_ bytes: Span<UInt8>) {
    guard failure == nil else { return }
    if start > 0 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    let passed = min(excess, bytes.count)
    excess &-= passed
    for index in passed..<bytes.count { buffer.append(bytes[index]) }
  }

  /// Returns the next message; `nil` until more bytes come.
  ///
  /// - Throws: the defect of the next message.
  public mutating func next() throws(DBusError) -> DBusMessage? {
    if let failure { throw failure }
    do throws(DBusError) {
      try passOversized()
      guard let (message, size) = try first() else { return nil }
      start += size
      return message
    } catch {
      failure = error
      buffer = []
      start = 0
      throw error
    }
  }

  /// Passes over messages beyond the limit, as far as they have arrived.
  private mutating func passOversized() throws(DBusError) {
    while let size = try nextSize(), size > limit {
      oversized &+= 1
      let there = min(size, bytesPending)
      start += there
      excess = size &- there
    }
  }

  private func nextSize() throws(DBusError) -> Int? {
    try DBusMessage.size(
      of: buffer.span.extracting(droppingFirst: start), limit: DBusMessage.maximumSize)
  }

  private func first() throws(DBusError) -> (DBusMessage, size: Int)? {
    let rest = buffer.span.extracting(droppingFirst: start)
    guard let size = try nextSize(), size <= rest.count else { return nil }
    return (try DBusMessage(decoding: rest.extracting(first: size), limit: limit), size)
  }
}
