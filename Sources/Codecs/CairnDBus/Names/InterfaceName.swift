/// The name of an interface or of an error: two or more elements, `org.freedesktop.DBus.Peer`.
public struct InterfaceName: Hashable, Sendable {
  /// The interface name, as on the wire.
  public let text: String

  /// Checks a text that comes from outside.
  ///
  /// - Throws: `DBusError.interfaceName`, when it is no interface name.
  public init(_ text: String) throws(DBusError) {
    guard NameSyntax.isInterface(text) else { throw .interfaceName(text) }
    self.text = text
  }

  /// The message bus's own interface.
  public static let bus: InterfaceName = "org.freedesktop.DBus"
  /// The interface that reads, writes and reports the properties of an object.
  public static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  /// The interface that lists the objects of a service.
  public static let objectManager: InterfaceName = "org.freedesktop.DBus.ObjectManager"
  /// The interface that every connection answers.
  public static let peer: InterfaceName = "org.freedesktop.DBus.Peer"
}

extension InterfaceName: CustomStringConvertible {
  /// The interface name, as on the wire.
  public var description: String { text }
}

extension InterfaceName: ExpressibleByStringLiteral {
  /// - Parameter value: a valid interface name; only a literal of the program can be given.
  public init(stringLiteral value: StaticString) {
    text = value.description
    precondition(NameSyntax.isInterface(text), "InterfaceName: the literal is no interface name")
  }
}
