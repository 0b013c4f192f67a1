/// A JSON value that, unlike Foundation's, keeps the digits of every number and the order of the
/// members.
public enum JSONValue: Equatable, Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case flag(Bool)
  /// The digits as written: numbers on the wire may be wider than 64 bits.
  case number(String)
  /// A string, unescaped.
  case text(String)
  /// The elements in order.
  case array([JSONValue])
  /// The members in order; names may repeat.
  case object([JSONMember])

  /// The first member of that name; `nil` if there is none or this is not an object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text; `nil` for another kind.
  public var asText: String? { if case .text(let text) = self { text } else { nil } }

  /// The number, if it is finite; `nil` for another kind.
  public var asNumber: Double? {
    if case .number(let digits) = self, let value = Double(digits), value.isFinite { return value }
    return nil
  }

  /// The kind of value, in words for a person.
  public var kind: String {
    switch self {
    case .null: "null"
    case .flag: "a flag"
    case .number: "a number"
    case .text: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// One member of an object.
public struct JSONMember: Equatable, Sendable {
  /// The name, unescaped.
  public let name: String
  /// The value.
  public let value: JSONValue

  /// Creates a member.
  public init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }
}

/// Where and why a text is not JSON.
public struct JSONFailure: Error, Equatable, Sendable {
  /// Byte position, counted from 1.
  public let column: Int
  /// The text that was expected there.
  public let reason: String
}
