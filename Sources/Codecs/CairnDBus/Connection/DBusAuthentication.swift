/// The client's side of the authentication `EXTERNAL`, by which a bus accepts the user that the
/// kernel reports.
///
/// Send `request`, and pass the server's answers to `receive`.
///
/// Source: D-Bus specification 0.43, "Authentication Protocol".
public struct DBusAuthentication: Sendable {
  /// Next step of the authentication.
  public enum Step: Equatable, Sendable {
    /// Wait for more bytes.
    case wait
    /// Send these bytes, and wait for more.
    case send([UInt8])
    /// Send these bytes; messages follow in both directions. `guid` identifies the server.
    case begin([UInt8], guid: String)
  }

  /// Longest line that a server may send, in bytes.
  public static let maximumLine = 1024

  /// The bytes with which the client begins.
  public let request: [UInt8]
  private var line: [UInt8] = []
  private var hasAnsweredChallenge = false
  private var hasEnded = false

  /// - Parameter user: the effective user of this process.
  public init(user: UInt32) {
    let identity = String(user).utf8.map { "3" + String($0 & 15) }.joined()
    // The NUL carries the credentials on some systems.
    request = [0] + Array("AUTH EXTERNAL \(identity)\r\n".utf8)
  }

  /// Takes bytes of the server, in pieces of any length.
  ///
  /// - Throws: why the connection cannot be established. The state machine has ended then.
  public mutating func receive(
    _ bytes: Span<UInt8>
  ) throws(DBusAuthenticationError) -> Step {
    var response: [UInt8] = []
    for index in bytes.indices {
      guard !hasEnded else { throw .bytesBehindEnd }
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\n") else {
        guard line.count < Self.maximumLine else { throw end(.lineTooLong) }
        line.append(byte)
        continue
      }
      switch try take() {
      case .wait: break
      case .send(let answer): response += answer
      case .begin(let last, let guid):
        hasEnded = true
        // The server must be silent until it has read BEGIN.
        guard index == bytes.count - 1 else { throw .bytesBehindEnd }
        return .begin(response + last, guid: guid)
      }
    }
    return response.isEmpty ? .wait : .send(response)
  }

  private mutating func end(_ error: DBusAuthenticationError) -> DBusAuthenticationError {
    hasEnded = true
    line = []
    return error
  }

  /// Interprets a whole line.
  private mutating func take() throws(DBusAuthenticationError) -> Step {
    defer { line.removeAll(keepingCapacity: true) }
    guard line.popLast() == UInt8(ascii: "\r"), line.allSatisfy({ 0x20...0x7E ~= $0 }) else {
      throw end(.notALine)
    }
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ").map(String.init)
    switch words.first {
    case "OK":
      guard words.count == 2, words[1].utf8.count == 32, words[1].allSatisfy(\.isHexDigit) else {
        throw end(.unexpected(text))
      }
      return .begin(Array("BEGIN\r\n".utf8), guid: words[1])
    case "DATA" where !hasAnsweredChallenge:
      // Servers may ask once for data that the kernel does not report; there are none to add.
      hasAnsweredChallenge = true
      return .send(Array("DATA\r\n".utf8))
    case "REJECTED": throw end(.rejected(mechanisms: Array(words.dropFirst())))
    case "ERROR": throw end(.refused(words.dropFirst().joined(separator: " ")))
    default: throw end(.unexpected(text))
    }
  }
}
