/// One message: a method call, its reply or error, or a signal.
public struct DBusMessage: Equatable, Sendable {
  /// Kind of a message. Open: receivers ignore kinds that they do not know.
  public struct Kind: RawRepresentable, Equatable, Sendable {
    /// The number on the wire; 0 is invalid.
    public let rawValue: UInt8

    /// Creates a kind from its number on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Calls a method.
    public static let methodCall = Kind(rawValue: 1)
    /// Replies to a call.
    public static let methodReturn = Kind(rawValue: 2)
    /// Replies that a call has failed.
    public static let error = Kind(rawValue: 3)
    /// Reports an event to all connections that listen.
    public static let signal = Kind(rawValue: 4)
  }

  /// Requests of the sender to the receiver and the bus.
  public struct Flags: OptionSet, Equatable, Sendable {
    public let rawValue: UInt8

    /// Creates flags from the byte on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The caller ignores the reply, which should not be sent.
    public static let noReplyExpected = Flags(rawValue: 1)
    /// The bus must not start a service that is not running.
    public static let noAutoStart = Flags(rawValue: 2)
    /// The caller is prepared to wait while the user is asked for permission.
    public static let allowInteractiveAuthorization = Flags(rawValue: 4)
  }

  /// Largest message of the specification, in bytes.
  public static let maximumSize = 1 << 27
  /// Largest message by default, in bytes: decoded values take up to 25 times as much memory.
  public static let defaultLimit = 1 << 20

  /// Kind of the message.
  public var kind: Kind
  /// See the type.
  public var flags: Flags = []
  /// The sender's number for this message; a connection sets it.
  public var serial: UInt32 = 0
  /// The object that is called, or that sends the signal.
  public var path: ObjectPath?
  /// The interface of the member.
  public var interface: InterfaceName?
  /// The method or the signal.
  public var member: MemberName?
  /// Name of the error, in an error message.
  public var errorName: InterfaceName?
  /// The serial of the call that this message replies to.
  public var replySerial: UInt32?
  /// The connection that receives the message; absent for signals to all.
  public var destination: BusName?
  /// The connection that sent the message; the bus sets it.
  public var sender: BusName?
  /// Number of file descriptors beside the message; absent means none.
  public var unixFDs: UInt32?
  /// The arguments.
  public var body: [DBusValue]

  /// Creates a message without header fields.
  public init(_ kind: Kind, body: [DBusValue] = []) {
    self.kind = kind
    self.body = body
  }
}

extension DBusMessage {
  /// Creates a method call.
  ///
  /// - Parameters:
  ///   - destination: the connection that has the object.
  ///   - path: the object.
  ///   - interface: the interface that has the method.
  ///   - member: the method.
  ///   - body: the arguments.
  /// - Returns: a call that expects a reply.
  public static func methodCall(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName,
    _ member: MemberName, _ body: [DBusValue] = []
  ) -> DBusMessage {
    var message = DBusMessage(.methodCall, body: body)
    message.destination = destination
    message.path = path
    message.interface = interface
    message.member = member
    return message
  }

  /// Creates a signal to all connections whose match rules let it pass.
  ///
  /// - Parameters:
  ///   - path: the object that sends it.
  ///   - interface: the interface that has the signal.
  ///   - member: the signal.
  ///   - body: the arguments.
  /// - Returns: a signal without a destination.
  public static func signal(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ body: [DBusValue] = []
  ) -> DBusMessage {
    var message = DBusMessage(.signal, body: body)
    message.path = path
    message.interface = interface
    message.member = member
    return message
  }

  /// Returns the reply to this call.
  public func reply(_ body: [DBusValue] = []) -> DBusMessage {
    var message = DBusMessage(.methodReturn, body: body)
    message.replySerial = serial
    message.destination = sender
    return message
  }

  /// Creates an error as the reply to this call.
  ///
  /// - Parameters:
  ///   - name: the kind of error, for programs.
  ///   - text: a description of the error, for people.
  /// - Returns: an error to the caller.
  public func error(_ name: InterfaceName, _ text: String) -> DBusMessage {
    var message = reply([.string(text)])
    message.kind = .error
    message.errorName = name
    return message
  }
}
