internal import CairnTypes

/// Asks the service for reports about itself. A kind of message of its own, so that programs which only want positions
/// carry nothing of it.
package struct WatchRequest: Sendable {
  /// What reports are about.
  package struct Topics: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The clients of the service, with what they want and cost.
    package static let clients = Topics(rawValue: 1)
    /// The energy that was drawn.
    package static let energy = Topics(rawValue: 2)
    /// The satellites of each epoch.
    package static let satellites = Topics(rawValue: 4)
    /// The receivers.
    package static let receivers = Topics(rawValue: 8)

    package static let all: Topics = [.clients, .energy, .satellites, .receivers]
  }

  /// The type on the wire.
  package static let type: UInt16 = 32

  package var topics: Topics
  /// Time between two reports of clients and energy.
  package var interval: Duration

  package init(_ topics: Topics = [], every interval: Duration = .seconds(1)) {
    self.topics = topics
    self.interval = interval
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    f.fixed(&interval)
    f.code(&topics)
    f.reserved(6)
  }

  /// Returns the message, which belongs to the connection.
  package var encoded: [UInt8] {
    var copy = self
    return WireHeader(type: Self.type, service: 0).message { copy.fields(&$0) }
  }

  /// Whether a message is of this type, so that no other reader understands it.
  package static func isType(of message: borrowing Span<UInt8>) -> Bool {
    message.count > 1 && message[0] == UInt8(truncatingIfNeeded: type) && message[1] == 0
  }

  /// Reads a message.
  package static func decode(_ message: borrowing Span<UInt8>) throws(WireError) -> WatchRequest {
    var (header, reader) = try WireHeader.read(message)
    guard header.type == type else { throw .unknown(header) }
    var request = WatchRequest()
    request.fields(&reader)
    guard !reader.hasFailed else { throw .content(header) }
    return request
  }
}
