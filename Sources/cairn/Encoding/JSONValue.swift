/// A JSON value that keeps what Foundation's does not: the digits of every number and the order of
/// the members.
enum JSONValue: Equatable {
  case null
  case flag(Bool)
  /// As it is written: numbers of the wire may be wider than 64 bits.
  case number(String)
  case text(String)
  case array([JSONValue])
  case object([JSONMember])

  /// The first member of that name; `nil` where there is none or this is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The kind, in words for a person.
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
  /// Counted from 1, in bytes.
  let column: Int
  /// What was expected there.
  let reason: String
}
