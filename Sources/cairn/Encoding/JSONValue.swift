/// A JSON value that, unlike Foundation's, keeps the digits of every number and the order of the
/// members.
enum JSONValue: Equatable {
  case null
  case flag(Bool)
  /// The digits as written: numbers on the wire may be wider than 64 bits.
  case number(String)
  case text(String)
  case array([JSONValue])
  case object([JSONMember])

  /// The first member of that name; `nil` if there is none or this is not an object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The kind of value, in words for a person.
  var kind: String {
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
struct JSONMember: Equatable {
  let name: String
  let value: JSONValue
}

/// Where and why a text is not JSON.
struct JSONFailure: Error, Equatable {
  /// Byte position, counted from 1.
  let column: Int
  /// The text that was expected there.
  let reason: String
}
