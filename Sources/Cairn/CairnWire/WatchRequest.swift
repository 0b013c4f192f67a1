internal import CairnTypes

/// Asks the service for reports about itself. The messages about that are types beside those of services; only what
/// the library itself needs of them is here, so that programs which want positions carry nothing else.
package struct WatchRequest: Sendable {
  /// The type on the wire.
  package static let type: UInt16 = 32

  /// Whether to tell the clients of the service, with what they want and cost.
  package var wantsClients = false
  /// Whether to tell the energy that was drawn.
  package var wantsEnergy = false
  /// Whether to tell the satellites of each epoch.
  package var wantsSatellites = false
  /// Whether to tell what receivers say of themselves.
  package var wantsReceivers = false
  /// Time between two reports of clients and energy.
  package var interval: Duration

  /// Creates a request for nothing.
  package init(every interval: Duration = .seconds(1)) { self.interval = interval }

  private mutating func fields(_ f: inout some RecordVisitor) {
    f.fixed(&interval)
    f.flag(&wantsClients)
    f.flag(&wantsEnergy)
    f.flag(&wantsSatellites)
    f.flag(&wantsReceivers)
    f.reserved(4)
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
