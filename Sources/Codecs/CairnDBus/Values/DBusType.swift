/// One complete type: a basic type, or a container with the types that it holds.
public enum DBusType: Equatable, Sendable {
  case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
  case string, objectPath, signature, variant
  /// The index of a file descriptor that is sent beside the message.
  case unixFD
  indirect case array(DBusType)
  /// An array of pairs whose keys are of a basic type.
  indirect case dictionary(DBusType, DBusType)
  /// One member or more.
  indirect case structure([DBusType])

  /// Whether a dictionary can have it as its key.
  public var isBasic: Bool {
    switch self {
    case .array, .dictionary, .structure, .variant: false
    default: true
    }
  }

  /// Positions of its values are multiples of this, in bytes from the start of the message.
  var alignment: Int {
    switch self {
    case .byte, .signature, .variant: 1
    case .int16, .uint16: 2
    case .int64, .uint64, .double, .structure: 8
    default: 4
    }
  }

  /// The type codes, such as `a{sv}`.
  public var code: String {
    var code = ""
    write(to: &code)
    return code
  }

  func write(to code: inout String) {
    switch self {
    case .byte: code += "y"
    case .boolean: code += "b"
    case .int16: code += "n"
    case .uint16: code += "q"
    case .int32: code += "i"
    case .uint32: code += "u"
    case .int64: code += "x"
    case .uint64: code += "t"
    case .double: code += "d"
    case .string: code += "s"
    case .objectPath: code += "o"
    case .signature: code += "g"
    case .variant: code += "v"
    case .unixFD: code += "h"
    case .array(let element):
      code += "a"
      element.write(to: &code)
    case .dictionary(let key, let value):
      code += "a{"
      key.write(to: &code)
      value.write(to: &code)
      code += "}"
    case .structure(let members):
      code += "("
      for member in members { member.write(to: &code) }
      code += ")"
    }
  }
}

extension DBusType: CustomStringConvertible {
  /// The type codes, such as `a{sv}`.
  public var description: String { code }
}
