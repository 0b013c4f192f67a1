/// Finds the requests in what a browser sends, in pieces of any size.
package struct HTTPRequestReader {
  /// Bytes of a header, with its empty line.
  package static let longestHeader = 8192

  private var bytes: [UInt8] = []
  /// No end of a header begins before.
  private var searched = 0

  package init() {}

  /// Whether nothing of a further request has arrived.
  package var isEmpty: Bool { bytes.isEmpty }

  /// Takes what has arrived.
  ///
  /// - Returns: `false` if it is more than a header while no request was taken; it is not kept then.
  package mutating func append(_ piece: Span<UInt8>) -> Bool {
    guard bytes.count + piece.count <= 2 * Self.longestHeader else { return false }
    for index in piece.indices { bytes.append(piece[index]) }
    return true
  }

  /// Takes the next request.
  ///
  /// - Returns: `nil` while it is not whole.
  package mutating func next() throws(HTTPRequest.Refusal) -> HTTPRequest? {
    // No method that is known begins with it, as in TLS: nothing is waited for.
    if let first = bytes.first, !(0x41...0x5A).contains(first) { throw .malformed }
    guard let end = headerEnd() else {
      if bytes.count >= Self.longestHeader { throw .tooLong }
      return nil
    }
    let request = try HTTPRequest(header: bytes[..<end])
    bytes.removeSubrange(..<(end + 4))
    searched = 0
    return request
  }

  /// Where the empty line begins that ends the header, with the end of the line before it.
  private mutating func headerEnd() -> Int? {
    let limit = min(bytes.count, Self.longestHeader)
    var index = searched
    while index + 4 <= limit {
      if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10
      {
        return index
      }
      index += 1
    }
    searched = index
    return nil
  }
}
