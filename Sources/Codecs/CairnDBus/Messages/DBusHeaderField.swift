/// The fields that a message's header may have.
///
/// Source: D-Bus specification 0.43, "Header Fields".
public enum DBusHeaderField: UInt8, CaseIterable, Hashable, Sendable {
  case path = 1
  case interface, member, errorName, replySerial, destination, sender, signature, unixFDs
}

extension DBusHeaderField: CustomStringConvertible {
  /// The name of the specification, such as `REPLY_SERIAL`.
  public var description: String {
    switch self {
    case .path: "PATH"
    case .interface: "INTERFACE"
    case .member: "MEMBER"
    case .errorName: "ERROR_NAME"
    case .replySerial: "REPLY_SERIAL"
    case .destination: "DESTINATION"
    case .sender: "SENDER"
    case .signature: "SIGNATURE"
    case .unixFDs: "UNIX_FDS"
    }
  }
}
