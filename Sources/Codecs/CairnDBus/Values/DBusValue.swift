/// One value of a message, with its type.
public enum DBusValue: Equatable, Sendable {
  /// Deepest nesting of containers, including variants.
  public static let maximumDepth = 64

  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(ObjectPath)
  case signature(DBusSignature)
  /// The index of a file descriptor that is sent beside the message.
  case unixFD(UInt32)
  /// Elements of one type, which an empty array has as well.
  case array(of: DBusType, [DBusValue])
  case dictionary(DBusDictionary)
  /// One member or more.
  case structure([DBusValue])
  /// A value that states its own type.
  indirect case variant(DBusValue)

  /// Its type, judging an array by what it declares.
  public var type: DBusType {
    switch self {
    case .byte: .byte
    case .boolean: .boolean
    case .int16: .int16
    case .uint16: .uint16
    case .int32: .int32
    case .uint32: .uint32
    case .int64: .int64
    case .uint64: .uint64
    case .double: .double
    case .string: .string
    case .objectPath: .objectPath
    case .signature: .signature
    case .unixFD: .unixFD
    case .array(let element, _): .array(element)
    case .dictionary(let dictionary): .dictionary(dictionary.keyType, dictionary.valueType)
    case .structure(let members): .structure(members.map(\.type))
    case .variant: .variant
    }
  }
}

extension DBusValue {
  /// Creates an array of texts, `as`.
  public static func strings(_ texts: [String]) -> DBusValue {
    .array(of: .string, texts.map { .string($0) })
  }

  /// Creates an array of bytes, `ay`.
  public static func bytes(_ bytes: [UInt8]) -> DBusValue {
    .array(of: .byte, bytes.map { .byte($0) })
  }

  /// Creates a dictionary of properties, `a{sv}`, in the given order.
  public static func properties(_ properties: KeyValuePairs<String, DBusValue>) -> DBusValue {
    var dictionary = DBusDictionary(key: .string, value: .variant)
    for (key, value) in properties { dictionary.append(.string(key), .variant(value)) }
    return .dictionary(dictionary)
  }
}
