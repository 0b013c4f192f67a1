internal import CairnJSON

/// Finds the requests in the bytes of one client, byte by byte: how they are cut into pieces makes
/// no difference.
///
/// A request ends with a semicolon or a line end, or where its object closes, because some clients
/// send no terminator. What is between requests is ignored.
struct GPSDRequestReader {
  /// Bytes after which a request, or the absence of one, ends the connection.
  static let patience = 4096

  private enum State {
    case outside
    case name
    /// After the equals sign, before the object.
    case equals
    case object(JSONScanner)
    /// In the rest of a request that has been refused.
    case refused
  }

  /// Whether the client has sent too much without a request; nothing more is read then.
  private(set) var isExhausted = false

  private var state = State.outside
  private var name: [UInt8] = []
  private var object: [UInt8] = []
  /// Bytes since the last request.
  private var unanswered = 0

  /// Takes the next byte.
  ///
  /// - Returns: the request that it completes.
  mutating func receive(_ byte: UInt8) -> GPSDRequest? {
    guard !isExhausted else { return nil }
    let request = advance(byte)
    unanswered = request == nil ? unanswered + 1 : 0
    isExhausted = unanswered >= Self.patience
    return request
  }

  private mutating func advance(_ byte: UInt8) -> GPSDRequest? {
    let isStart = byte == UInt8(ascii: "?")
    let isEnd = byte == UInt8(ascii: ";") || byte == 0x0A || byte == 0x0D
    switch state {
    case .outside:
      if isStart { begin() }
    case .name:
      if isStart || isEnd { return end(startsNext: isStart) }
      if byte == UInt8(ascii: "=") { state = .equals } else { name.append(byte) }
    case .equals:
      if isStart || isEnd { return refuse(startsNext: isStart) }
      if byte == UInt8(ascii: "{") {
        var scanner = JSONScanner()
        scanner.take(byte)
        object.append(byte)
        state = .object(scanner)
      } else if byte != 0x20, byte != 0x09 {
        let request = refuse(startsNext: false)
        state = .refused
        return request
      }
    case .object(var scanner):
      if isStart, !scanner.isInText { return end(startsNext: true) }
      scanner.take(byte)
      object.append(byte)
      state = .object(scanner)
      if scanner.depth == 0 { return end(startsNext: false) }
    case .refused:
      if isEnd { state = .outside }
    }
    return nil
  }

  private mutating func begin() {
    state = .name
    name.removeAll(keepingCapacity: true)
    object.removeAll(keepingCapacity: true)
  }

  private mutating func end(startsNext: Bool) -> GPSDRequest {
    let name = String(decoding: name, as: UTF8.self)
    let request =
      object.isEmpty ? GPSDRequest(name: name) : GPSDRequest(name: name, text: object)
    if startsNext { begin() } else { state = .outside }
    return request
  }

  private mutating func refuse(startsNext: Bool) -> GPSDRequest {
    var request = end(startsNext: startsNext)
    request.isDamaged = true
    return request
  }
}
