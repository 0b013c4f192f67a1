/// Finds the messages of a stream, in pieces of any length.
///
/// Keeps at most one incomplete message and what the caller has added since. A damaged message is
/// fatal, because nothing marks the start of the next one: the error is thrown again by every
/// later call.
public struct DBusFramer: Sendable {
  private let limit: Int
  private var buffer: [UInt8] = []
  /// Where the next message begins in `buffer`.
  private var start = 0
  private var failure: DBusError?

  /// - Parameter limit: largest message that is accepted, in bytes.
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
    for index in bytes.indices { buffer.append(bytes[index]) }
  }

  /// Returns the next message; `nil` until more bytes come.
  ///
  /// - Throws: the defect of the next message.
  public mutating func next() throws(DBusError) -> DBusMessage? {
    if let failure { throw failure }
    do throws(DBusError) {
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

  private func first() throws(DBusError) -> (DBusMessage, size: Int)? {
    let rest = buffer.span.extracting(droppingFirst: start)
    guard let size = try DBusMessage.size(of: rest, limit: limit), size <= rest.count else {
      return nil
    }
    return (try DBusMessage(decoding: rest.extracting(first: size), limit: limit), size)
  }
}
