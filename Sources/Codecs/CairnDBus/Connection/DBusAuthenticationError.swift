internal import CairnTypes

/// Why a server does not authenticate this client.
public enum DBusAuthenticationError: Error, Equatable, Sendable {
  /// The server does not accept the user; it offers these mechanisms instead.
  case rejected(mechanisms: [String])
  /// The server reports an error.
  case refused(String)
  /// The protocol does not permit the line here.
  case unexpected(String)
  /// A line is longer than `DBusAuthentication.maximumLine`.
  case lineTooLong
  /// A line has bytes other than printable ASCII, or does not end in CR and LF.
  case notALine
  /// The server has sent bytes before it could know that the authentication had ended.
  case bytesBehindEnd
}

extension DBusAuthenticationError: CustomStringConvertible {
  /// Description of the failure, in one line.
  public var description: String {
    switch self {
    case .rejected(let mechanisms):
      "the bus rejects this user; it offers "
        + ForeignText.visible(mechanisms.joined(separator: " "), limit: 120)
    case .refused(let text): "the bus reports an error: \(ForeignText.visible(text, limit: 120))"
    case .unexpected(let line): "unexpected line: '\(ForeignText.visible(line, limit: 120))'"
    case .lineTooLong: "a line exceeds \(DBusAuthentication.maximumLine) bytes"
    case .notALine: "the bus does not send lines of text"
    case .bytesBehindEnd: "bytes follow the end of the authentication"
    }
  }
}
