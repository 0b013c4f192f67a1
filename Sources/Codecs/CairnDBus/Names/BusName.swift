/// The name of a connection on the bus: unique, `:1.42`, or well-known, `org.freedesktop.DBus`.
public struct BusName: Hashable, Sendable {
  /// The bus name, as on the wire.
  public let text: String

  /// Checks a text that comes from outside.
  ///
  /// - Throws: `DBusError.busName`, when it is no bus name.
  public init(_ text: String) throws(DBusError) {
    guard NameSyntax.isBusName(text) else { throw .busName(text) }
    self.text = text
  }

  /// Whether the bus has given the name to one connection; it is never given again.
  public var isUnique: Bool { text.utf8.first == UInt8(ascii: ":") }

  /// The name of the message bus itself.
  public static let bus: BusName = "org.freedesktop.DBus"
}

extension BusName: CustomStringConvertible {
  /// The bus name, as on the wire.
  public var description: String { text }
}

extension BusName: ExpressibleByStringLiteral {
  /// - Parameter value: a valid bus name; only a literal of the program can be given.
  public init(stringLiteral value: StaticString) {
    text = value.description
    precondition(NameSyntax.isBusName(text), "BusName: the literal is no bus name")
  }
}
