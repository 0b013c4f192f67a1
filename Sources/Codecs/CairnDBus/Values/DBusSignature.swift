/// Zero or more complete types, such as those of a message's body.
public struct DBusSignature: Equatable, Sendable {
  /// Longest signature, in bytes.
  public static let maximumLength = 255

  /// The types, in order.
  public let types: [DBusType]

  /// Parses a signature.
  ///
  /// - Parameter text: type codes, such as `sa{sv}as`.
  /// - Throws: `DBusError.signature`.
  public init(_ text: String) throws(DBusError) {
    guard text.utf8.count <= Self.maximumLength else { throw .signature(text) }
    var parser = SignatureParser(text)
    var types: [DBusType] = []
    while !parser.isAtEnd {
      guard let type = parser.next() else { throw .signature(text) }
      types.append(type)
    }
    self.types = types
  }

  /// Checks types that the program has put together.
  ///
  /// - Throws: `DBusError.signature`, when the text would be too long or nested too deep.
  public init(_ types: [DBusType]) throws(DBusError) {
    var text = ""
    for type in types {
      type.write(to: &text)
      // An early end keeps types without end from building a text without end.
      guard text.utf8.count <= Self.maximumLength else { throw .signature(text) }
    }
    try self.init(text)
  }

  /// The type codes of all types.
  public var text: String {
    var text = ""
    for type in types { type.write(to: &text) }
    return text
  }
}

extension DBusSignature: CustomStringConvertible {
  /// The type codes of all types.
  public var description: String { text }
}

extension DBusSignature: ExpressibleByStringLiteral {
  /// - Parameter value: a valid signature; only a literal of the program can be given.
  public init(stringLiteral value: StaticString) {
    var parser = SignatureParser(value.description)
    var types: [DBusType] = []
    precondition(value.utf8CodeUnitCount <= Self.maximumLength, "DBusSignature: too long")
    while !parser.isAtEnd {
      guard let type = parser.next() else {
        preconditionFailure("DBusSignature: the literal is no signature")
      }
      types.append(type)
    }
    self.types = types
  }
}
