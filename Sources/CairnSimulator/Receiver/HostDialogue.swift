internal import CairnTypes
internal import CairnUBX

/// Finds the UBX messages in what a host writes.
struct HostDialogue: Sendable {
  /// One message from the host.
  struct Request: Hashable, Sendable {
    let id: MessageID
    let payload: [UInt8]
  }

  /// Bytes kept while a message is incomplete; receivers take no longer ones from a host.
  private static let limit = 1100

  private var pending: [UInt8] = []

  /// The messages that `bytes` complete. Anything else, NMEA included, is skipped.
  mutating func receive(_ bytes: Span<UInt8>) -> [Request] {
    for index in bytes.indices { pending.append(bytes[index]) }
    var requests: [Request] = []
    var position = 0
    search: while position < pending.count {
      let rest = pending.span.extracting(droppingFirst: position)
      switch UBXFrame.check(rest) {
      case .frame(let length, _):
        if let id = UBXFrame.messageID(of: rest) {
          let payload = Array(pending[(position + 6)..<(position + length - 2)])
          requests.append(Request(id: id, payload: payload))
        }
        position += length
      case .incomplete(let length) where length <= Self.limit: break search
      case .incomplete, .checksumFailure, .notAFrame: position += 1
      }
    }
    pending.removeFirst(position)
    return requests
  }
}
