/// The name of a method or of a signal, such as `GetNameOwner`.
public struct MemberName: Hashable, Sendable {
  /// The member name, as on the wire.
  public let text: String

  /// Checks a text that comes from outside.
  ///
  /// - Throws: `DBusError.memberName`, when it is no member name.
  public init(_ text: String) throws(DBusError) {
    guard NameSyntax.isMember(text) else { throw .memberName(text) }
    self.text = text
  }
}

extension MemberName: CustomStringConvertible {
  /// The member name, as on the wire.
  public var description: String { text }
}

extension MemberName: ExpressibleByStringLiteral {
  /// - Parameter value: a valid member name; only a literal of the program can be given.
  public init(stringLiteral value: StaticString) {
    text = value.description
    precondition(NameSyntax.isMember(text), "MemberName: the literal is no member name")
  }
}
