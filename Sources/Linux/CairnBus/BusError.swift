internal import CCairnLinux
public import CairnDBus
internal import CairnLinux
public import CairnTypes

/// Why a call on a message bus, or the connection to the bus, failed.
@nonexhaustive
public enum BusError: Error, Equatable, Sendable {
  /// The service, or the bus in its place, replied with this error.
  case reply(name: InterfaceName, message: String)
  /// No reply came in time; the call may still have an effect.
  case timedOut
  /// The queue has no room, because the bus is slow or the message too large; nothing was sent.
  case queueFull
  /// Too many calls wait for their replies; nothing was sent.
  case tooManyCalls
  /// There is no connection; nothing was sent.
  case notConnected
  /// The message cannot be encoded; nothing was sent.
  case invalid(DBusError)
  /// The connection ended because its owner closed it.
  case closed
  /// The bus ended the connection.
  case hungUp
  /// The socket failed.
  case device(DeviceError)
  /// The bus did not accept this user.
  case authentication(DBusAuthenticationError)
  /// The bus did not complete the connection in time.
  case noGreeting
  /// The bus sent bytes that are not a message, or gave the connection no unique name.
  case damaged(DBusError)
}

extension BusError: CustomStringConvertible {
  /// Description of the failure, in one line.
  public var description: String {
    switch self {
    case .reply(let name, let message):
      message.isEmpty ? name.text : "\(name): \(ForeignText.visible(message, limit: 256))"
    case .timedOut: "no reply came in time"
    case .queueFull: "the message does not fit into what waits for the bus"
    case .tooManyCalls: "too many calls wait for replies"
    case .notConnected: "there is no connection to the bus"
    case .invalid(let error): "the message cannot be sent: \(error)"
    case .closed: "the connection was closed"
    case .hungUp: "the bus has ended the connection"
    case .device(let error): Self.text(error)
    case .authentication(let error): error.description
    case .noGreeting: "the bus did not complete the connection in time"
    case .damaged(let error): "the bus sent no valid message: \(error)"
    }
  }

  private static func text(_ error: DeviceError) -> String {
    let what = "\(errnoName(error.code)) (\(errnoText(error.code)))"
    let text = "no connection to the bus at \(ForeignText.visible(error.path)): \(what)"
    return switch error.code {
    case Int32(cairnlinux_ENOENT), cairnlinux_ECONNREFUSED:
      text + "; no bus listens there: start it, or correct the address"
    case Int32(cairnlinux_EACCES): text + "; this user may not use the socket"
    case Int32(cairnlinux_EAGAIN): text + "; the bus is busy: try again later"
    default: text
    }
  }
}
