package import CairnTypes

/// The beginning of every message, in little-endian order.
///
/// One datagram is one message. A later version may append fields, which a reader ignores, and add
/// types; the place and the meaning of a field never change.
///
/// | offset | octets | field |
/// |---|---|---|
/// | 0 | 2 | type: below 64 from a client, from 64 on from the service |
/// | 2 | 2 | size of the whole message |
/// | 4 | 4 | the service, by a number that the client chooses; 0 for the connection itself |
package struct WireHeader: Equatable, Sendable {
  package static let length = 8

  package var type: UInt16
  package var service: UInt32

  package init(type: UInt16, service: UInt32) {
    self.type = type
    self.service = service
  }

  /// Returns a message of this header and fields.
  package func message(_ fields: (inout RecordWriter) -> Void) -> [UInt8] {
    var writer = RecordWriter()
    writer.number(UInt64(type), 2)
    writer.number(0, 2)
    writer.number(UInt64(service), 4)
    fields(&writer)
    var bytes = writer.bytes
    let size = UInt16(clamping: bytes.count)
    bytes[2] = UInt8(truncatingIfNeeded: size)
    bytes[3] = UInt8(truncatingIfNeeded: size >> 8)
    return bytes
  }

  /// Reads the header of a whole message.
  ///
  /// - Returns: the header, and a reader of what follows.
  package static func read(
    _ message: borrowing Span<UInt8>
  ) throws(WireError) -> (WireHeader, RecordReader) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(message.count)
    for index in message.indices { bytes.append(message[index]) }
    var reader = RecordReader(bytes[...])
    guard let type = reader.number(2), let size = reader.number(2),
      let service = reader.number(4)
    else { throw .size(stated: nil, found: bytes.count) }
    guard size == UInt64(bytes.count) else {
      throw .size(stated: Int(UInt16(truncatingIfNeeded: size)), found: bytes.count)
    }
    let header = WireHeader(
      type: UInt16(truncatingIfNeeded: type), service: UInt32(truncatingIfNeeded: service))
    return (header, reader)
  }
}

/// Why bytes are no message.
package enum WireError: Error, Equatable, Sendable {
  /// The size in the message is not that of the datagram, or there is no room for a header.
  case size(stated: Int?, found: Int)
  /// A message of a type that this version does not know.
  case unknown(WireHeader)
  /// The message is too short for its fields, or one of them cannot have its value.
  case content(WireHeader)
}
