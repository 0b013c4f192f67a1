/// The path of an object of a connection, such as `/org/freedesktop/DBus`.
public struct ObjectPath: Hashable, Sendable {
  /// The object path, as on the wire.
  public let text: String

  /// Checks a text that comes from outside.
  ///
  /// - Throws: `DBusError.objectPath`, when it is no object path.
  public init(_ text: String) throws(DBusError) {
    guard NameSyntax.isObjectPath(text) else { throw .objectPath(text) }
    self.text = text
  }

  /// The object of the message bus.
  public static let bus: ObjectPath = "/org/freedesktop/DBus"

  /// Returns whether this is `ancestor` or an object below it.
  public func isWithin(_ ancestor: ObjectPath) -> Bool {
    guard self != ancestor, ancestor.text != "/" else { return true }
    return text.utf8.starts(with: (ancestor.text + "/").utf8)
  }
}

extension ObjectPath: CustomStringConvertible {
  /// The object path, as on the wire.
  public var description: String { text }
}

extension ObjectPath: ExpressibleByStringLiteral {
  /// - Parameter value: a valid object path; only a literal of the program can be given.
  public init(stringLiteral value: StaticString) {
    text = value.description
    precondition(NameSyntax.isObjectPath(text), "ObjectPath: the literal is no object path")
  }
}
